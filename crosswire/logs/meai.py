"""Messages, answers and updates of Microsoft.Extensions.AI, and single contents of them.

{"role": "assistant", "contents": [{"$type": "functionCall", "callId", "name", ...}]}
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.shared.ai_contents import as_it_is, contents
from crosswire.logs.shared.ai_messages import Reader
from crosswire.logs.shared.dialect import Dialect, recognise
from crosswire.model import JsonObject, JsonValue, Role, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import objects_in, text_field

NAME = "meai"
TITLE = "Microsoft.Extensions.AI"
# Its words are no provider's, so that nothing of it is ever written as it stands.
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"$type"})

_KIND = "$type"
_CONTENT = contents(_KIND, as_it_is)
_OF_UPDATES = frozenset({"responseId", "messageId"})
ROLES: dict[str, Role] = {
    "system": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}


def is_message(value: JsonValue) -> bool:
    """Whether a value is a message, an update, or a content alone."""
    if not isinstance(value, dict):
        return False
    held = value.get("contents")
    if isinstance(held, list):
        return all(_KIND in one for one in objects_in(held)) and (
            bool(held) or "role" in value or value.keys() >= _OF_UPDATES
        )
    return text_field(value, _KIND) in _CONTENT.blocks


def is_sign(message: JsonObject) -> bool:
    """Whether no other format writes such a message."""
    held = objects_in(message.get("contents"))
    return any(text_field(one, _KIND) in _CONTENT.blocks for one in [message, *held])


_READER = Reader(
    Dialect(
        name=NAME,
        traits=TRAITS,
        is_message=is_message,
        is_sign=is_sign,
        signs=frozenset({"contents", _KIND}),
        reason="Messages with `contents`, each of which has a `$type`.",
        roles=ROLES,
        content=_CONTENT,
        says=("contents",),
        known=frozenset(
            {"messageId", "responseId", "modelId", "conversationId", "createdAt", "authorName"}
            | {"finishReason", "agentId", "continuationToken", "$type"}
        ),
        kept=frozenset({"additionalProperties", "rawRepresentation", "usage"}),
        model=("modelId",),
    ),
    id="messageId",
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    return recognise(documents, _READER.dialect)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return _READER.read(documents, first)
