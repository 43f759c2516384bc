"""The URL and headers of requests in each format; keys are names of variables.

Sources: the API references of OpenAI, Anthropic (`anthropic-version` is required), Google (the
URL names the model), Azure AI Foundry, Mistral, Cohere and Ollama, and "Use an Amazon Bedrock
API key", by which Converse takes a bearer token.
"""

from __future__ import annotations

from urllib.parse import quote

from msgspec import Struct

from crosswire.address import child, root
from crosswire.exports.export import Export
from crosswire.model import JsonObject, SettingPart
from crosswire.model.loss import Loss, LossKind

NO_MODEL = "NAME-OF-A-MODEL"
"""The word in place of a model where the log names none."""


class Endpoint(Struct, frozen=True):
    """A format's way to be sent."""

    url: str
    """With `{model}` for the name of the model; `$NAME` is a variable of the shell."""
    headers: tuple[str, ...]
    keys: tuple[str, ...]
    """The environment variables that must be set."""
    model_field: str | None = "model"
    """The field of the body that names the model; None where no field does."""


_BEARER = "Authorization: Bearer ${}"

ENDPOINTS: dict[str, Endpoint] = {
    "openai-chat": Endpoint(
        "https://api.openai.com/v1/chat/completions",
        (_BEARER.format("OPENAI_API_KEY"),),
        ("OPENAI_API_KEY",),
    ),
    "openai-responses": Endpoint(
        "https://api.openai.com/v1/responses",
        (_BEARER.format("OPENAI_API_KEY"),),
        ("OPENAI_API_KEY",),
    ),
    "anthropic": Endpoint(
        "https://api.anthropic.com/v1/messages",
        ("x-api-key: $ANTHROPIC_API_KEY", "anthropic-version: 2023-06-01"),
        ("ANTHROPIC_API_KEY",),
    ),
    "gemini": Endpoint(
        "https://generativelanguage.googleapis.com/v1beta/models/{model}:generateContent",
        ("x-goog-api-key: $GEMINI_API_KEY",),
        ("GEMINI_API_KEY",),
        model_field=None,
    ),
    "gemini-interactions": Endpoint(
        "https://generativelanguage.googleapis.com/v1beta/interactions",
        ("x-goog-api-key: $GEMINI_API_KEY",),
        ("GEMINI_API_KEY",),
    ),
    "azure-foundry": Endpoint(
        "https://$AZURE_RESOURCE.services.ai.azure.com/openai/v1/responses",
        ("api-key: $AZURE_API_KEY",),
        ("AZURE_RESOURCE", "AZURE_API_KEY"),
    ),
    "bedrock": Endpoint(
        "https://bedrock-runtime.$AWS_REGION.amazonaws.com/model/{model}/converse",
        (_BEARER.format("AWS_BEARER_TOKEN_BEDROCK"),),
        ("AWS_REGION", "AWS_BEARER_TOKEN_BEDROCK"),
        model_field=None,
    ),
    "mistral": Endpoint(
        "https://api.mistral.ai/v1/chat/completions",
        (_BEARER.format("MISTRAL_API_KEY"),),
        ("MISTRAL_API_KEY",),
    ),
    "cohere": Endpoint(
        "https://api.cohere.com/v2/chat", (_BEARER.format("CO_API_KEY"),), ("CO_API_KEY",)
    ),
    "ollama": Endpoint("http://localhost:11434/api/chat", (), ()),
}

_AGENT = Endpoint(
    "https://$AZURE_RESOURCE.services.ai.azure.com/api/projects/$AZURE_PROJECT/openai/v1/responses",
    (_BEARER.format("AZURE_TOKEN"),),
    ("AZURE_RESOURCE", "AZURE_PROJECT", "AZURE_TOKEN"),
)
"""Agents answer at their project, to a token of Entra."""


class Request(Struct, frozen=True):
    """A request: its body, URL and headers."""

    endpoint: Endpoint
    model: str
    """The model in the URL; `NO_MODEL` where the log names none."""
    body: JsonObject
    losses: list[Loss]


def request_of(export: Export) -> Request:
    """A rendering as it is sent; what no body has is said to be added."""
    endpoint = endpoint_of(export)
    body = dict(export.payload)
    if export.target == "bedrock":
        model = body.pop("modelId", None)
    elif endpoint.model_field is None:
        model = _model_of(export)
    elif names_agent(export):
        return Request(endpoint, "", body, [])
    else:
        model = body.get(endpoint.model_field)
    if isinstance(model, str) and model:
        return Request(endpoint, model, body, [])
    if endpoint.model_field is not None:
        body = {endpoint.model_field: NO_MODEL, **body}
    at = root() if endpoint.model_field is None else child(root(), endpoint.model_field)
    why = (
        f"A request names a model, and the log names none that is known there; {NO_MODEL} "
        "stands for it."
    )
    return Request(
        endpoint, NO_MODEL, body, [Loss(LossKind.ADDED, "no-model", "model", why, target=at)]
    )


def endpoint_of(export: Export) -> Endpoint:
    return _AGENT if names_agent(export) else ENDPOINTS[export.target]


def url_of(request: Request) -> str:
    """The address, with its variables left as they are."""
    model = quote(request.model, safe="", errors="backslashreplace")  # any text of a log
    return request.endpoint.url.replace("{model}", model)


def names_agent(export: Export) -> bool:
    """Whether an agent of Foundry is asked, who brings a model along."""
    named = export.payload.get("agent_reference") or export.payload.get("agent")
    return export.target == "azure-foundry" and bool(named)


def _model_of(export: Export) -> str | None:
    """The model that the log names beside a body, in the words of the target."""
    conversation = export.conversation
    if conversation.wire_format != export.target:
        return None
    named = [
        part.value
        for part in conversation.settings_and_tools
        if isinstance(part, SettingPart)
        and part.meaning == "model"
        and isinstance(part.value, str)
    ]
    return named[0].removeprefix("models/") if named else None
