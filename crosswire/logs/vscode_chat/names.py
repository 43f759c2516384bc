"""The names in a chat of VS Code."""

from crosswire.logs.sessions.blocks import Blocks
from crosswire.logs.sessions.fields import words
from crosswire.logs.sessions.kinds import Call, Media, Result, Text
from crosswire.model import Traits

NAME = "vscode-chat"
TITLE = "VS Code chat"
WIRE_FORMAT = NAME
TRAITS = Traits(results_follow_calls=False, program="VS Code chat")
SIGNS = frozenset({"k", "requests"})

CALL = Call(arguments="arguments")
SHOWN = Call(
    id="",
    name="toolId|toolName",
    arguments="resultDetails.input|toolSpecificData",
    is_prose=True,
)
RETURNED = Result(id="", content="resultDetails.output", error="resultDetails.isError")
BLOCKS = Blocks(
    {"text": Text(), "image": Media(media="image")},
    beside=words(
        "kind toolCallId toolId isConfirmed isComplete invocationMessage pastTenseMessage "
        "source resultDetails toolSpecificData presentation originMessage generatedTitle "
        "subAgentName subAgentInvocationId isAttachedToThinking confirmed"
    ),
)
SILENT = words(
    "progressMessage progressTask progressTaskSerialized undoStop codeblockUri "
    "confirmation prepareToolInvocation references mcpServersStarting command "
    "codeCitation warning textEditGroup notebookEditGroup textEdit elicitation "
    "elicitationSerialized multiDiffData treeData hook externalEdits disabledClaudeHooks "
    "questionCarousel workspaceEdit pullRequest extensions clearToPreviousToolInvocation "
    "externalToolInvocationUpdate"
)
"""Kinds of what the screen shows that hold nothing which was said."""
PATHS = "inlineReference.name|name|inlineReference.fsPath|inlineReference.path|inlineReference"
"""Where a reference in the answer has what it shows."""
NAMED = words(
    "version responderUsername requesterUsername initialLocation responderAvatarIconUri "
    "requesterAvatarIconUri sessionId creationDate lastMessageDate customTitle requests "
    "requestId timestamp modelId agent slashCommand variableData variables isHidden "
    "isCanceled responseId result metadata followups contentReferences codeCitations "
    "timings message parts response responseMarkdownInfo confirmation editedFileEvents "
    "modelState usedContext renderedUserMessage renderedGlobalContext cacheKey "
    "modelMessageId agentId codeBlocks toolCallRounds toolCallResults messages "
    "errorDetails details summary summaries kind k v i modeInfo inputState "
    "hasPendingEdits isImported shouldBeRemovedOnSend vote voteDownReason resolvedModel "
    "maxToolCallsExceeded toolInputRetry id text thinking statefulMarker selectedModel "
    "mode attachments selections contrib pendingRequests repoData compaction elapsedMs "
    "completionToken promptTokens outputTokens phase phaseModelId hookContext"
)
"""Fields around what was said."""
CANCELLED = 2
"""The state of an answer that the user stopped, since `isCanceled` is written no more."""
