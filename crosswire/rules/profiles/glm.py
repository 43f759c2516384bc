"""GLM, the API of Zhipu and of Z.ai."""

from crosswire.rules.content.content_part_type import PartTypes
from crosswire.rules.content.empty_text import EmptyTextGround
from crosswire.rules.order.unknown_role import KnownRoles
from crosswire.rules.schema_grounds import SchemaGround
from crosswire.rules.schemas.tool_declaration_pattern import patterns_that
from crosswire.rules.target import Signs, Taken, Target
from crosswire.rules.uses import Use
from crosswire.tools.patterns import escapes

_CHAT = "openai-chat"


def _names_a_property(pattern: str) -> bool:
    r"""As in `\p{L}`."""
    return any(one in "pP" for one in escapes(pattern))


_REFERENCE = "Z.ai's reference of Chat Completions"
_RECORDED = "answers of api.z.ai to GLM 4.5 and 4.6V, recorded by charmbracelet/fantasy"


profile = Target(
    "glm",
    "GLM (Z.ai)",
    (_CHAT, "anthropic"),
    Signs(
        hosts=("open.bigmodel.cn", "api.z.ai"),
        providers=("glm", "zhipu", "zhipuai", "zai", "bigmodel"),
        models=r"(?i)(char)?glm-[\w.-]+",
    ),
    grounds={
        "unknown-role": (
            KnownRoles(
                key="glm-roles",
                error_text="Incorrect role information",
                source="openclaw/openclaw#23115 (角色信息不正确), earendil-works/pi#547",
                roles=("system", "user", "assistant", "tool"),
                says_one=True,
                format=_CHAT,
            ),
        ),
        "empty-text": (
            EmptyTextGround(
                key="glm-empty-text",
                error_text="messages[…].content[…].text: cannot be empty",
                source="zed-industries/zed#37751, gptme/gptme#1444 (code 1214)",
                since="2025-09",
                empty="block of a message",
                format=_CHAT,
            ),
        ),
        "content-part-type": (
            PartTypes(
                key="glm-text-parts",
                error_text="messages.content.type is invalid, allowed values: ['text'] / "
                "messages.content.type 参数非法\uff0c取值范围 ['text']",
                source="block/buzz#5701, BigPizzaV3/CodexPlusPlus#1760 (code 1210); models "
                "with a V take pictures, and newer ones may",
                since="2026-08",
                confidence="medium",
                models=r"(?i)glm-(?![\d.]*v)",
                roles=("system", "user", "assistant", "tool"),
                types=("text",),
                format=_CHAT,
            ),
        ),
        "tool-declaration-pattern": tuple(
            SchemaGround(
                key="glm-schema-pattern",
                error_text="",
                source="zai-org/feedback#593, which tried other patterns too, and "
                "anthropics/claude-code#93029 (2026-09, Anthropic's Messages; code 1210, "
                "which names no cause)",
                confidence="high" if format == "anthropic" else "medium",
                find=patterns_that(_names_a_property, "names a property of characters"),
                format=format,
            )
            for format in ("anthropic", _CHAT)
        ),
    },
    takes={
        _CHAT: Taken(
            source="Z.ai's reference of Chat Completions (2026), with the messages of text "
            "models field by field",
            fields={
                "system": frozenset({"role", "content"}),
                "user": frozenset({"role", "content"}),
                "assistant": frozenset({"role", "content", "reasoning_content", "tool_calls"}),
                "tool": frozenset({"role", "content", "tool_call_id"}),
            },
            models=r"(?i)glm-(4\.[5-9]|[5-9])",
            has_own_models=True,
            uses={
                Use.TOOLS: _REFERENCE,
                Use.CALLS: f"{_REFERENCE}; {_RECORDED}",
                Use.PARALLEL: _RECORDED,
                Use.NO_TEXT: f"{_REFERENCE}: beside calls the content is usually empty",
                Use.NULL_TEXT: "Zhipu's reference: the content of an answer that calls is "
                "null; the examples of z-ai-sdk-python give such an answer back as it is",
                Use.THOUGHTS: "Z.ai's guide to thinking; recorded by charmbracelet/fantasy",
            },
        )
    },
)
