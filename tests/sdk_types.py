"""Holds payloads against the types of the providers' own SDKs; each check returns what is wrong.

The types are those of `tests/provider_schemas/`. A union answers with an error for each member,
so the one type is chosen by `role` or `type`.

No check sees the length, characters, pairing and order of ids, nor whether arguments are JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from tests.frozen_schemas import errors, members, words

Json = dict[str, Any]

OF_CHAT = "openai.types.chat"
OF_RESPONSES = "openai.types.responses"
OF_ANTHROPIC = "anthropic.types"
OF_INTERACTIONS = "google.genai._gaos.types.interactions"
OF_MISTRAL = "mistralai.client.models"


def check_openai_chat(payload: Json) -> list[str]:
    """What is wrong with a body of POST /chat/completions."""
    messages = _list(payload.get("messages"))
    body = {"model": "any", **payload, "messages": []}
    body.pop("stream", None)
    problems = errors(f"{OF_CHAT}.completion_create_params.CompletionCreateParamsNonStreaming", body)
    for i, message in enumerate(messages):
        kind = _CHAT_ROLES.get(_role(message), "ChatCompletionMessageParam")
        problems += errors(f"{OF_CHAT}.{kind}", message, f"messages/{i}")
    return problems


def check_openai_responses(payload: Json) -> list[str]:
    """What is wrong with a body of POST /responses."""
    items = payload.get("input", [])
    body = {"model": "any", **payload, "input": items if isinstance(items, str) else []}
    body.pop("stream", None)
    problems = errors(f"{OF_RESPONSES}.response_create_params.ResponseCreateParamsNonStreaming", body)
    for i, item in enumerate(_list(items)):
        problems += errors(_responses_item(item), item, f"input/{i}")
    return problems


def check_anthropic(payload: Json) -> list[str]:
    """What is wrong with a body of POST /v1/messages; blocks that only the beta has may stand."""
    body = {"model": "any", **payload, "messages": []}
    body.pop("stream", None)
    request = "message_create_params.MessageCreateParamsNonStreaming"
    problems = _either(body, f"{OF_ANTHROPIC}.{request}", f"{OF_ANTHROPIC}.beta.{request}")
    kinds = f"{OF_ANTHROPIC}.MessageParam", f"{OF_ANTHROPIC}.beta.BetaMessageParam"
    for i, message in enumerate(_list(payload.get("messages"))):
        problems += _either(message, *kinds, at=f"messages/{i}")
    return problems


def check_azure_foundry(payload: Json) -> list[str]:
    """What is wrong with a body of Azure AI Foundry's POST /responses, by Microsoft's validator."""
    validator = "azure.ai.agentserver.responses.models._validators.validate_create_response_payload"
    return errors(validator, {"model": "any", **payload})


def check_gemini(payload: Json) -> list[str]:
    """What is wrong with a body of :generateContent, in REST spelling."""
    return errors("google.genai.Models.generate_content", payload)


def check_gemini_interactions(payload: Json) -> list[str]:
    """What is wrong with a body of Gemini's POST /interactions."""
    given = payload.get("input", "")
    steps = given if isinstance(given, list) else []
    body = {"model": "any", **payload, "input": given if isinstance(given, str) else ""}
    problems = errors(f"{OF_INTERACTIONS}.createmodelinteraction.CreateModelInteraction", body)
    for i, step in enumerate(steps):
        problems += errors(_step_type(step), step, f"input/{i}")
    return problems


def _step_type(step: object) -> str:
    kind = step.get("type") if isinstance(step, dict) else None
    known = ("function_call", "function_result", "model_output", "thought", "user_input")
    name = f"{str(kind).title().replace('_', '')}Step"
    return (
        f"{OF_INTERACTIONS}.{name.lower()}.{name}" if kind in known else f"{OF_INTERACTIONS}.content.Content"
    )


def check_bedrock(payload: Json) -> list[str]:
    """What is wrong with the arguments of Converse; bytes are base64."""
    return errors("botocore:bedrock-runtime:ConverseRequest", {"modelId": "any", **payload})


_MISTRAL_ROLES = {
    "system": "SystemMessageTypedDict",
    "user": "UserMessageTypedDict",
    "assistant": "AssistantMessageTypedDict",
    "tool": "ToolMessageTypedDict",
}


def check_mistral(payload: Json) -> list[str]:
    """What is wrong with a body of Mistral's POST /chat/completions."""
    body = {"model": "any", **payload, "messages": []}
    problems = errors(f"{OF_MISTRAL}.ChatCompletionRequestTypedDict", body)
    for i, message in enumerate(_list(payload.get("messages"))):
        kind = _MISTRAL_ROLES.get(_role(message), "ChatCompletionRequestMessageTypedDict")
        problems += errors(f"{OF_MISTRAL}.{kind}", message, f"messages/{i}")
    return problems


_COHERE_ROLES = {
    "system": "SystemChatMessageV2",
    "user": "UserChatMessageV2",
    "assistant": "AssistantChatMessageV2",
    "tool": "ToolChatMessageV2",
}


def check_cohere(payload: Json) -> list[str]:
    """What is wrong with a body of Cohere's POST /v2/chat; what it refuses beside its types, too."""
    problems = errors("cohere.ClientV2.chat", {"model": "any", **payload, "messages": []})
    for i, message in enumerate(_list(payload.get("messages"))):
        kind = _COHERE_ROLES.get(_role(message), "ChatMessageV2")
        problems += errors(f"cohere.types.{kind}", message, f"messages/{i}")
        if _role(message) == "assistant" and message.get("tool_calls") and _said(message.get("content")):
            problems.append(f"messages/{i}/content: text beside calls stands in tool_plan")
    return problems


def _said(content: object) -> bool:
    parts = content if isinstance(content, list) else [{"text": content}]
    return any(isinstance(part, dict) and part.get("text") for part in parts)


def check_ollama(payload: Json) -> list[str]:
    """What is wrong with a body of Ollama's POST /api/chat.

    Ids and the `index` of a call, which the server knows and the package does not yet, are checked
    apart. Images are wrapped as its client does.
    """
    apart = {"messages": [], "tools": [], "options": {}}
    problems = errors("ollama._types.ChatRequest", {"model": "any", **payload, **apart})
    problems += errors("ollama._types.Options", payload.get("options", {}), "options")
    for i, message in enumerate(_list(payload.get("messages"))):
        known, ids = _as_ollama_client(message)
        problems += errors("ollama.Message", known, f"messages/{i}")
        problems += [
            f"messages/{i}: an id is no text: {value}" for value in ids if not isinstance(value, str)
        ]
    for i, tool in enumerate(_list(payload.get("tools"))):
        problems += errors("ollama._types.Tool", tool, f"tools/{i}")
    return problems


def _as_ollama_client(message: Any) -> tuple[Any, list[object]]:
    if not isinstance(message, dict):
        return message, []
    known = {name: value for name, value in message.items() if name != "tool_call_id"}
    ids = [message["tool_call_id"]] if "tool_call_id" in message else []
    if isinstance(known.get("images"), list):
        known["images"] = [{"value": image} for image in known["images"]]
    if isinstance(known.get("tool_calls"), list):
        calls = [call for call in known["tool_calls"] if isinstance(call, dict)]
        ids += [call["id"] for call in calls if "id" in call]
        known["tool_calls"] = [_without_place(call) for call in calls]
    return known, ids


def _without_place(call: Json) -> Json:
    function = call.get("function")
    plain = {name: call[name] for name in call if name != "id"}
    if isinstance(function, dict):
        plain["function"] = {name: function[name] for name in function if name != "index"}
    return plain


CHECKS: dict[str, Callable[[Json], list[str]]] = {
    "openai-chat": check_openai_chat,
    "openai-responses": check_openai_responses,
    "anthropic": check_anthropic,
    "gemini": check_gemini,
    "gemini-interactions": check_gemini_interactions,
    "azure-foundry": check_azure_foundry,
    "bedrock": check_bedrock,
    "mistral": check_mistral,
    "cohere": check_cohere,
    "ollama": check_ollama,
}


# Choosing the one type


_CHAT_ROLES = {
    "system": "ChatCompletionSystemMessageParam",
    "developer": "ChatCompletionDeveloperMessageParam",
    "user": "ChatCompletionUserMessageParam",
    "assistant": "ChatCompletionAssistantMessageParam",
    "tool": "ChatCompletionToolMessageParam",
    "function": "ChatCompletionFunctionMessageParam",
}


def _role(message: object) -> object:
    return message.get("role") if isinstance(message, dict) else None


def _responses_item(item: object) -> str:
    union = f"{OF_RESPONSES}.ResponseInputItemParam"
    if not isinstance(item, dict):
        return union
    kind = item.get("type", "message" if "role" in item else "item_reference")
    if kind != "message":
        return _items_by_type().get(kind, union)
    if item.get("role") == "assistant" and ("id" in item or "status" in item):
        return f"{OF_RESPONSES}.ResponseOutputMessageParam"
    if "status" in item:
        return f"{OF_RESPONSES}.response_input_param.Message"
    return f"{OF_RESPONSES}.EasyInputMessageParam"


@cache
def _items_by_type() -> dict[object, str]:
    """The members of the union of input items, by the `type` that each is for."""
    names: dict[object, str] = {}
    for name, schema in members(f"{OF_RESPONSES}.ResponseInputItemParam"):
        for word in words(schema["properties"].get("type", {})):
            names.setdefault(word, name)
    return names


def _either(value: object, *kinds: str, at: str = "") -> list[str]:
    """The errors of the first type, unless another one takes the value."""
    all_errors = [errors(kind, value, at) for kind in kinds]
    return all_errors[0] if all(all_errors) else []


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
