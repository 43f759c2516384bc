"""What a part says, as a number that is equal where the words are: ids and what programs put
beside the words are no part of it.

Programs that send an answer back leave out annotations, states and thoughts, add marks for
caches, and write the same arguments with other spaces. None of that is content.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crosswire.model.parts import (
    ArgumentsState,
    DataPart,
    JsonValue,
    MediaPart,
    OpaquePart,
    Part,
    ReasoningPart,
    RefusalPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

_AROUND = frozenset({"id", "status", "annotations", "cache_control", "index"})
"""Fields of a block that say nothing of what is in it."""


def content_of(part: Part) -> int | None:
    """The content of a part; None where it has none that is sent again (thoughts, no words).

    The numbers are those of one process: they are compared, and never kept.
    """
    read = _READERS.get(type(part))
    return None if read is None else read(part)


def text_content(texts: Sequence[str]) -> int | None:
    """The content of texts of one speaker, which may be cut otherwise when they come again."""
    text = (texts[0] if len(texts) == 1 else "".join(texts)).strip()
    return hash(("text", text)) if text else None


def json_content(value: JsonValue) -> int:
    """The content of a JSON value: the order of keys and the form of numbers say nothing."""
    if isinstance(value, str):
        return hash(("text", value))
    if isinstance(value, dict):
        return hash(frozenset((key, json_content(inner)) for key, inner in value.items()))
    if isinstance(value, list):
        return hash(("list", *map(json_content, value)))
    if isinstance(value, float) and not value.is_integer():
        return hash(("number", repr(value)))
    if value is None or isinstance(value, bool):
        return hash(("constant", str(value)))
    return hash(("number", format(int(value), "x")))  # a text: large numbers share hashes


def _of_text(part: TextPart | RefusalPart) -> int | None:
    return text_content([part.text])


def _of_call(part: ToolCallPart) -> int:
    given = part.arguments
    if given.state is ArgumentsState.PARSED:
        said = json_content(given.value)
    elif given.state is ArgumentsState.ABSENT:
        said = json_content({})
    else:
        said = hash(given.text)
    return hash(("call", part.name, said))


def _of_result(part: ToolResultPart) -> int:
    texts = [inner.text for inner in part.content if isinstance(inner, TextPart)]
    others = [content_of(one) for one in part.content if not isinstance(one, TextPart)]
    return hash(("result", text_content(texts) if texts else None, *others))


def _of_media(part: MediaPart) -> int:
    return hash(("media", part.media, part.data or part.url or part.file_id))


def _of_data(part: DataPart) -> int:
    return hash(("data", json_content(part.value)))


def _of_opaque(part: OpaquePart) -> int:
    said = part.raw
    if isinstance(said, dict):
        said = {key: value for key, value in said.items() if key not in _AROUND}
    return hash(("block", part.wire_type, json_content(said)))


def _of_thought(_: ReasoningPart) -> None:
    return None


_READERS: dict[type[Part], Callable[..., int | None]] = {
    TextPart: _of_text,
    RefusalPart: _of_text,
    ReasoningPart: _of_thought,
    ToolCallPart: _of_call,
    ToolResultPart: _of_result,
    MediaPart: _of_media,
    DataPart: _of_data,
    OpaquePart: _of_opaque,
}
