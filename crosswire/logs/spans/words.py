"""The names of attributes, in the conventions that programs follow: OpenTelemetry's for GenAI
of each version, OpenInference's, the AI SDK's, Traceloop's. A convention is a row in tables.
"""

from __future__ import annotations

from crosswire.logs.spans.span import Kind

PREFIXES = ("gen_ai.", "llm.", "ai.", "openinference.", "traceloop.")
"""How the names of attributes begin that tell of models."""
INPUTS = (
    *("gen_ai.input.messages", "gen_ai.prompt", "llm.input_messages", "ai.prompt.messages"),
    *("ai.prompt", "request_data", "gcp.vertex.agent.llm_request", "mlflow.spanInputs"),
    *("langfuse.observation.input", "braintrust.input_json", "braintrust.input"),
    *("input.value", "traceloop.entity.input", "input"),
)
OUTPUTS = (
    *("gen_ai.output.messages", "gen_ai.completion", "llm.output_messages", "response_data"),
    *("gcp.vertex.agent.llm_response", "mlflow.spanOutputs", "langfuse.observation.output"),
    *("braintrust.output_json", "braintrust.output"),
    *("output.value", "traceloop.entity.output", "output"),
)
_OF_ANY_SPAN = 3
"""The last of both, which spans of any kind have."""
INDEXED_INPUTS = ("llm.input_messages.", "gen_ai.prompt.", "llm.prompts.")
INDEXED_OUTPUTS = ("llm.output_messages.", "gen_ai.completion.", "llm.completions.")
SYSTEM = ("gen_ai.system_instructions", "gen_ai.system.instructions")
ELSEWHERE = tuple(
    f"gen_ai.{name}{sign}ref"
    for name in (
        "input.messages",
        "output.messages",
        "system_instructions",
        "tool.definitions",
    )
    for sign in ("_", ".")
)
"""What names the place that an exporter uploaded messages to, instead of them."""
HISTORIES = ("pydantic_ai.all_messages", "all_messages_events")
TOOLS = ("gen_ai.tool.definitions", "gen_ai.request.tools", "ai.prompt.tools", "llm.tools")
OF_AI_SDK = ("ai.response.reasoning", "ai.response.text", "ai.response.toolCalls")
OBJECT_OF_AI_SDK = "ai.response.object"
EVENTS = "events"
"""Messages as events, in an attribute."""

CALL_IDS = ("gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id", "tool.call.id")
CALL_NAMES = ("gen_ai.tool.name", "ai.toolCall.name", "tool.name", "traceloop.entity.name")
CALL_ARGUMENTS = (
    *("gen_ai.tool.call.arguments", "tool_arguments", "ai.toolCall.args", "ai.toolCall.input"),
    *(
        "gen_ai.tool.input",
        "input.value",
        "traceloop.entity.input",
        "tool.parameters",
        "input",
    ),
)
CALL_RESULTS = (
    *("gen_ai.tool.call.result", "tool_response", "ai.toolCall.result", "ai.toolCall.output"),
    *("gen_ai.tool.output", "gcp.vertex.agent.tool_response", "mlflow.spanOutputs"),
    *("langfuse.observation.output", "output.value", "traceloop.entity.output", "output"),
)
SESSIONS = ("gen_ai.conversation.id", "session.id", "langfuse.session.id")
NAMES_OF_AGENTS = ("gen_ai.agent.name", "agent.name", "agent_name")

SETTINGS: dict[str, tuple[str, ...]] = {
    "model": (
        "gen_ai.request.model",
        "llm.model_name",
        "ai.model.id",
        "gen_ai.response.model",
    ),
    "temperature": ("gen_ai.request.temperature", "ai.settings.temperature"),
    "max_output_tokens": ("gen_ai.request.max_tokens", "ai.settings.maxOutputTokens"),
    "top_p": ("gen_ai.request.top_p", "ai.settings.topP"),
}
"""A meaning -> the attributes that have it."""
USAGE: dict[str, tuple[str, ...]] = {
    "input_tokens": (
        *("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt"),
        *("ai.usage.inputTokens", "ai.usage.promptTokens"),
    ),
    "output_tokens": (
        *("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"),
        *("llm.token_count.completion", "ai.usage.outputTokens", "ai.usage.completionTokens"),
    ),
    "cached_tokens": (
        *("gen_ai.usage.cache_read.input_tokens", "llm.token_count.prompt_details.cache_read"),
        "ai.usage.cachedInputTokens",
    ),
    "reasoning_tokens": (
        *("gen_ai.usage.reasoning.output_tokens", "gen_ai.usage.details.reasoning_tokens"),
        *("llm.token_count.completion_details.reasoning", "ai.usage.reasoningTokens"),
    ),
}
"""A count -> the attributes that have it."""

PARTS_OF_USAGE = {
    "cached_tokens": ("input_tokens_details", "cached_tokens"),
    "reasoning_tokens": ("output_tokens_details", "reasoning_tokens"),
}
"""A count that is part of another -> where providers have it."""

_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("chat", "text_completion", "generate_content", "completion"), "model"),
    **dict.fromkeys(("execute_tool", "tool"), "tool"),
    **dict.fromkeys(("invoke_agent", "create_agent", "invoke_workflow", "agent"), "agent"),
    **dict.fromkeys(("llm", "generation", "model"), "model"),
    **dict.fromkeys(("embeddings", "retrieval", "chain", "embedding", "task"), "other"),
}
_OF_TOOLS = (*CALL_ARGUMENTS[:4], "gcp.vertex.agent.tool_call_args")
KIND = "openinference.span.kind"
"""Which some exports give a field of its own."""
_NAMED_BY = (
    *("gen_ai.operation.name", KIND, "traceloop.span.kind"),
    *("langfuse.observation.type", "langsmith.span.kind", "mlflow.spanType"),
)

BOOKKEEPING = (
    *(
        "gen_ai.usage.",
        "gen_ai.request.",
        "gen_ai.response.",
        "gen_ai.agent.",
        "gen_ai.system",
    ),
    *("gen_ai.provider", "gen_ai.operation", "gen_ai.tool.", "gen_ai.conversation."),
    *(
        "gen_ai.output.type",
        "gen_ai.openai",
        "gen_ai.token",
        "gen_ai.evaluation",
        "gen_ai.data",
    ),
    *(
        "llm.token_count",
        "llm.model",
        "llm.system",
        "llm.provider",
        "llm.invocation",
        "llm.cost",
    ),
    *("llm.finish", "llm.request", "llm.response", "llm.is_", "llm.headers", "llm.usage"),
    *(
        "llm.prompt_template",
        "openinference.",
        "input.mime",
        "output.mime",
        "metadata",
        "tag.",
    ),
    *(
        "session.",
        "user.",
        "graph.",
        "agent.",
        "tool.",
        "tool_call.",
        "ai.settings",
        "ai.model",
    ),
    *("ai.usage", "ai.telemetry", "ai.request", "ai.response.finish", "ai.response.id"),
    *("ai.response.m", "ai.response.avg", "ai.response.timestamp", "ai.response.provider"),
    *("ai.operation", "ai.prompt.toolChoice", "ai.schema", "ai.toolCall.", "operation."),
    *("resource.", "traceloop.", "logfire.", "model_request_parameters", "model_name"),
    *("server.", "http.", "url.", "network.", "net.", "peer.", "rpc.", "db.", "service."),
    *("telemetry.", "otel.", "code.", "thread.", "process.", "host.", "os.", "k8s.", "cloud."),
    *(
        "deployment.",
        "container.",
        "error.",
        "exception.",
        "virtual_parent.",
        "span.",
        "event.",
    ),
    *("langfuse.", "langsmith.", "mlflow.", "braintrust.", "pydantic_ai.", "final_result"),
    *(
        "internal.",
        "library.",
        "sampler.",
        "scope.",
        "enduser.",
        "copilot_chat.",
        "user_agent.",
    ),
    *("operation.cost", "gcp.", "aws.", "azure.", "agent_name", "tools", "agent"),
)
"""How the names begin of attributes that say nothing of a conversation, or say it again."""


def kind_named(words: list[str]) -> Kind | None:
    """What a span is about, by the words of its conventions."""
    return next((_KINDS[word.lower()] for word in words if word.lower() in _KINDS), None)


def kind_of(named: dict[str, str], names: list[str]) -> Kind:
    """What a span is about; `named` are its texts by the names of its attributes."""
    found = kind_named([named[name] for name in _NAMED_BY if name in named])
    operation = named.get("ai.operationId", "")
    if operation:
        if operation == "ai.toolCall":
            return "tool"
        of_model = operation.endswith((".doGenerate", ".doStream"))
        return "model" if of_model else "other" if ".embed" in operation else "agent"
    if found is not None:
        return found
    if any(name.startswith((*INDEXED_INPUTS, *INDEXED_OUTPUTS)) for name in names):
        return "model"
    if any(name in names for name in (*CALL_IDS[:2], *_OF_TOOLS)):
        return "tool"
    says = any(name in names for name in (*INPUTS[:-_OF_ANY_SPAN], *OUTPUTS[:-_OF_ANY_SPAN]))
    return "model" if says or "llm.request.type" in named else "other"
