"""Groq: Chat Completions with a closed list of fields."""

from crosswire.model.call_id import IdState
from crosswire.rules.content.unknown_field import ListedFields
from crosswire.rules.id_form.id_required import RequiredId
from crosswire.rules.schema_faults import required_without_properties
from crosswire.rules.schema_grounds import SchemaGround
from crosswire.rules.target import Signs, Taken, Target

_CHAT = "openai-chat"
_FIELDS = {
    "system": frozenset({"role", "content", "name"}),
    "developer": frozenset({"role", "content", "name"}),
    "user": frozenset({"role", "content", "name"}),
    "assistant": frozenset(
        {"role", "content", "name", "tool_calls", "function_call", "reasoning"}
    ),
    "tool": frozenset({"role", "content", "tool_call_id", "name"}),
}

profile = Target(
    "groq",
    "Groq",
    (_CHAT, "openai-responses"),
    Signs(
        hosts=("api.groq.com",),
        providers=("groq",),
        models=r"(?i)groq/.+|llama-3\.[123]-\d+b-(versatile|instant|specdec|preview)",
        answers=(("x_groq", ""),),
    ),
    grounds={
        "unknown-field": (
            ListedFields(
                key="groq-listed-fields",
                error_text="'messages.…' : property '…' is unsupported",
                source="janhq/jan#8136, tashfeenahmed/freellmapi#1070, "
                "odysseus-dev/odysseus#200, julep-ai/julep#885; Groq's SDK for the list",
                fields=_FIELDS,
                format=_CHAT,
            ),
        ),
        "id-required": (
            RequiredId(
                key="groq-result-id",
                error_text="'messages.….tool_call_id' : property 'tool_call_id' is missing",
                source="hackclub/ai#22",
                states=(IdState.NO_FIELD,),
                end="result",
                format=_CHAT,
            ),
        ),
        "tool-declaration-properties": (
            SchemaGround(
                key="groq-schema-required-alone",
                error_text="invalid JSON schema for tool …, tools[…].function.parameters: "
                "'required' present but 'properties' is missing",
                source="usestrix/strix#1088 and #1204, livekit/agents#4610, "
                "moltis-org/moltis#485 for objects within (2026)",
                find=required_without_properties,
                format=_CHAT,
            ),
        ),
    },
    takes={
        _CHAT: Taken(
            source="recorded answers of 2025 and 2026; Groq's API reference", fields=_FIELDS
        )
    },
)
