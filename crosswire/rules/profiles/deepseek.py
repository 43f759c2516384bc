"""DeepSeek's own API: Chat Completions, and Responses and Messages beside it."""

from collections.abc import Iterator

from crosswire.model import (
    JsonObject,
    ReasoningPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
)
from crosswire.model.json_values import object_or_empty, value_at
from crosswire.rules.content.arguments_not_text import ArgumentFields
from crosswire.rules.content.content_null import ContentGround
from crosswire.rules.content.content_part_type import PartTypes
from crosswire.rules.content.result_form import ResultForm
from crosswire.rules.content.tool_declaration import DeclarationGround
from crosswire.rules.context import TargetContext
from crosswire.rules.order.unanswered_call import ResultGround
from crosswire.rules.order.unknown_role import KnownRoles
from crosswire.rules.reasoning.reasoning_content_missing import ThoughtsWanted
from crosswire.rules.schema_faults import is_no_object
from crosswire.rules.schema_grounds import SchemaGround
from crosswire.rules.schemas.tool_declaration_pattern import patterns_that
from crosswire.rules.target import Shared, Signs, Taken, Target
from crosswire.tools.patterns import leaves_a_class_open

_CHAT = "openai-chat"
_UNREADABLE = "Failed to deserialize the JSON body into the target type: "
_ROLES = ("system", "user", "assistant", "tool", "latest_reminder")


def _has_no_content(raw: JsonObject) -> str | None:
    if "content" in raw or raw.get("role") not in ("system", "user", "tool"):
        return None
    return f"This message of role {raw.get('role')} has no content."


def _is_null(declared: ToolPart) -> str | None:
    function = object_or_empty(value_at(declared.raw, "function"))
    is_null = function.get("parameters", {}) is None
    return "has parameters that are null" if is_null else None


def _not_answered_at_once(context: TargetContext) -> Iterator[ToolCallPart]:
    """Calls behind which something else stands before their output."""
    waiting: dict[str | None, ToolCallPart] = {}
    for _, part in context.conversation.parts():
        if isinstance(part, ToolCallPart) and part.is_for_client:
            waiting[part.call_id.value] = part
        elif isinstance(part, ToolResultPart):
            waiting.pop(part.call_id.value, None)
        elif not isinstance(part, (ReasoningPart, ToolCallPart)):
            yield from waiting.values()
            waiting = {}


profile = Target(
    "deepseek",
    "DeepSeek",
    (_CHAT, "openai-responses", "anthropic"),
    Signs(
        hosts=("api.deepseek.com",),
        providers=("deepseek",),
        models=r"(?i)deepseek-(chat|coder|reasoner|v\d[\w.-]*)",
        ids=r"call_\d\d_[A-Za-z0-9_]{16,}",
    ),
    shares=(
        Shared(
            key="chat-tool-results-must-follow",
            rule="unanswered-call",
            error_text="An assistant message with 'tool_calls' must be followed by tool "
            "messages responding to each 'tool_call_id'. (insufficient tool messages "
            "following tool_calls message)",
            source="TurixAI/TuriX-CUA#15, bytedance/deer-flow#2706, gptme/gptme#3421",
        ),
        Shared(
            key="chat-orphan-tool-message",
            rule="unexpected-result",
            error_text="Messages with role 'tool' must be a response to a preceding message "
            "with 'tool_calls'",
            source="qwersyk/Newelle#425, FoundationAgents/OpenManus#227",
        ),
        Shared(
            key="chat-empty-tools",
            rule="list-length",
            source="runebookai/tome#87",
        ),
        Shared(
            key="chat-duplicate-tool-call-id",
            rule="second-result",
            source="DeepSeek's answer in a public thread",
            confidence="medium",
        ),
    ),
    grounds={
        "reasoning-content-missing": (
            ThoughtsWanted(
                key="ds-reasoning-content",
                error_text="The `reasoning_content` in the thinking mode must be passed back "
                "to the API.",
                source="DeepSeek's guide to its thinking mode; earendil-works/pi#3636, "
                "SaladDay/cc-switch-cli#170 (with no word of thinking in the request)",
                since="2026-04",
                models=r"(?i)deepseek-v4",
                format=_CHAT,
            ),
            ThoughtsWanted(
                key="ds-reasoning-content",
                error_text="Missing `reasoning_content` field in the assistant message at "
                "message index …",
                source="abhigyanpatwari/GitNexus#43, Sylinko/Everywhere#287",
                since="2025-12",
                models=r"(?i)deepseek-(reasoner|v3\.2)",
                confidence="medium",
                format=_CHAT,
            ),
        ),
        "unanswered-call": (
            ResultGround(
                key="ds-output-at-once",
                error_text="No tool output found for tool call ….",
                source="deepseek-ai/DeepSeek-V3#1588, "
                "deepseek-ai/awesome-deepseek-integration#740, a recorded refusal",
                since="2026-08",
                find=_not_answered_at_once,
                where="directly behind it",
                format="openai-responses",
            ),
        ),
        "unknown-role": (
            KnownRoles(
                key="ds-roles",
                error_text=f"{_UNREADABLE}messages[…].role: unknown variant `…`, expected one "
                "of `system`, `user`, `assistant`, `tool`, `latest_reminder`",
                source="earendil-works/pi#1048, BenedictKing/ccx#149, "
                "eclipse-theia/theia#15144",
                roles=_ROLES,
                says_one=True,
                format=_CHAT,
            ),
        ),
        "tool-declaration": (
            DeclarationGround(
                key="ds-parameters-null",
                error_text="Invalid schema for function '…': schema must be a JSON Schema of "
                "'type: \"object\"', got 'type: null'.",
                source="farion1231/cc-switch#5490, #5300 and #5357, openai/codex#36441",
                fault=_is_null,
                format=_CHAT,
            ),
        ),
        "content-null": (
            ContentGround(
                key="ds-content-required",
                error_text=f"{_UNREADABLE}messages[…]: missing field `content`",
                source="pig-mesh/deepseek4j#40",
                fault=_has_no_content,
                format=_CHAT,
            ),
        ),
        "content-part-type": (
            PartTypes(
                key="ds-text-parts",
                error_text=f"{_UNREADABLE}messages[…]: unknown variant `…`, expected `text`",
                source="danny-avila/LibreChat#10756; newer models may take images",
                roles=("system", "user", "assistant"),
                types=("text",),
                confidence="medium",
                format=_CHAT,
            ),
        ),
        "result-form": (
            ResultForm(
                key="ds-no-lists",
                error_text=f"{_UNREADABLE}messages[…]: invalid type: sequence, expected a "
                "string",
                source="BerriAI/litellm#6642, huggingface/smolagents#1158, "
                "google/adk-python#314",
                since="2024-11",
                until="2025-12",
                fields={"tool": "content"},
                types=(),
                format=_CHAT,
            ),
            ResultForm(
                key="ds-text-parts",
                error_text=f"{_UNREADABLE}messages[…]: unknown variant `…`, expected `text`",
                source="danny-avila/LibreChat#10756; newer models may take images",
                fields={"tool": "content"},
                types=("text",),
                confidence="medium",
                format=_CHAT,
            ),
        ),
        "arguments-not-text": (
            ArgumentFields(
                key="ds-arguments-text",
                error_text="",
                source="DeepSeek's API reference; its answers on other fields of such types",
                fields={"function": ("function", "arguments")},
                confidence="medium",
                format=_CHAT,
            ),
        ),
        "tool-declaration-root": (
            SchemaGround(
                key="ds-schema-object",
                error_text="Invalid schema for function '…': schema must be a JSON Schema of "
                "'type: \"object\"', got 'type: …'.",
                source="end-4/dots-hyprland#3640, which sent an empty schema and a plain one; "
                "alibaba/spring-ai-alibaba#4937 (2026-08), farion1231/cc-switch#5048",
                find=is_no_object,
                format=_CHAT,
            ),
        ),
        "tool-declaration-pattern": (
            SchemaGround(
                key="ds-schema-pattern",
                error_text='Invalid schema for function \'…\': "…" is not a "regex"',
                source="Dokploy/mcp#43, #70 and #72 (2026-05 to 2026-08, "
                "deepseek-v4-pro and deepseek-v4-flash)",
                find=patterns_that(leaves_a_class_open, "leaves a class open"),
                format=_CHAT,
            ),
        ),
    },
    takes={
        _CHAT: Taken(
            source="recorded answers of 2026-06; DeepSeek's API reference",
            fields={
                "system": frozenset({"role", "content", "name"}),
                "user": frozenset({"role", "content", "name"}),
                "assistant": frozenset(
                    {"role", "content", "name", "prefix", "reasoning_content", "tool_calls"}
                ),
                "tool": frozenset({"role", "content", "tool_call_id"}),
            },
        ),
        "openai-responses": Taken(
            source="recorded answers of 2026-08",
            fields={
                "user": frozenset({"role", "content"}),
                "assistant": frozenset({"role", "content"}),
                "reasoning": frozenset(
                    {"type", "id", "summary", "content", "encrypted_content"}
                ),
                "function_call": frozenset({"type", "call_id", "name", "arguments"}),
                "function_call_output": frozenset({"type", "call_id", "output"}),
            },
        ),
    },
)
