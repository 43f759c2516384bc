"""The providers' own SDKs for Python: how a request body is given to them.

Fields that a method has had in all its versions are its arguments; others go where the SDK
takes fields it does not know. How each SDK is called was read in its own source.
"""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace


class Sdk(Struct, frozen=True):
    """How a provider's SDK is called."""

    package: str
    """As `pip install` takes it."""
    imports: tuple[str, ...]
    client: str
    call: str
    """The method; `{more}` is where further arguments go."""
    takes: frozenset[str]
    """Fields of the body that are arguments."""
    further: str | None = None
    """The argument that takes all other fields; None where there is none."""
    streams: str | None = None
    """The method for a stream, where it is another."""
    needs: tuple[str, ...] = field(default=())
    """Environment variables that the SDK reads."""


_CHAT_FIELDS = frozenset(
    {"messages", "model", "tools", "tool_choice", "stream", "temperature", "top_p"}
)

_FURTHER = "extra_body=further"
_OPENAI_CHAT = Sdk(
    "openai",
    ("from openai import OpenAI",),
    "OpenAI()",
    "client.chat.completions.create(**body{more})",
    _CHAT_FIELDS
    | {
        "frequency_penalty",
        "max_completion_tokens",
        "max_tokens",
        "n",
        "parallel_tool_calls",
        "presence_penalty",
        "reasoning_effort",
        "response_format",
        "seed",
        "stop",
        "stream_options",
        "user",
    },
    _FURTHER,
    needs=("OPENAI_API_KEY",),
)
_RESPONSES = Sdk(
    "openai",
    ("from openai import OpenAI",),
    "OpenAI()",
    "client.responses.create(**body{more})",
    frozenset(
        {
            "include",
            "input",
            "instructions",
            "max_output_tokens",
            "metadata",
            "model",
            "parallel_tool_calls",
            "previous_response_id",
            "reasoning",
            "store",
            "stream",
            "temperature",
            "text",
            "tool_choice",
            "tools",
            "top_p",
            "truncation",
        }
    ),
    _FURTHER,
    needs=("OPENAI_API_KEY",),
)
_AZURE_URL = "https://{os.environ['AZURE_RESOURCE']}.services.ai.azure.com"

SDKS: dict[str, Sdk] = {
    "openai-chat": _OPENAI_CHAT,
    "openai-responses": _RESPONSES,
    "anthropic": Sdk(
        "anthropic",
        ("import anthropic",),
        "anthropic.Anthropic()",
        "client.messages.create(**body{more})",
        frozenset(
            {
                "max_tokens",
                "messages",
                "metadata",
                "model",
                "stop_sequences",
                "stream",
                "system",
                "thinking",
                "tool_choice",
                "tools",
            }
        ),
        _FURTHER,
        needs=("ANTHROPIC_API_KEY",),
    ),
    "gemini": Sdk(
        "google-genai",
        ("from google import genai",),
        "genai.Client()",
        "client.models.generate_content(**body{more})",
        frozenset({"model", "contents"}),
        'config={"http_options": {"extra_body": further}}',
        needs=("GEMINI_API_KEY",),
    ),
    "gemini-interactions": Sdk(
        "google-genai",
        ("from google import genai",),
        "genai.Client()",
        "client.interactions.create(**body{more})",
        frozenset(
            {
                "background",
                "generation_config",
                "input",
                "model",
                "previous_interaction_id",
                "response_modalities",
                "store",
                "stream",
                "system_instruction",
                "tools",
            }
        ),
        _FURTHER,
        needs=("GEMINI_API_KEY",),
    ),
    "azure-foundry": Sdk(
        "openai",
        ("import os", "", "from openai import OpenAI"),
        f"OpenAI(base_url=f\"{_AZURE_URL}/openai/v1/\", api_key=os.environ['AZURE_API_KEY'])",
        _RESPONSES.call,
        _RESPONSES.takes,
        _FURTHER,
        needs=("AZURE_RESOURCE", "AZURE_API_KEY"),
    ),
    "bedrock": Sdk(
        "boto3",
        ("import boto3",),
        'boto3.client("bedrock-runtime")',
        "client.converse(**body{more})",
        frozenset(
            {
                "additionalModelRequestFields",
                "additionalModelResponseFieldPaths",
                "guardrailConfig",
                "inferenceConfig",
                "messages",
                "modelId",
                "performanceConfig",
                "promptVariables",
                "requestMetadata",
                "system",
                "toolConfig",
            }
        ),
        needs=("AWS_REGION", "AWS_BEARER_TOKEN_BEDROCK"),
    ),
    "mistral": Sdk(
        "mistralai",
        ("import os", "", "from mistralai.client import Mistral"),
        "Mistral(api_key=os.environ['MISTRAL_API_KEY'])",
        "client.chat.complete(**body{more})",
        _CHAT_FIELDS
        | {
            "frequency_penalty",
            "max_tokens",
            "metadata",
            "n",
            "parallel_tool_calls",
            "prediction",
            "presence_penalty",
            "prompt_mode",
            "random_seed",
            "response_format",
            "safe_prompt",
            "stop",
        },
        streams="client.chat.stream(**body{more})",
        needs=("MISTRAL_API_KEY",),
    ),
    "cohere": Sdk(
        "cohere",
        ("import cohere",),
        "cohere.ClientV2()",
        "client.chat(**body{more})",
        frozenset(
            {
                "citation_options",
                "documents",
                "frequency_penalty",
                "k",
                "max_tokens",
                "messages",
                "model",
                "p",
                "presence_penalty",
                "response_format",
                "safety_mode",
                "seed",
                "stop_sequences",
                "strict_tools",
                "temperature",
                "tool_choice",
                "tools",
            }
        ),
        'request_options={"additional_body_parameters": further}',
        streams="client.chat_stream(**body{more})",
        needs=("CO_API_KEY",),
    ),
    "ollama": Sdk(
        "ollama",
        ("import ollama",),
        "ollama.Client()",
        "client.chat(**body{more})",
        frozenset(
            {
                "format",
                "keep_alive",
                "messages",
                "model",
                "options",
                "stream",
                "think",
                "tools",
            }
        ),
    ),
}

AZURE_AGENT = replace(
    SDKS["azure-foundry"],
    client=(
        f'OpenAI(base_url=f"{_AZURE_URL}/api/projects/'
        "{os.environ['AZURE_PROJECT']}/openai/v1/\", "
        "api_key=os.environ['AZURE_TOKEN'])"
    ),
    needs=("AZURE_RESOURCE", "AZURE_PROJECT", "AZURE_TOKEN"),
)
"""Agents answer at their project, to a token of Entra."""
