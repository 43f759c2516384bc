"""xAI: Responses, and Chat Completions before it."""

from crosswire.model import JsonValue
from crosswire.model.json_values import object_or_empty
from crosswire.rules.order.empty_message import EmptyMessage
from crosswire.rules.schema_faults import null_options
from crosswire.rules.schema_grounds import SchemaGround
from crosswire.rules.target import Signs, Taken, Target

_CHAT = "openai-chat"


def _has_no_element(raw: JsonValue) -> bool:
    fields = object_or_empty(raw)
    says_nothing = "content" in fields and fields["content"] in ("", [], None)
    return says_nothing and fields.get("role") != "tool" and not fields.get("tool_calls")


profile = Target(
    "xai",
    "xAI",
    (_CHAT, "openai-responses", "anthropic"),
    Signs(
        hosts=("api.x.ai",),
        providers=("xai",),
        models=r"(?i)grok-[\w.-]+",
    ),
    grounds={
        "empty-message": (
            EmptyMessage(
                key="xai-content-element",
                error_text="Each message must have at least one content element.",
                source="AstrBotDevs/AstrBot#6447, n8n-io/n8n#14797, "
                "charmbracelet/crush#964, langbot-app/LangBot#1205",
                is_empty=_has_no_element,
                message="This message has no content, not even an element of it.",
                format=_CHAT,
            ),
        ),
        "tool-declaration-value": tuple(
            SchemaGround(
                key="xai-schema-null-option",
                error_text="",
                source="tailcallhq/forgecode#2809 (2026-04, Chat Completions)",
                confidence="medium",
                find=null_options,
                format=format,
            )
            for format in (_CHAT, "openai-responses")
        ),
    },
    takes={
        "openai-responses": Taken(
            source="recorded answers of 2026-08",
            fields={
                "user": frozenset({"role", "content", "type"}),
                "assistant": frozenset({"role", "content", "type", "id", "status"}),
                "reasoning": frozenset(
                    {"type", "id", "summary", "encrypted_content", "status"}
                ),
                "function_call": frozenset({"type", "call_id", "name", "arguments"}),
                "function_call_output": frozenset({"type", "call_id", "output"}),
                "web_search_call": frozenset({"type", "id", "status", "action"}),
            },
        )
    },
)
