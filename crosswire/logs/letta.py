"""Agent files of Letta (`.af`): an agent with its messages.

{"agents": [{"system", "messages": [{"role", "content", "tool_calls", "tool_returns"}]}]}
"""

from __future__ import annotations

from collections.abc import Sequence

from crosswire.address import Address, child
from crosswire.formats.protocol import Recognition
from crosswire.logs.shared.blocks import Block, Media, Text, Thought, aside
from crosswire.logs.shared.call_blocks import Call, Result
from crosswire.logs.shared.content import Content
from crosswire.logs.shared.dialect import Dialect, recognise
from crosswire.logs.shared.dialect_reading import extras_in, put, said_in, set_aside
from crosswire.logs.shared.finding import Finder, Run
from crosswire.logs.shared.run_reading import begin, name_model, note_others, read_beside
from crosswire.logs.shared.speakers import usual_and
from crosswire.model import JsonObject, JsonValue, Part, Traits
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import objects_in, text_field, text_or_empty

NAME = "letta"
TITLE = "Letta agent file"
# Its words are no provider's, so that nothing of it is ever written as it stands.
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset({"agent_id", "otid", "step_id"})
ROLES = usual_and(approval="assistant", summary="user")
_WORDS: dict[str, Block] = {
    "text": Text(),
    "image": Media(
        data=("source.data",),
        url=("source.url",),
        file_id=("source.file_id",),
        mime=("source.media_type",),
    ),
}
_KNOWN = frozenset({"signature", "is_native", "id", "detail"})
_CALL = Call(
    id=("id", "tool_call_id"),
    name=("function.name", "name"),
    arguments=("function.arguments", "input", "arguments"),
    needs_id=False,
    also=frozenset({"type"}),
)
_RETURN = Result(
    id=("tool_call_id",),
    output=("func_response", "content"),
    content=Content(blocks=_WORDS, known=_KNOWN),
    name=("name",),
    error=("status",),
    type="tool",
    needs_id=False,
    also=frozenset({"stdout", "stderr", "tool_returns", "content", "is_error", "role"}),
)
_CONTENT = Content(
    blocks={
        **_WORDS,
        "tool_call": _CALL,
        "tool_return": _RETURN,
        "reasoning": Thought(("reasoning",), ("signature",)),
        "redacted_reasoning": Thought((), ("data",)),
        "summarized_reasoning": Thought(("summary.0.text",), ("encrypted_content",), ("id",)),
        "omitted_reasoning": aside,
    },
    known=_KNOWN,
    data=False,
)
_OF_MESSAGES = frozenset(
    {"id", "type", "name", "otid", "sender_id", "batch_item_id", "group_id", "model"}
    | {"agent_id", "created_at", "updated_at", "tool_call_id", "tool_returns", "approvals"}
    | {"approve", "approval_request_id", "denial_reason", "step_id", "run_id", "text"}
)
_OF_AGENTS = frozenset(
    {"tool_ids", "block_ids", "source_ids", "in_context_message_ids", "blocks", "sources"}
    | {"llm_config", "embedding_config", "groups", "files", "mcp_servers", "metadata"}
    | {"tool_exec_environment_variables", "tool_rules", "core_memory", "memory_blocks"}
    | {"system", "skills", "tags", "description", "compaction_settings", "model_settings"}
    | {"message_buffer_autoclear", "in_context_message_indices", "identity_ids"}
)
"""What an agent is made of beside its messages; the first message has the system prompt."""


def is_message(value: JsonValue) -> bool:
    """Whether a value is a message of an agent file."""
    if not isinstance(value, dict) or text_field(value, "role") not in ROLES:
        return False
    return "content" in value and ("tool_returns" in value or "tool_call_id" in value)


def is_sign(message: JsonObject) -> bool:
    """Whether no other format writes such a message."""
    return "tool_calls" in message and bool({"agent_id", "step_id", "otid"} & message.keys())


DIALECT = Dialect(
    name=NAME,
    traits=TRAITS,
    is_message=is_message,
    is_sign=is_sign,
    signs=SIGNS,
    reason="Messages with `agent_id` beside `tool_calls` and `tool_returns`.",
    roles=ROLES,
    content=_CONTENT,
    lists={"tool_calls": _CALL},
    known=_OF_MESSAGES,
    kept=_OF_AGENTS,
    model=("model",),
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    return recognise(documents, DIALECT)


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    return [_read(run) for run in Finder(is_message).runs(documents, first)]


def _read(run: Run) -> ConversationBuilder:
    into = begin(DIALECT)
    read_beside(run, into, DIALECT)
    for value, at in run.messages:
        if isinstance(value, dict):
            _read_message(value, at, into)
    name_model(run, into, DIALECT)
    note_others(run, into)
    return into


def _read_message(raw: JsonObject, at: Address, into: ConversationBuilder) -> None:
    role = ROLES[text_or_empty(raw["role"])]
    set_aside(raw.get("content"), into, _CONTENT)
    returns = objects_in(raw.get("tool_returns"))
    parts: list[Part] = []
    if role == "tool" and (len(returns) > 1 or not raw.get("tool_call_id")):
        for i, one in enumerate(returns):  # answers to several calls
            parts += _RETURN(one, child(at, "tool_returns", i), frozenset()) or []
        into.set_aside += [raw.get("content")] if parts else []
    elif role == "tool":
        parts = _RETURN(raw, at, DIALECT.known | {"tool_calls"}) or []
        failed = any(one.get("status") == "error" for one in returns)
        for part in parts:
            part.is_error = failed  # type: ignore[attr-defined]  # a result
    parts = parts or said_in(raw, at, DIALECT)
    put(parts, role, raw, at, into, extras_in(raw, DIALECT))
