"""LM Studio's local server."""

from collections.abc import Iterator

from crosswire.model import JsonValue
from crosswire.model.json_values import object_or_empty
from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.id_form.nine_characters import NineCharacters
from crosswire.rules.model_templates import (
    ALTERNATING_GEMMA,
    ALTERNATING_MISTRAL,
    OLD_MISTRAL,
    TAKING_ANY,
)
from crosswire.rules.order.empty_message import EmptyMessage
from crosswire.rules.order.roles_alternate import TurnsTaken
from crosswire.rules.order.unknown_role import KnownRoles
from crosswire.rules.schema_grounds import Fault, SchemaGround
from crosswire.rules.schemas.tool_declaration_pattern import patterns_that
from crosswire.rules.target import Signs, Taken, Target
from crosswire.rules.uses import Use
from crosswire.tools.patterns import is_anchored

_CHAT = "openai-chat"


def _is_empty_text(raw: JsonValue) -> bool:
    fields = object_or_empty(raw)
    return fields.get("content") == "" and not fields.get("tool_calls")


def _lacks_properties(declared: DeclaredSchema) -> Iterator[Fault]:
    if not isinstance(object_or_empty(declared.schema).get("properties"), dict):
        yield (), "has no object `properties`, not even an empty one"


def _is_of_a_part(pattern: str) -> bool:
    return not is_anchored(pattern)


_DOCS = "LM Studio's documentation of tools, with Qwen 2.5 in its examples"


profile = Target(
    "lmstudio",
    "LM Studio",
    (_CHAT, "openai-responses", "anthropic"),
    Signs(
        hosts=("localhost:1234", "127.0.0.1:1234"),
        providers=("lmstudio",),
        models=r"(?i)lm_studio/.+",
        answers=(("model_info", ""), ("runtime", "")),
    ),
    grounds={
        "tool-declaration-root": (
            SchemaGround(
                key="lms-schema-properties",
                error_text='[{"code":"invalid_type","expected":"object","received":'
                '"undefined","path":[…,"function","parameters","properties"],"message":'
                '"Required"}]',
                source="unclecode/crawl4ai#2207 (2026-08), QwenLM/qwen-code#11410 and #11431, "
                "which asked LM Studio's own types (2026-09)",
                find=_lacks_properties,
                format=_CHAT,
            ),
        ),
        "roles-alternate": (
            TurnsTaken(
                key="lms-template-turns",
                error_text="After the optional system message, conversation roles must "
                "alternate user and assistant roles except for tool calls and results.",
                source="lmstudio-ai/lmstudio-bug-tracker#2218, mcowger/generic-copilot#43",
                models=ALTERNATING_MISTRAL,
                leaves_calls_aside=True,
                format=_CHAT,
            ),
            TurnsTaken(
                key="lms-template-turns",
                error_text="Conversation roles must alternate user/assistant/user/assistant/…",
                source="the templates of Gemma 1 to 3",
                models=ALTERNATING_GEMMA,
                confidence="medium",
                format=_CHAT,
            ),
        ),
        "unknown-role": (
            KnownRoles(
                key="lms-roles",
                error_text="'messages' array must only contain objects with a 'role' field "
                "that is in [user, assistant, system, tool]. Got '…'",
                source="lmstudio-ai/lmstudio-bug-tracker#669 (LM Studio 0.3.15)",
                since="2025-05",
                roles=("user", "assistant", "system", "tool"),
                says_one=True,
                format=_CHAT,
            ),
        ),
        "empty-message": (
            EmptyMessage(
                key="lms-content",
                error_text="'messages' array must only contain objects with a 'content' field "
                "that is not empty",
                source="microsoft/autogen#1521, phodal/auto-dev#175 (versions of 2024)",
                confidence="medium",
                is_empty=_is_empty_text,
                message="The content of this message is empty.",
                format=_CHAT,
            ),
        ),
        "nine-characters": (
            NineCharacters(
                key="lms-mistral-id",
                error_text="Tool call IDs should be alphanumeric strings with length 9!",
                source="the templates of these models",
                models=OLD_MISTRAL,
                confidence="medium",
                format=_CHAT,
            ),
        ),
        "tool-declaration-pattern": (
            SchemaGround(
                key="lms-schema-pattern",
                error_text="JSON schema conversion failed: Pattern must start with '^' and "
                "end with '$'",
                source="containers/kubernetes-mcp-server#758; llama.cpp, "
                "which it runs, takes it since 2026-08",
                confidence="medium",
                find=patterns_that(_is_of_a_part, "does not go from ^ to $"),
                format=_CHAT,
            ),
        ),
    },
    takes={
        _CHAT: Taken(
            source="LM Studio's documentation, and the template of Qwen 2.5",
            fields={
                "system": frozenset({"role", "content"}),
                "user": frozenset({"role", "content"}),
                "assistant": frozenset({"role", "content", "tool_calls"}),
                "tool": frozenset({"role", "content", "tool_call_id"}),
            },
            models=TAKING_ANY,
            uses=dict.fromkeys(
                (Use.TOOLS, Use.CALLS, Use.CALLS_ALONE, Use.PARALLEL, Use.NO_TEXT), _DOCS
            ),
        )
    },
)
