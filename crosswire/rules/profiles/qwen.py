"""Qwen at Alibaba's DashScope."""

from crosswire.rules.content.arguments_unreadable import ReadArguments
from crosswire.rules.target import Shared, Signs, Taken, Target
from crosswire.rules.uses import Use

_CHAT = "openai-chat"
_BEGINS = "<400> InternalError.Algo.InvalidParameter: "
_QWEN_CODE = "Qwen's own agent (QwenLM/qwen-code), which sends it to DashScope"
_GUIDE = "Alibaba's guide to function calling"


profile = Target(
    "qwen",
    "Qwen (DashScope)",
    (_CHAT, "openai-responses", "anthropic"),
    Signs(
        hosts=(
            "dashscope.aliyuncs.com",
            "dashscope-intl.aliyuncs.com",
            "dashscope-us.aliyuncs.com",
            "portal.qwen.ai",
        ),
        providers=("qwen", "dashscope", "alibaba", "alibabacloud", "bailian", "tongyi"),
        models=r"(?i)qwen[\d.]*-(max|plus|turbo|flash|long|(coder|vl|omni|math)-"
        r"(max|plus|turbo|flash))[\w.-]*|qwq-plus[\w.-]*",
    ),
    shares=(
        Shared(
            key="chat-tool-results-must-follow",
            rule="unanswered-call",
            error_text=f'{_BEGINS}An assistant message with "tool_calls" must be followed by '
            'tool messages responding to each "tool_call_id". The following tool_call_ids '
            "did not have response messages: …",
            source="QwenLM/qwen-code#315 and #869",
        ),
        Shared(
            key="chat-orphan-tool-message",
            rule="unexpected-result",
            error_text=f'{_BEGINS}messages with role "tool" must be a response to a '
            'preceeding message with "tool_calls".',
            source="QwenLM/qwen-code#2360, sigoden/aichat#993, labring/FastGPT#4184",
        ),
    ),
    grounds={
        "arguments-unreadable": (
            ReadArguments(
                key="qwen-arguments-json",
                error_text=f'{_BEGINS}The "function.arguments" parameter of the code model '
                "must be in JSON format.",
                source="explyt/explyt#23",
                wants="json",
                takes_empty=True,
                format=_CHAT,
            ),
        ),
    },
    takes={
        _CHAT: Taken(
            source="the requests that Qwen's own agent sends to DashScope (QwenLM/qwen-code, "
            "2026), and Alibaba's guide to function calling",
            fields={
                "system": frozenset({"role", "content"}),
                "user": frozenset({"role", "content"}),
                "assistant": frozenset({"role", "content", "reasoning_content", "tool_calls"}),
                "tool": frozenset({"role", "content", "tool_call_id"}),
            },
            models=r"(?i)(^|/)qwen[\d.]*-(max|plus|flash|turbo|coder)",
            has_own_models=True,
            uses={
                Use.TOOLS: _GUIDE,
                Use.CALLS: f"{_GUIDE}; {_QWEN_CODE}",
                Use.PARALLEL: f"{_GUIDE}; {_QWEN_CODE}",
                Use.NO_TEXT: _QWEN_CODE,
                Use.NULL_TEXT: _QWEN_CODE,
                Use.THOUGHTS: _QWEN_CODE,
                Use.PARTS: _QWEN_CODE,
                Use.PARTS_OF_RESULTS: _QWEN_CODE,
                Use.EMPTY_RESULT: _QWEN_CODE,
            },
        )
    },
)
