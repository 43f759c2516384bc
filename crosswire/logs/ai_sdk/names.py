"""The names of the AI SDK's messages, and of what stands in them."""

from crosswire.model import Role, Traits

NAME = "ai-sdk"
TITLE = "Vercel AI SDK"
# Its words are no provider's, so that nothing of it is ever written as it stands.
WIRE_FORMAT = NAME
# A step ends with the results of its calls: what is said in another one comes behind them.
TRAITS = Traits(results_follow_calls=False, turn_is_one_message=True)
SIGNS = frozenset[str]()

ROLES: dict[str, Role] = {
    "system": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "data": "other",
}
SAYS_NOTHING = frozenset({"id", "type", "state", "experimental_attachments", "attachments"})
BESIDE = frozenset(
    {"providerOptions", "providerMetadata", "experimental_providerMetadata", "metadata"}
    | {"callProviderMetadata", "resultProviderMetadata", "annotations", "createdAt"}
    | {"finishReason", "rawFinishReason", "usage", "totalUsage", "warnings", "request"}
    | {"response", "stepType", "isContinued", "logprobs", "sources", "files", "data"}
    | {"text", "reasoningText", "reasoning", "reasoningDetails", "experimental_output"}
    | {"staticToolCalls", "dynamicToolCalls", "staticToolResults", "dynamicToolResults"}
    | {"stepNumber", "model", "chatId", "trigger", "messageId", "revisionId", "performance"}
)
"""Fields that tell of a message or a step, or tell again what its content says."""
OF_PROVIDER = ("providerOptions", "providerMetadata", "experimental_providerMetadata")
"""Where a part has what only its provider understands."""
