"""The parts of requests and responses, as a table."""

from __future__ import annotations

from msgspec.structs import replace

from crosswire.address import Address, child
from crosswire.logs.pydantic_ai.names import OF_PARTS
from crosswire.logs.shared.blocks import Media, Text, Thought, aside
from crosswire.logs.shared.call_blocks import Call, Result
from crosswire.logs.shared.content import Content
from crosswire.model import JsonObject, Part, Role
from crosswire.model.json_values import text_or_empty

_MEDIA = Media(mime=("media_type",), file_id=("file_id",), name=("filename",))
SAID = Content(
    kind=("kind",),
    blocks={
        "binary": _MEDIA,
        "uploaded-file": _MEDIA,
        "image-url": Media(kind="image", mime=("media_type",)),
        "audio-url": Media(kind="audio", mime=("media_type",)),
        "video-url": Media(kind="video", mime=("media_type",)),
        "document-url": Media(kind="file", mime=("media_type",)),
        "text": Text(("content", "text")),
        "text-content": Text(("content",)),
        "structured-content": Text(("content",)),
        "cache-point": aside,
    },
    known=OF_PARTS,
)
"""What a user says or a tool gave: texts, media, or any value."""


def _said(raw: JsonObject, at: Address, known: frozenset[str]) -> list[Part] | None:
    if isinstance(raw.get("content"), str):
        return Text(("content",))(raw, at, known | {"role", "tool_name", "tool_call_id"})
    return SAID(raw.get("content"), child(at, "content"))


def _instructions(raw: JsonObject, at: Address, known: frozenset[str]) -> list[Part] | None:
    return PARTS(raw.get("instructions"), child(at, "instructions"))


def _file(raw: JsonObject, at: Address, known: frozenset[str]) -> list[Part] | None:
    return SAID.block(raw.get("content"), child(at, "content"))


def _retry(raw: JsonObject, at: Address, known: frozenset[str]) -> list[Part] | None:
    """What was wrong with a call, as its result; without a tool it is said to the model."""
    if not text_or_empty(raw.get("tool_name")):
        return _said(raw, at, known)
    return _RETRY(raw, at, known)


_CALL = Call(
    id=("tool_call_id",),
    name=("tool_name",),
    arguments=("args.args_dict", "args.args_json", "args"),
    needs_id=False,
    type="tool-call",
    item=("id",),
)
_SERVER_CALL = replace(_CALL, type="builtin-tool-call", by="server")
_RESULT = Result(
    id=("tool_call_id",),
    output=("content",),
    content=SAID,
    name=("tool_name",),
    error=("outcome",),
    fine=frozenset({"success"}),
    type="tool-return",
    needs_id=False,
)
_SERVER_RESULT = replace(_RESULT, type="builtin-tool-return", by="server")
_RETRY = replace(_RESULT, error=("part_kind",), fine=frozenset({""}), type="retry-prompt")
PARTS = Content(
    kind=("part_kind",),
    blocks={
        **dict.fromkeys(("system-prompt", "instruction", "instructions"), Text(("content",))),
        "user-prompt": _said,
        "text": Text(("content",)),
        "thinking": Thought(("content",), ("signature",), ("id",)),
        "compaction": Text(("content",)),
        "speech": Text(("transcript", "text")),
        "instruction-delta": Text(("content",)),
        "instruction-baseline": _instructions,
        "retry-feedback": _said,
        "file": _file,
        "tool-call": _CALL,
        "tool-return": _RESULT,
        "retry-prompt": _retry,
        "builtin-tool-call": _SERVER_CALL,
        "builtin-tool-return": _SERVER_RESULT,
        "native-tool-call": _SERVER_CALL,
        "native-tool-return": _SERVER_RESULT,
        **dict.fromkeys(
            ("tool-availability-delta", "capability-load-delta", "instruction-digest"), aside
        ),
        "model-settings-delta": aside,
    },
    known=OF_PARTS,
    data=False,
)

SPEAKERS: dict[str, Role] = {
    "system-prompt": "system",
    "instruction": "system",
    "instructions": "system",
    "instruction-delta": "system",
    "instruction-baseline": "system",
}
"""Kinds of parts of a request that are not the user's."""
