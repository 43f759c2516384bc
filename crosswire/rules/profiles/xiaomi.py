"""Xiaomi's MiMo."""

from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import object_or_empty
from crosswire.rules.content.content_null import ContentGround
from crosswire.rules.content.result_form import ResultForm
from crosswire.rules.order.empty_message import EmptyMessage
from crosswire.rules.reasoning.reasoning_content_missing import ThoughtsWanted
from crosswire.rules.target import Signs, Taken, Target
from crosswire.rules.uses import Use

_CHAT = "openai-chat"
_WANTED = "The reasoning_content in the thinking mode must be passed back to the API."
_THINKS = r"(?i)mimo-v(2\.\d|2-(pro|omni)|[3-9])"


def _says_nothing(raw: JsonValue) -> bool:
    fields = object_or_empty(raw)
    says_some = fields.get("content") or fields.get("tool_calls")
    return fields.get("role") == "assistant" and not says_some


def _is_null_beside_calls(raw: JsonObject) -> str | None:
    is_null = raw.get("role") == "assistant" and raw.get("content") is None
    if not (is_null and raw.get("tool_calls")):
        return None
    return "This message calls and has no content, not even an empty text."


_GUIDE = "Xiaomi's guide to passing reasoning_content back (2026-05), with its example"


profile = Target(
    "xiaomi",
    "Xiaomi MiMo",
    (_CHAT, "anthropic"),
    Signs(
        hosts=("xiaomimimo.com",),
        providers=("xiaomi", "mimo", "xiaomimimo"),
        models=r"(?i)mimo(-v\d[\w.-]*)?",
    ),
    grounds={
        "reasoning-content-missing": (
            ThoughtsWanted(
                key="mimo-reasoning-content",
                error_text=_WANTED,
                source="Xiaomi's guide to passing it back; chatboxai/chatbox#3716, "
                "tailcallhq/forgecode#3347, earendil-works/pi#4602",
                since="2026-05",
                models=_THINKS,
                format=_CHAT,
            ),
            ThoughtsWanted(
                key="mimo-reasoning-content",
                error_text=_WANTED,
                source="Xiaomi's note of 2026-05-12 for all its models; "
                "chatboxai/chatbox#3716",
                since="2026-05",
                but_models=_THINKS,
                only_if_said=True,
                format=_CHAT,
            ),
        ),
        "empty-message": (
            EmptyMessage(
                key="mimo-text-set",
                error_text="Param Incorrect … `text` is not set",
                source="farion1231/cc-switch#464, XiaomiMiMo/MiMo#44",
                is_empty=_says_nothing,
                message="This message of the assistant is empty and calls nothing.",
                format=_CHAT,
            ),
        ),
        "content-null": (
            ContentGround(
                key="mimo-text-present",
                error_text="Param Incorrect … `text` is not present",
                source="XiaomiMiMo/MiMo-V2-Flash#8, XiaomiMiMo/MiMo#44; an empty text will do",
                fault=_is_null_beside_calls,
                confidence="medium",
                format=_CHAT,
            ),
        ),
        "result-form": (
            ResultForm(
                key="mimo-text-results",
                error_text="Param Incorrect … `text` is not set",
                source="XiaomiMiMo/MiMo#44",
                fields={"tool": "content"},
                types=("text",),
                format=_CHAT,
            ),
        ),
    },
    takes={
        _CHAT: Taken(
            source="Xiaomi's reference of its OpenAI format (2026)",
            fields={
                "system": frozenset({"role", "content"}),
                "user": frozenset({"role", "content"}),
                "assistant": frozenset({"role", "content", "reasoning_content", "tool_calls"}),
                "tool": frozenset({"role", "content", "tool_call_id"}),
            },
            models=r"(?i)mimo-v2(\.\d)?(-(pro|omni|flash))?$",
            has_own_models=True,
            uses={
                Use.TOOLS: _GUIDE,
                Use.CALLS: _GUIDE,
                Use.PARALLEL: "Xiaomi's own agent (XiaomiMiMo/MiMo-Code), which sends them",
                Use.NO_TEXT: "XiaomiMiMo/MiMo#44; an empty text will do",
                Use.THOUGHTS: _GUIDE,
            },
        )
    },
)
