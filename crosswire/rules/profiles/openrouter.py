"""OpenRouter: hands requests on to the providers of the models, and their refusals back."""

from crosswire.rules.target import Signs, Taken, Target, Upstream

_CHAT = "openai-chat"

profile = Target(
    "openrouter",
    "OpenRouter",
    (_CHAT, "openai-responses", "anthropic"),
    Signs(
        hosts=("openrouter.ai",),
        providers=("openrouter",),
        models=r"(?i)openrouter/.+|[\w.-]+/[\w.-]+:(free|nitro|floor|online|exacto)"
        r"|(anthropic/claude|google/gemini|x-ai/grok|openai/(gpt-[345]|o\d))[\w.:-]*",
        answers=(("id", r"gen-\d+-\w+"),),
    ),
    takes={
        _CHAT: Taken(
            source="recorded answers of 2026; OpenRouter's API reference",
            fields={
                "system": frozenset({"role", "content", "name"}),
                "developer": frozenset({"role", "content", "name"}),
                "user": frozenset({"role", "content", "name"}),
                "assistant": frozenset(
                    {"role", "content", "name", "tool_calls", "refusal"}
                    | {"reasoning", "reasoning_details"}
                ),
                "tool": frozenset({"role", "content", "tool_call_id", "name"}),
            },
        )
    },
    upstreams=(
        Upstream(
            target="anthropic",
            providers=("Anthropic",),
            models=r"(?i)anthropic/.+",
        ),
        Upstream(
            target="openai-chat",
            providers=("OpenAI", "Azure"),
            models=r"(?i)openai/(gpt-[345]|o\d|chatgpt).*",
        ),
        Upstream(
            target="gemini",
            providers=("Google AI Studio", "Google"),
            models=r"(?i)google/gemini.*",
        ),
        Upstream(target="bedrock", providers=("Amazon Bedrock",)),
        Upstream(target="vertex", providers=("Google Vertex",)),
        Upstream(target="mistral", providers=("Mistral",), models=r"(?i)mistralai/.+"),
        Upstream(target="xai", providers=("xAI",), models=r"(?i)x-ai/.+"),
        Upstream(target="perplexity", providers=("Perplexity",), models=r"(?i)perplexity/.+"),
        Upstream(target="cohere", providers=("Cohere",), models=r"(?i)cohere/.+"),
        # Who serves an open model is known only where the answer says so.
        Upstream(target="deepseek", providers=("DeepSeek",)),
        Upstream(target="groq", providers=("Groq",)),
        Upstream(target="kimi", providers=("Moonshot AI",)),
        Upstream(target="minimax", providers=("Minimax",)),
        Upstream(target="glm", providers=("Z.AI",)),
        Upstream(target="qwen", providers=("Alibaba",)),
        Upstream(target="xiaomi", providers=("Xiaomi",)),
    ),
)
