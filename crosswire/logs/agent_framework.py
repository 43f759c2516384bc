"""Messages of Microsoft's Agent Framework for Python, and the threads that hold them.

{"type": "message", "role", "contents": [{"type": "function_call", "call_id", ...}]}
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.formats.protocol import Recognition
from crosswire.logs.shared.ai_contents import contents, snake
from crosswire.logs.shared.ai_messages import Reader
from crosswire.logs.shared.dialect import Dialect, recognise
from crosswire.model import JsonObject, JsonValue, Role, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import field_of, objects_in, text_field, type_of

NAME = "agent-framework"
TITLE = "Microsoft Agent Framework"
# Its words are no provider's, so that nothing of it is ever written as it stands.
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"contents"})

_CONTENT = contents("type", snake)
_MESSAGES = ("message", "chat_message", "chat_response_update", "agent_run_response_update")
ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}


def _role_of(message: JsonObject) -> str:
    """The role: a word, or an object with it, as earlier versions wrote."""
    role = message.get("role")
    return role if isinstance(role, str) else text_field(role, "value") or ""


def is_message(value: JsonValue) -> bool:
    """Whether a value is a message or an update of one."""
    if not isinstance(value, dict) or not isinstance(value.get("contents"), list):
        return False
    if "role" not in value and type_of(value) not in _MESSAGES:
        return False
    return all(type_of(one) is not None for one in objects_in(value["contents"]))


def is_sign(message: JsonObject) -> bool:
    """Whether no other format writes such a message."""
    if type_of(message) in _MESSAGES:
        return True
    return any(
        type_of(one) in _CONTENT.blocks and field_of(one, "$type") is None
        for one in objects_in(message["contents"])
    )


_READER = Reader(
    Dialect(
        name=NAME,
        traits=TRAITS,
        is_message=is_message,
        is_sign=is_sign,
        signs=SIGNS,
        reason="Messages with `contents`, such as `function_call` with its `call_id`.",
        roles=ROLES,
        content=_CONTENT,
        says=("contents",),
        known=frozenset(
            {"type", "message_id", "author_name", "response_id", "created_at", "model_id"}
            | {"conversation_id", "finish_reason", "agent_id", "model", "continuation_token"}
        ),
        kept=frozenset({"additional_properties", "raw_representation", "usage_details"}),
        model=("model_id", "model"),
        word_of=_role_of,
    ),
    id="message_id",
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    return recognise(documents, _READER.dialect)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return _READER.read(documents, first)
