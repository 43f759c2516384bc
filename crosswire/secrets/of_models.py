"""Keys of providers of models, and of services around models."""

from __future__ import annotations

from crosswire.secrets.secret_rule import HEX, SecretRule, made_up, named, prefixed

_UNDOCUMENTED = "as its console hands them out; the shape is not documented"

RULES: tuple[SecretRule, ...] = (
    prefixed(
        "anthropic-key",
        "Anthropic key",
        "sk-ant-",
        "[a-z0-9]{3,12}-[A-Za-z0-9_-]{20,200}",
        source=(
            "docs.anthropic.com, Admin API: sk-ant-api, sk-ant-admin; of OAuth "
            "sk-ant-oat, sk-ant-ort"
        ),
        example="sk-ant-" + "api03-" + made_up(93),
    ),
    prefixed(
        "openai-key",
        "OpenAI key",
        "sk-proj- sk-svcacct- sk-admin- sk-None-",
        "[A-Za-z0-9_-]{20,250}",
        seek="sk-",
        source=(
            "platform.openai.com, API reference: keys of projects, service accounts and admins"
        ),
        example="sk-" + "proj-" + made_up(48),
    ),
    prefixed(
        "openrouter-key",
        "OpenRouter key",
        "sk-or-v1-",
        "[0-9a-f]{64}",
        source="openrouter.ai/docs, Authentication",
        example="sk-or-" + "v1-" + made_up(64, HEX),
    ),
    prefixed(
        "langfuse-key",
        "Langfuse secret key",
        "sk-lf-",
        "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        source="langfuse.com/docs: sk-lf- and a UUID (pk-lf- is public)",
        example="sk-" + "lf-" + "-".join(made_up(n, HEX) for n in (8, 4, 4, 4, 12)),
    ),
    prefixed(
        "langsmith-key",
        "LangSmith key",
        "lsv2_pt_ lsv2_sk_",
        "[0-9a-f]{32}_[0-9a-f]{10}",
        seek="lsv2_",
        source="docs.smith.langchain.com: personal tokens lsv2_pt_, service keys lsv2_sk_",
        example="lsv2_" + "pt_" + made_up(32, HEX) + "_" + made_up(10, HEX),
    ),
    prefixed(
        "groq-key",
        "Groq key",
        "gsk_",
        "[A-Za-z0-9]{40,64}",
        source="console.groq.com/docs: gsk_",
        example="gsk" + "_" + made_up(52),
    ),
    prefixed(
        "xai-key",
        "xAI key",
        "xai-",
        "[A-Za-z0-9]{60,100}",
        source="docs.x.ai: xai-",
        example="xai" + "-" + made_up(80),
    ),
    prefixed(
        "perplexity-key",
        "Perplexity key",
        "pplx-",
        "[A-Za-z0-9]{40,64}",
        source="docs.perplexity.ai: pplx-",
        example="pplx" + "-" + made_up(48),
    ),
    prefixed(
        "replicate-token",
        "Replicate token",
        "r8_",
        "[A-Za-z0-9]{37,40}",
        source="replicate.com/docs: tokens begin with r8_ and have 40 characters",
        example="r8" + "_" + made_up(37),
    ),
    prefixed(
        "huggingface-token",
        "Hugging Face token",
        "hf_ api_org_",
        "[A-Za-z0-9]{30,40}",
        source=(
            "huggingface.co/docs, User access tokens: hf_; of organisations, formerly: "
            "api_org_"
        ),
        example="hf" + "_" + made_up(34, "aBcDeFgHiJkLmNoPqRsTuVwXyZ"),
    ),
    prefixed(
        "nvidia-key",
        "NVIDIA key",
        "nvapi-",
        "[A-Za-z0-9_-]{60,80}",
        source="docs.api.nvidia.com: nvapi-",
        example="nvapi" + "-" + made_up(64),
    ),
    prefixed(
        "cerebras-key",
        "Cerebras key",
        "csk-",
        "[a-z0-9]{40,64}",
        source=f"inference-docs.cerebras.ai, {_UNDOCUMENTED}",
        example="csk" + "-" + made_up(48, "abcdefghjkmnpqrstuvwxyz23456789"),
    ),
    prefixed(
        "fireworks-key",
        "Fireworks key",
        "fw_",
        "[A-Za-z0-9]{22,30}",
        source=f"docs.fireworks.ai, {_UNDOCUMENTED}",
        example="fw" + "_" + made_up(24),
        least_entropy=3.3,
    ),
    prefixed(
        "elevenlabs-key",
        "ElevenLabs key",
        "sk_",
        "[0-9a-f]{48}",
        source=f"elevenlabs.io/docs, {_UNDOCUMENTED}",
        example="sk" + "_" + made_up(48, HEX),
    ),
    prefixed(
        "tavily-key",
        "Tavily key",
        "tvly-",
        "[A-Za-z0-9-]{30,64}",
        source="docs.tavily.com: tvly-",
        example="tvly" + "-dev-" + made_up(32),
    ),
    prefixed(
        "e2b-key",
        "E2B key",
        "e2b_",
        "[0-9a-f]{40}",
        source="e2b.dev/docs: e2b_",
        example="e2b" + "_" + made_up(40, HEX),
    ),
    prefixed(
        "sk-key",
        "Key of the shape sk-…",
        "sk-",
        "[A-Za-z0-9]{20,64}",
        source=(
            "older keys of OpenAI; DeepSeek, Moonshot and others who speak its API took "
            "the shape over"
        ),
        example="sk" + "-" + made_up(48),
        least_entropy=3.3,
    ),
    named(
        "mistral-key",
        "Mistral key",
        "MISTRAL_API_KEY mistral_api_key",
        "[A-Za-z0-9]{32}",
        source=f"docs.mistral.ai names the variable; the key, {_UNDOCUMENTED}",
        example=made_up(32),
    ),
    named(
        "cohere-key",
        "Cohere key",
        "COHERE_API_KEY CO_API_KEY cohere_api_key",
        "[A-Za-z0-9]{40}",
        source=f"docs.cohere.com names the variable; the key, {_UNDOCUMENTED}",
        example=made_up(40),
    ),
    named(
        "azure-openai-key",
        "Azure OpenAI key",
        "AZURE_OPENAI_API_KEY AZURE_OPENAI_KEY azure_openai_api_key",
        "[A-Za-z0-9]{32,84}",
        source=(
            "learn.microsoft.com names the variable: 32 hex digits, or 84 letters and "
            "digits since 2024"
        ),
        example=made_up(84),
    ),
)
