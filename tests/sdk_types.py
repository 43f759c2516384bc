"""Holds payloads against the providers' own SDK types; each check returns what is wrong.

Traps that are taken care of: fields typed `Iterable` are validated lazily, so that nothing inside
is looked at before it is read; unknown keys pass unless they are forbidden; and a union answers
with an error for each member, so the one type is chosen by `role` or `type`.

What no check sees: the length, characters, pairing and order of ids, and whether arguments are JSON.
"""

from __future__ import annotations

import typing
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Literal, Required

import botocore.session
from anthropic.types import MessageParam
from anthropic.types.beta import BetaMessageParam
from anthropic.types.beta.message_create_params import (
    MessageCreateParamsNonStreaming as BetaMessageCreateParamsNonStreaming,
)
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from azure.ai.agentserver.responses.models._validators import validate_create_response_payload
from botocore.model import ListShape, OperationModel, Shape, StringShape, StructureShape
from botocore.validate import ParamValidator
from cohere import types as cohere
from google.genai import types as gemini
from mistralai.client import models as mistral
from ollama._types import ChatRequest as OllamaRequest
from ollama._types import Message as OllamaMessage
from ollama._types import Options as OllamaOptions
from ollama._types import Tool as OllamaTool
from openai.types import chat, responses
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming
from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

Json = dict[str, Any]


def check_openai_chat(payload: Json) -> list[str]:
    """What is wrong with a body of POST /chat/completions."""
    messages = _list(payload.get("messages"))
    body = {"model": "any", **payload, "messages": []}
    body.pop("stream", None)
    errors = _errors(_adapter(CompletionCreateParamsNonStreaming), body)
    for i, message in enumerate(messages):
        errors += _errors(_chat_message(message), message, f"messages/{i}")
    return errors


def check_openai_responses(payload: Json) -> list[str]:
    """What is wrong with a body of POST /responses."""
    items = payload.get("input", [])
    body = {"model": "any", **payload, "input": items if isinstance(items, str) else []}
    body.pop("stream", None)
    errors = _errors(_adapter(ResponseCreateParamsNonStreaming), body)
    for i, item in enumerate(_list(items)):
        errors += _errors(_responses_item(item), item, f"input/{i}")
    return errors


def check_anthropic(payload: Json) -> list[str]:
    """What is wrong with a body of POST /v1/messages; blocks that only the beta has may stand."""
    body = {"model": "any", **payload, "messages": []}
    body.pop("stream", None)
    errors = _either(body, MessageCreateParamsNonStreaming, BetaMessageCreateParamsNonStreaming)
    for i, message in enumerate(_list(payload.get("messages"))):
        errors += _either(message, MessageParam, BetaMessageParam, at=f"messages/{i}")
    return errors


def check_azure_foundry(payload: Json) -> list[str]:
    """What is wrong with a body of POST /responses of Azure AI Foundry, by Microsoft's own validator."""
    errors = validate_create_response_payload({"model": "any", **payload})
    return [f"{error['path']}: {error['message']}" for error in errors]


_GEMINI_FIELDS: dict[str, Any] = {
    "contents": list[gemini.Content],
    "systemInstruction": gemini.Content,
    "tools": list[gemini.Tool],
    "toolConfig": gemini.ToolConfig,
    "generationConfig": gemini.GenerationConfig,
    "safetySettings": list[gemini.SafetySetting],
    "cachedContent": str,
    "labels": dict[str, str],
    "model": str,
}


def check_gemini(payload: Json) -> list[str]:
    """What is wrong with a body of :generateContent, in REST spelling."""
    errors = [f"{name}: no field of a request" for name in payload if name not in _GEMINI_FIELDS]
    if "contents" not in payload:
        errors.append("contents: missing")
    for name, value in payload.items():
        if name in _GEMINI_FIELDS:
            errors += _errors(_adapter(_GEMINI_FIELDS[name]), value, name)
    return errors


def check_bedrock(payload: Json) -> list[str]:
    """What is wrong with the arguments of Converse, by botocore's model of the service; bytes are base64."""
    arguments = {"modelId": "any", **payload}
    shape = _converse().input_shape
    report = ParamValidator().validate(arguments, shape).generate_report()
    return [*report.splitlines(), *_strange_words(arguments, shape, "")]


@cache
def _converse() -> OperationModel:
    service = botocore.session.get_session().get_service_model("bedrock-runtime")
    return service.operation_model("Converse")


def _strange_words(value: object, shape: Shape, at: str) -> Iterator[str]:
    """Words that an enumeration of the model lacks; botocore leaves them to the service."""
    if isinstance(shape, StringShape) and shape.enum and value not in shape.enum:
        yield f"{at}: {value!r} is none of {shape.enum}"
    elif isinstance(shape, ListShape):
        for i, item in enumerate(_list(value)):
            yield from _strange_words(item, shape.member, f"{at}/{i}")
    elif isinstance(shape, StructureShape) and isinstance(value, dict):
        for name, inner in value.items():
            if name in shape.members:
                yield from _strange_words(inner, shape.members[name], f"{at}/{name}")


_MISTRAL_ROLES: dict[object, Any] = {
    "system": mistral.SystemMessageTypedDict,
    "user": mistral.UserMessageTypedDict,
    "assistant": mistral.AssistantMessageTypedDict,
    "tool": mistral.ToolMessageTypedDict,
}


def check_mistral(payload: Json) -> list[str]:
    """What is wrong with a body of Mistral's POST /chat/completions."""
    errors = _errors(
        _adapter(mistral.ChatCompletionRequestTypedDict), {"model": "any", **payload, "messages": []}
    )
    for i, message in enumerate(_list(payload.get("messages"))):
        role = message.get("role") if isinstance(message, dict) else None
        kind = _MISTRAL_ROLES.get(role, mistral.ChatCompletionRequestMessageTypedDict)
        errors += _errors(_adapter(kind), message, f"messages/{i}")
    return errors


class _CohereRequest(TypedDict, total=False):
    """The arguments of the client's `chat`, and `stream`, which it adds."""

    model: Required[str]
    messages: Required[list[Any]]
    tools: list[cohere.ToolV2]
    strict_tools: bool
    documents: list[str | cohere.Document]
    citation_options: cohere.CitationOptions
    response_format: cohere.ResponseFormatV2
    safety_mode: Literal["CONTEXTUAL", "STRICT", "OFF"]
    max_tokens: int
    stop_sequences: list[str]
    temperature: float
    seed: int
    frequency_penalty: float
    presence_penalty: float
    k: int
    p: float
    logprobs: bool
    tool_choice: Literal["REQUIRED", "NONE"]
    thinking: cohere.Thinking
    priority: int
    stream: bool


_COHERE_ROLES: dict[object, Any] = {
    "system": cohere.SystemChatMessageV2,
    "user": cohere.UserChatMessageV2,
    "assistant": cohere.AssistantChatMessageV2,
    "tool": cohere.ToolChatMessageV2,
}


def check_cohere(payload: Json) -> list[str]:
    """What is wrong with a body of Cohere's POST /v2/chat; what it refuses beside its types, too."""
    errors = _errors(_adapter(_CohereRequest), {"model": "any", **payload, "messages": []})
    for i, message in enumerate(_list(payload.get("messages"))):
        role = message.get("role") if isinstance(message, dict) else None
        errors += _errors(_adapter(_COHERE_ROLES.get(role, cohere.ChatMessageV2)), message, f"messages/{i}")
        if role == "assistant" and message.get("tool_calls") and _said(message.get("content")):
            errors.append(f"messages/{i}/content: text beside calls stands in tool_plan")
    return errors


def _said(content: object) -> bool:
    parts = content if isinstance(content, list) else [{"text": content}]
    return any(isinstance(part, dict) and part.get("text") for part in parts)


def check_ollama(payload: Json) -> list[str]:
    """What is wrong with a body of Ollama's POST /api/chat.

    Ids and the `index` of a call, which the server knows and the package does not yet, are looked at
    apart; so are the words of a schema, of which both read some and pass over the others. Images are
    wrapped as its client does.
    """
    apart = {"messages": [], "tools": [], "options": {}}
    errors = _errors(_adapter(OllamaRequest), {"model": "any", **payload, **apart})
    errors += _errors(_adapter(OllamaOptions), payload.get("options", {}), "options")
    for i, message in enumerate(_list(payload.get("messages"))):
        known, ids = _as_ollama_client(message)
        errors += _errors(_adapter(OllamaMessage), known, f"messages/{i}")
        errors += [f"messages/{i}: an id is no text: {value}" for value in ids if not isinstance(value, str)]
    for i, tool in enumerate(_list(payload.get("tools"))):
        errors += _ollama_tool(tool, f"tools/{i}")
    return errors


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


def _ollama_tool(tool: Any, at: str) -> list[str]:
    function = tool.get("function") if isinstance(tool, dict) else None
    schema = function.get("parameters") if isinstance(function, dict) else None
    if not isinstance(function, dict) or schema is None:
        return _errors(_adapter(OllamaTool), tool, at)
    plain = {**tool, "function": {name: function[name] for name in function if name != "parameters"}}
    parameters = _adapter(OllamaTool.Function.Parameters)
    return _errors(_adapter(OllamaTool), plain, at) + _errors(parameters, schema, at, extra="ignore")


CHECKS: dict[str, Callable[[Json], list[str]]] = {
    "openai-chat": check_openai_chat,
    "openai-responses": check_openai_responses,
    "anthropic": check_anthropic,
    "gemini": check_gemini,
    "azure-foundry": check_azure_foundry,
    "bedrock": check_bedrock,
    "mistral": check_mistral,
    "cohere": check_cohere,
    "ollama": check_ollama,
}


# Choosing the one type


_CHAT_ROLES: dict[object, Any] = {
    "system": chat.ChatCompletionSystemMessageParam,
    "developer": chat.ChatCompletionDeveloperMessageParam,
    "user": chat.ChatCompletionUserMessageParam,
    "assistant": chat.ChatCompletionAssistantMessageParam,
    "tool": chat.ChatCompletionToolMessageParam,
    "function": chat.ChatCompletionFunctionMessageParam,
}


def _chat_message(message: object) -> TypeAdapter[Any]:
    role = message.get("role") if isinstance(message, dict) else None
    return _adapter(_CHAT_ROLES.get(role, chat.ChatCompletionMessageParam))


def _responses_item(item: object) -> TypeAdapter[Any]:
    if not isinstance(item, dict):
        return _adapter(responses.ResponseInputItemParam)
    kind = item.get("type", "message" if "role" in item else "item_reference")
    if kind != "message":
        return _adapter(_items_by_type().get(kind, responses.ResponseInputItemParam))
    if item.get("role") == "assistant" and ("id" in item or "status" in item):
        return _adapter(responses.ResponseOutputMessageParam)
    if "status" in item:
        return _adapter(responses.response_input_param.Message)
    return _adapter(responses.EasyInputMessageParam)


@cache
def _items_by_type() -> dict[object, Any]:
    """The members of the union of input items, by the `type` that each is for."""
    found: dict[object, Any] = {}
    for member in typing.get_args(responses.ResponseInputItemParam):
        for literal in _literals(typing.get_type_hints(member).get("type")):
            found.setdefault(literal, member)
    return found


def _literals(hint: object) -> Iterator[object]:
    for inner in typing.get_args(hint):
        if isinstance(inner, str):
            yield inner
        else:
            yield from _literals(inner)


# Validating


@cache
def _cached_adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _adapter(kind: Any) -> TypeAdapter[Any]:
    try:
        return _cached_adapter(kind)
    except TypeError:  # not hashable
        return TypeAdapter(kind)


def _errors(
    adapter: TypeAdapter[Any], value: object, at: str = "", extra: Literal["forbid", "ignore"] = "forbid"
) -> list[str]:
    with warnings.catch_warnings():
        # An unknown value of an enum is only a warning to google-genai.
        warnings.simplefilter("error")
        try:
            _drain(adapter.validate_python(value, extra=extra))
        except ValidationError as error:
            return [_sentence(at, detail) for detail in _telling(error.errors(include_url=False))]
        except UserWarning as warning:
            return [f"{at}: {warning}"]
    return []


def _telling(details: list[Any]) -> list[Any]:
    """Without the complaints of union members that are for another `type` altogether."""
    other = {d["loc"][:-1] for d in details if d["type"] == "literal_error" and d["loc"][-1:] == ("type",)}
    kept = [d for d in details if not any(d["loc"][: len(member)] == member for member in other)]
    return kept or details[:1]


def _drain(value: object) -> None:
    """Read lazy iterators to their ends; what is wrong inside raises only then."""
    if isinstance(value, dict):
        for inner in value.values():
            _drain(inner)
    elif isinstance(value, (list, tuple)) or type(value).__name__ == "ValidatorIterator":
        for inner in value:
            _drain(inner)


def _sentence(at: str, detail: Any) -> str:
    place = "/".join(str(step) for step in (at, *detail["loc"]) if step != "")
    return f"{place}: {detail['msg']} (it is {str(detail['input'])[:80]})"


def _either(value: object, *kinds: Any, at: str = "") -> list[str]:
    """The errors of the first type, unless another one takes the value."""
    first: list[str] | None = None
    for kind in kinds:
        errors = _errors(_adapter(kind), value, at)
        if not errors:
            return []
        first = errors if first is None else first
    return first or []


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
