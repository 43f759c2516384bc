"""llama.cpp's server."""

from crosswire.model import JsonObject
from crosswire.rules.content.arguments_unreadable import ReadArguments
from crosswire.rules.content.content_beside_calls import BesideCalls
from crosswire.rules.content.content_null import ContentGround
from crosswire.rules.finding import Ground
from crosswire.rules.id_form.nine_characters import NineCharacters
from crosswire.rules.model_templates import (
    ALTERNATING_GEMMA,
    ALTERNATING_MISTRAL,
    OLD_MISTRAL,
    TAKING_ANY,
)
from crosswire.rules.order.ends_with_assistant import LastMessage
from crosswire.rules.order.roles_alternate import TurnsTaken
from crosswire.rules.schema_grounds import SchemaGround
from crosswire.rules.schemas.tool_declaration_pattern import patterns_that
from crosswire.rules.target import Signs, Taken, Target
from crosswire.rules.uses import DECIDED_BY_TEMPLATE
from crosswire.tools.patterns import is_anchored

_CHAT = "openai-chat"
_TEMPLATE = "the template of Qwen 2.5"
_GPT_OSS = r"(?i)gpt-oss"


def _says_nothing(raw: JsonObject) -> str | None:
    if "content" in raw or "tool_calls" in raw:
        return None
    return "This message has neither content nor tool_calls."


def _is_of_a_part(pattern: str) -> bool:
    return not is_anchored(pattern)


profile = Target(
    "llama.cpp",
    "llama.cpp",
    (_CHAT, "openai-responses", "anthropic"),
    Signs(
        providers=("llamacpp", "llamaserver"),
        answers=(
            ("timings", ""),
            ("__verbose", ""),
            ("system_fingerprint", r"b\d{3,6}-[0-9a-f]{6,}"),
        ),
    ),
    grounds={
        "arguments-unreadable": (
            ReadArguments(
                key="lcpp-arguments-json",
                error_text="Failed to parse tool call arguments as JSON: …",
                source="ggml-org/llama.cpp#25510, OpenHands/OpenHands#13949, "
                "noonghunna/club-3090#1195 (`func_args_not_string` in common/chat.cpp)",
                status=500,
                wants="json",
                takes_empty=True,
                format=_CHAT,
            ),
        ),
        "ends-with-assistant": (
            LastMessage(
                key="lcpp-last-two",
                error_text="Cannot have 2 or more assistant messages at the end of the list.",
                source="co-l/openfox#367, amd/gaia#1667, HKUDS/nanobot#2376",
                at_least=2,
                format=_CHAT,
            ),
        ),
        "roles-alternate": (
            TurnsTaken(
                key="lcpp-template-turns",
                error_text="After the optional system message, conversation roles must "
                "alternate user and assistant roles except for tool calls and results.",
                source="ggml-org/llama.cpp#19851, eclipse-theia/theia#17104, "
                "SWE-agent/mini-swe-agent#759",
                status=500,
                models=ALTERNATING_MISTRAL,
                leaves_calls_aside=True,
                format=_CHAT,
            ),
            TurnsTaken(
                key="lcpp-template-turns",
                error_text="Conversation roles must alternate user/assistant/user/assistant/…",
                source="janhq/jan#6254, and the templates of Gemma 1 to 3",
                status=500,
                models=ALTERNATING_GEMMA,
                confidence="medium",
                format=_CHAT,
            ),
        ),
        "nine-characters": (
            NineCharacters(
                key="lcpp-mistral-id",
                error_text="Tool call IDs should be alphanumeric strings with length 9!",
                source="ggml-org/llama.cpp#14349",
                status=500,
                models=OLD_MISTRAL,
                confidence="medium",
                format=_CHAT,
            ),
        ),
        "content-beside-calls": (
            BesideCalls(
                key="lcpp-thinking-and-content",
                error_text="Cannot pass both content and thinking in an assistant message "
                "with tool calls! Put the analysis message in one or the other, but not both.",
                source="ggml-org/llama.cpp#17040 and #19703",
                status=500,
                models=_GPT_OSS,
                confidence="medium",
                fields=(("content",), ("thinking", "reasoning_content")),
                message="This message has content and thoughts beside its calls",
                format=_CHAT,
            ),
        ),
        "channel-marks": (
            Ground(
                key="lcpp-channel-marks",
                error_text="You have passed a message containing <|channel|> tags in the "
                "content field. Instead of doing this, you should pass analysis messages …",
                source="ggml-org/llama.cpp#15242",
                status=500,
                models=_GPT_OSS,
                format=_CHAT,
            ),
        ),
        "content-null": (
            ContentGround(
                key="lcpp-nothing-said",
                error_text="Failed to parse messages: Expected 'content' or 'tool_calls'",
                source="`common_chat_msgs_parse_oaicompat` in common/chat.cpp (2026)",
                status=500,
                fault=_says_nothing,
                format=_CHAT,
            ),
        ),
        "tool-declaration-pattern": (
            SchemaGround(
                key="lcpp-schema-pattern",
                error_text="JSON schema conversion failed: Pattern must start with '^' and "
                "end with '$'",
                source="openclaw/openclaw#113562, ggml-org/llama.cpp#26930; since "
                "ggml-org/llama.cpp#26939 (2026-08) it is taken",
                confidence="medium",
                find=patterns_that(_is_of_a_part, "does not go from ^ to $"),
                format=_CHAT,
            ),
        ),
    },
    takes={
        _CHAT: Taken(
            source="`common_chat_msgs_parse_oaicompat` in common/chat.cpp (2026), and the "
            "template of Qwen 2.5",
            fields={
                "system": frozenset({"role", "content", "name"}),
                "user": frozenset({"role", "content", "name"}),
                "assistant": frozenset(
                    {"role", "content", "name", "tool_calls", "reasoning_content"}
                ),
                "tool": frozenset({"role", "content", "tool_call_id", "name"}),
            },
            models=TAKING_ANY,
            uses=dict.fromkeys(DECIDED_BY_TEMPLATE, _TEMPLATE),
        )
    },
)
