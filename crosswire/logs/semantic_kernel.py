"""Chat histories of Semantic Kernel, as Python and as .NET write them.

{"messages": [{"content_type": "message", "role", "items": [{"content_type": ...}]}]}
[{"Role": {"Label": "assistant"}, "Items": [{"$type": "FunctionCallContent", ...}]}]
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.semantic_kernel_of_dotnet import (
    OF_TOOL,
    answered,
    read_answer,
    with_plugin,
)
from crosswire.logs.shared.blocks import Block, Media, Text, Thought, aside
from crosswire.logs.shared.call_blocks import Call, Result
from crosswire.logs.shared.content import Content
from crosswire.logs.shared.dialect import Dialect, recognise
from crosswire.logs.shared.fields import text_in
from crosswire.logs.shared.run_reading import read_runs
from crosswire.logs.shared.speakers import usual_and
from crosswire.model import JsonObject, JsonValue, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, objects_in, text_field

NAME = "semantic-kernel"
TITLE = "Semantic Kernel"
# Its words are no provider's, so that nothing of it is ever written as it stands.
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"Items", "content_type"})

ROLES = usual_and()
_OF_CONTENTS = frozenset(
    {"metadata", "Metadata", "ai_model_id", "ModelId", "MimeType", "encoding", "Encoding"}
    | {"index", "function_name", "plugin_name", "FunctionName", "PluginName", "inner_content"}
)
_MEDIA = Media(
    data=("data", "Data", "DataUri", "data_uri"),
    url=("uri", "Uri"),
    file_id=("file_id", "FileId"),
    mime=("mime_type", "MimeType"),
)
_GIVEN = Content(kind=("content_type", "$type"), blocks={"text": Text()}, known=_OF_CONTENTS)
_CALL = Call(
    id=("id", "Id"),
    name=("name", "FunctionName"),
    arguments=("arguments", "Arguments"),
    type="function_call",
    needs_id=False,
)
_RESULT = Result(
    id=("id", "call_id", "CallId"),
    output=("result", "Result"),
    content=_GIVEN,
    name=("name", "FunctionName"),
    type="function_result",
    needs_id=False,
    also=frozenset({"CallId", "call_id"}),
)


_KINDS: dict[str, Block] = {
    "text": Text(("text", "Text")),
    "function_call": _CALL,
    "function_result": _RESULT,
    "reasoning": Thought(("text", "Text")),
    **dict.fromkeys(("image", "audio", "binary", "file_reference"), _MEDIA),
    "annotation": aside,
    "TextContent": Text(("Text",)),
    "FunctionCallContent": with_plugin(_CALL),
    "FunctionResultContent": with_plugin(_RESULT),
    "ReasoningContent": Thought(("Text",)),
    **dict.fromkeys(("ImageContent", "AudioContent", "BinaryContent"), _MEDIA),
    "AnnotationContent": aside,
}
_CONTENT = Content(
    kind=("content_type", "$type"), blocks=_KINDS, known=_OF_CONTENTS, data=False
)


def _role_of(message: JsonObject) -> str:
    return (text_in(message, ("role", "Role.Label", "Role")) or "").lower()


def _word_of(message: JsonObject) -> str:
    role = _role_of(message)
    return OF_TOOL if role == "tool" and answered(message) is not None else role


def is_message(value: JsonValue) -> bool:
    """Whether a value is a message."""
    if not isinstance(value, dict) or _role_of(value) not in ROLES:
        return False
    held = value.get("items", value.get("Items"))
    return isinstance(held, list) and all(map(_is_item, list_or_empty(held)))


def _is_item(value: JsonValue) -> bool:
    return any(text_field(value, name) is not None for name in _CONTENT.kind)


def is_sign(message: JsonObject) -> bool:
    """Whether no other format writes such a message."""
    if message.get("content_type") == "message" or "Items" in message:
        return True
    return any("content_type" in one for one in objects_in(message.get("items")))


DIALECT = Dialect(
    name=NAME,
    traits=TRAITS,
    is_message=is_message,
    is_sign=is_sign,
    signs=frozenset({"items", "Items"}),
    reason="Messages with `items`, each of which has a `content_type` or `$type`.",
    roles={**ROLES, OF_TOOL: "tool"},
    content=_CONTENT,
    whole={OF_TOOL: read_answer},
    says=("items", "Items"),
    known=frozenset(
        {"content_type", "name", "AuthorName", "ModelId", "ai_model_id", "encoding", "Role"}
        | {"finish_reason", "status", "MimeType", "Encoding", "Source"}
    ),
    kept=frozenset({"metadata", "Metadata", "inner_content", "InnerContent"}),
    model=("ai_model_id", "ModelId"),
    word_of=_word_of,
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    return recognise(documents, DIALECT)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return read_runs(documents, first, DIALECT)
