"""Lines of training data for Anthropic's models on Bedrock: texts of user and assistant, in
turn."""

from __future__ import annotations

from crosswire.errors import CannotExport
from crosswire.exports.reshaping import Reshaping
from crosswire.model import JsonObject, JsonValue

_ONLY_TEXT = "A line for Anthropic's models on Bedrock holds text alone."


def write(shaping: Reshaping) -> JsonObject:
    payload = shaping.export.payload
    for name in payload:
        if name not in ("system", "messages"):
            shaping.remove(name)
    system = payload.get("system")
    if isinstance(system, list):
        _as_text(shaping, system, "system")
    messages = payload["messages"]
    for n, message in enumerate(messages if isinstance(messages, list) else ()):
        if isinstance(message, dict):
            _message(shaping, n, message)
    line = shaping.value()
    assert isinstance(line, dict)  # noqa: S101 - its top level is never replaced
    _check_turns(line["messages"])
    return line


def _message(shaping: Reshaping, n: int, message: JsonObject) -> None:
    content = message.get("content")
    if isinstance(content, str):
        return
    blocks = content if isinstance(content, list) else []
    if any(map(_is_text, blocks)):
        _as_text(shaping, blocks, "messages", n, "content")
    else:
        shaping.remove("messages", n, code="not-text", why=_ONLY_TEXT)


def _as_text(shaping: Reshaping, blocks: list[JsonValue], *place: str | int) -> None:
    """Join the texts of some blocks, and leave out the others."""
    texts: list[str] = []
    for b, block in enumerate(blocks):
        if isinstance(block, dict) and _is_text(block):
            texts.append(str(block["text"]))
        else:
            shaping.remove(*place, b, code="not-text", why=_ONLY_TEXT)
    if len(texts) > 1:
        why = "Its content is one text; blocks are joined by an empty line."
        shaping.changed(*place, code="joined", what=f"{len(texts)} texts", why=why)
    shaping.replace(*place, value="\n\n".join(texts))


def _is_text(block: JsonValue) -> bool:
    return (
        isinstance(block, dict)
        and block.get("type") == "text"
        and isinstance(block.get("text"), str)
    )


def _check_turns(messages: JsonValue) -> None:
    roles = (
        [one.get("role") for one in messages if isinstance(one, dict)]
        if isinstance(messages, list)
        else []
    )
    if roles and roles != [("user", "assistant")[n % 2] for n in range(len(roles))]:
        raise CannotExport(
            "In a fine-tuning line for Anthropic's models user and assistant "
            "take turns, the user first; "
            "without what is no text (tool calls, results, media) they do not in "
            "this conversation."
        )
