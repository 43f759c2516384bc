"""Qwen at Alibaba's DashScope."""

from crosswire.rules.content.arguments_unreadable import ReadArguments
from crosswire.rules.target import Shared, Signs, Target

_CHAT = "openai-chat"
_BEGINS = "<400> InternalError.Algo.InvalidParameter: "

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
)
