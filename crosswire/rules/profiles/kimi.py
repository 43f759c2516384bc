"""Kimi, Moonshot's API."""

from crosswire.model import JsonValue
from crosswire.model.json_values import object_or_empty
from crosswire.rules.order.empty_message import EmptyMessage
from crosswire.rules.reasoning.reasoning_content_missing import ThoughtsWanted
from crosswire.rules.schema_faults import (
    foreign_references,
    no_objects,
    options_of_other_types,
    options_without_a_type,
    required_that_is_no_list,
    says_something_else_than_an_object,
    type_beside_others,
    unknown_required,
)
from crosswire.rules.schema_grounds import SchemaGround
from crosswire.rules.target import Shared, Signs, Taken, Target

_CHAT = "openai-chat"
_MISSING = (
    "thinking is enabled but reasoning_content is missing in assistant tool call message at "
    "index …"
)
_INVALID = (
    "tools.function.parameters is not a valid moonshot flavored json schema, details: "
    "<At path '…': {}>"
)
_VALIDATOR = "validator.go and keyword_validators.go of MoonshotAI/walle (2026-06)"


def _says_nothing(raw: JsonValue) -> bool:
    fields = object_or_empty(raw)
    says_some = fields.get("content") or fields.get("tool_calls")
    return fields.get("role") == "assistant" and not says_some


profile = Target(
    "kimi",
    "Kimi (Moonshot)",
    (_CHAT, "anthropic"),
    Signs(
        hosts=("api.moonshot.ai", "api.moonshot.cn", "api.kimi.com"),
        providers=("kimi", "moonshot", "moonshotai"),
        models=r"(?i)kimi-(k\d|latest|for-coding|thinking)[\w.-]*|moonshot-v\d[\w.-]*",
    ),
    shares=(
        Shared(
            key="chat-tool-results-must-follow",
            rule="unanswered-call",
            error_text="an assistant message with 'tool_calls' must be followed by tool "
            "messages responding to each 'tool_call_id'. The following tool_call_ids did not "
            "have response messages: …",
            source="MoonshotAI/kimi-cli#1977, MoonshotAI/kimi-code#705",
        ),
        Shared(
            key="chat-orphan-tool-message",
            rule="unexpected-result",
            error_text="Invalid request: messages with role 'tool' must be a response to a "
            "preceeding message with 'tool_calls'",
            source="NousResearch/hermes-agent#24328",
        ),
        Shared(
            key="chat-tool-call-id-mismatch",
            rule="unexpected-result",
            error_text="Invalid request: tool_call_id … is not found",
            source="Kimi's answer as programs report it; NousResearch/hermes-agent#24328",
        ),
    ),
    grounds={
        "reasoning-content-missing": (
            ThoughtsWanted(
                key="kimi-reasoning-content",
                error_text=_MISSING,
                source="mastra-ai/mastra#12592, labring/FastGPT#6357, "
                "microsoft/vscode#306695, MoonshotAI/kimi-cli#1616",
                since="2026-01",
                models=r"(?i)kimi-(k2\.\d|k[3-9]|k2-thinking|thinking|for-coding)",
                format=_CHAT,
            ),
            ThoughtsWanted(
                key="kimi-reasoning-content",
                error_text=_MISSING,
                source="labring/FastGPT#6357, where the request says that it thinks",
                since="2026-01",
                but_models=r"(?i)kimi-(k2\.\d|k[3-9]|k2-thinking|thinking|for-coding)",
                only_if_said=True,
                confidence="medium",
                format=_CHAT,
            ),
        ),
        "empty-message": (
            EmptyMessage(
                key="kimi-assistant-empty",
                error_text="Invalid request: the message at position … with role 'assistant' "
                "must not be empty",
                source="AstrBotDevs/AstrBot#7200, MoonshotAI/kimi-code#1985, "
                "labring/FastGPT#3575",
                is_empty=_says_nothing,
                message="This message of the assistant is empty and calls nothing.",
                format=_CHAT,
            ),
        ),
        "tool-declaration-root": (
            SchemaGround(
                key="kimi-schema-object",
                error_text='tools.function.parameters.type is required and must be "object"',
                source="14790897/MiqroForge-Desktop#1165 (2026-09, kimi-k3 and kimi-k2.6)",
                find=says_something_else_than_an_object,
                format=_CHAT,
            ),
        ),
        "tool-declaration-invalid": (
            SchemaGround(
                key="kimi-schema-required-list",
                error_text=_INVALID.format("required must be an array"),
                source=f"NousResearch/hermes-agent#66853 (2026-07); {_VALIDATOR}",
                find=required_that_is_no_list,
                format=_CHAT,
            ),
            SchemaGround(
                key="kimi-schema-no-object",
                error_text=_INVALID.format("items must be an object"),
                source=f"vercel/ai#18921, which asked the API (2026-08); {_VALIDATOR}",
                find=no_objects,
                format=_CHAT,
            ),
        ),
        "tool-declaration-properties": (
            SchemaGround(
                key="kimi-schema-required-undefined",
                error_text=_INVALID.format(
                    "required property '…' is not defined in properties"
                ),
                source="MoonshotAI/kimi-code#1610 (2026-07), vercel/ai#18921 (2026-08); "
                f"{_VALIDATOR}",
                find=unknown_required,
                format=_CHAT,
            ),
            SchemaGround(
                key="kimi-schema-untyped-enum",
                error_text=_INVALID.format("type is not defined"),
                source="MoonshotAI/kimi-cli#2030, anomalyco/opencode#40127, "
                f"luxus/pi-hindsight#550 (2026-07, three models); {_VALIDATOR}",
                find=options_without_a_type,
                format=_CHAT,
            ),
        ),
        "tool-declaration-value": (
            SchemaGround(
                key="kimi-schema-reference",
                error_text=_INVALID.format("references must start with #/$defs/"),
                source="CommandCodeAI/command-code#594 and #566 (2026-07), vercel/ai#18921; "
                f"{_VALIDATOR}",
                find=foreign_references,
                format=_CHAT,
            ),
            SchemaGround(
                key="kimi-schema-type-beside",
                error_text=_INVALID.format(
                    "when using anyOf, type should be defined in anyOf items instead of the "
                    "parent schema"
                ),
                source="MoonshotAI/kimi-cli#2531, vercel/ai#18921 (2026-08); taken in "
                "2026-09 by 14790897/MiqroForge-Desktop#1165",
                confidence="medium",
                find=type_beside_others,
                format=_CHAT,
            ),
            SchemaGround(
                key="kimi-schema-enum-type",
                error_text=_INVALID.format("enum value (…) does not match any type in […]"),
                source=f"{_VALIDATOR}; no refusal was seen",
                confidence="medium",
                find=options_of_other_types,
                format=_CHAT,
            ),
        ),
    },
    takes={
        _CHAT: Taken(
            source="Moonshot's API reference and its guide to tool calls",
            fields={
                "system": frozenset({"role", "content", "name"}),
                "user": frozenset({"role", "content", "name"}),
                "assistant": frozenset(
                    {"role", "content", "name", "partial", "reasoning_content", "tool_calls"}
                ),
                "tool": frozenset({"role", "content", "tool_call_id", "name"}),
            },
        )
    },
)
