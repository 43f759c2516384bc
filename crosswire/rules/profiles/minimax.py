"""MiniMax."""

from crosswire.model import ToolPart
from crosswire.model.json_values import value_at
from crosswire.rules.content.arguments_unreadable import ReadArguments
from crosswire.rules.content.tool_declaration import DeclarationGround
from crosswire.rules.order.role_order import RoleOrder
from crosswire.rules.target import Shared, Signs, Taken, Target
from crosswire.rules.uses import Use

_CHAT = "openai-chat"
_SETTING = "invalid params, invalid chat setting (2013)"
_ALL_BUT_SYSTEM = ("user", "assistant", "tool")


def _has_no_parameters(declared: ToolPart) -> str | None:
    has_some = isinstance(value_at(declared.raw, "function", "parameters"), dict)
    return None if has_some else "has no parameters"


_VERIFIER = "MiniMax's own tests of its API for M3 (MiniMax-AI/MiniMax-Provider-Verifier)"
_ANTHROPIC = "MiniMax's reference of its Anthropic format, with a table of what it takes"
_M2_AND_LATER = r"(?i)minimax-m[2-9]"
_M3 = r"(?i)minimax-m3"
_AGENT = "MiniMax's own agent (MiniMax-AI/Mini-Agent), which sends it"


profile = Target(
    "minimax",
    "MiniMax",
    (_CHAT, "anthropic"),
    Signs(
        hosts=("api.minimax.io", "api.minimaxi.com", "api.minimax.chat"),
        providers=("minimax",),
        models=r"(?i)minimax-(m\d|text|h\d|vl)[\w.-]*|abab\d[\w.-]*",
        answers=(("base_resp", ""),),
        ids=r"call_function_\w+_\d+",
    ),
    shares=(
        Shared(
            key="chat-orphan-tool-message",
            rule="unexpected-result",
            error_text="invalid params, tool result's tool id(…) not found (2013)",
            source="MiniMax-AI/MiniMax-M2#76, anomalyco/opencode#32609",
        ),
        Shared(
            key="chat-tool-call-id-mismatch",
            rule="unexpected-result",
            error_text="invalid params, tool result's tool id(…) not found (2013)",
            source="MiniMax-AI/MiniMax-M2#76, anomalyco/opencode#32609",
        ),
        Shared(
            key="chat-tool-results-must-follow",
            rule="unanswered-call",
            error_text="invalid params, tool call result does not follow tool call (2013)",
            source="MiniMax-AI/MiniMax-M2#69, where something stood between the two",
            confidence="medium",
        ),
    ),
    grounds={
        "role-order": (
            RoleOrder(
                key="mm-one-system",
                error_text=_SETTING,
                source="openclaw/openclaw#19386 with two requests that differ in this alone, "
                "MiniMax-AI/MiniMax-M2#51, netease-youdao/LobsterAI#104, "
                f"stello-agent/stello#17; that M3 takes several: {_VERIFIER}",
                since="2025-11",
                but_models=_M3,
                takes={"system": _ALL_BUT_SYSTEM},
                format=_CHAT,
            ),
            RoleOrder(
                key="mm-one-system",
                error_text=_SETTING,
                source="MiniMax-AI/MiniMax-M2#51, where its maker says that one message of "
                "the system is taken; seen of messages behind each other",
                since="2025-11",
                confidence="medium",
                takes=dict.fromkeys(("user", "assistant", "tool"), _ALL_BUT_SYSTEM),
                format=_CHAT,
            ),
        ),
        "tool-declaration": (
            DeclarationGround(
                key="mm-parameters",
                error_text="invalid params, function parameters is empty (2013)",
                source="QwenLM/qwen-code#11834 and #11905, gsd-build/gsd-2#4538",
                fault=_has_no_parameters,
                format=_CHAT,
            ),
        ),
        "arguments-unreadable": (
            ReadArguments(
                key="mm-arguments-json",
                error_text="invalid params, invalid function arguments json string, "
                "tool_call_id: … (2013)",
                source="earendil-works/pi#5468, can1357/oh-my-pi#181, "
                "obot-platform/nanobot#237",
                wants="object",
                takes_empty=True,
                format=_CHAT,
            ),
        ),
    },
    takes={
        _CHAT: Taken(
            source="MiniMax's reference of its OpenAI format and its guide to tools (2026)",
            fields={
                "system": frozenset({"role", "content"}),
                "user": frozenset({"role", "content"}),
                "assistant": frozenset({"role", "content", "reasoning_details", "tool_calls"}),
                "tool": frozenset({"role", "content", "tool_call_id"}),
            },
            models=_M2_AND_LATER,
            has_own_models=True,
            uses={
                Use.TOOLS: "MiniMax's guide to tools",
                Use.CALLS: f"MiniMax's guide to tools; {_AGENT}",
                Use.PARALLEL: _AGENT,
                Use.NO_TEXT: _AGENT,
                Use.THOUGHTS: f"MiniMax's guide to tools; {_AGENT}",
            },
            further={
                _M3: dict.fromkeys(
                    (
                        Use.PARTS,
                        Use.NULL_TEXT,
                        Use.CALLS_ALONE,
                        Use.CHOICE,
                        Use.SEVERAL_SYSTEMS,
                    ),
                    _VERIFIER,
                )
            },
        ),
        "anthropic": Taken(
            source=_ANTHROPIC,
            fields=dict.fromkeys(("user", "assistant"), frozenset({"role", "content"})),
            models=_M2_AND_LATER,
            has_own_models=True,
            uses=dict.fromkeys(
                (
                    *(Use.TOOLS, Use.CHOICE, Use.CALLS, Use.PARALLEL, Use.THOUGHTS),
                    *(Use.PARTS, Use.PARTS_OF_MODEL),
                ),
                _ANTHROPIC,
            ),
        ),
    },
)
