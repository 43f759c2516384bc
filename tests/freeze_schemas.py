"""`./dev schemas`: writes the types of the providers' SDKs to `tests/provider_schemas/`.

Tests hold payloads against these JSON Schemas (`tests/frozen_schemas.py`) and need no SDK. A file
has the types of one package, and the version of the package in its name. A type takes no key that
it does not declare, except those of `OPEN`; titles, descriptions and defaults are left out.
"""

import functools
import importlib
import json
import operator
import re
import typing
import warnings
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, Required, TypeAlias

from crosswire.wire_types import WIRE_TYPES
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema
from tests.freeze_azure import schemas_of_validator
from typing_extensions import TypedDict

Schema: TypeAlias = dict[str, Any]

FOLDER = Path(__file__).parent / "provider_schemas"

PACKAGES = {
    "anthropic": "anthropic.",
    "azure-ai-agents": "azure.ai.agents.",
    "azure-ai-agentserver-responses": "azure.ai.agentserver.",
    "botocore": "botocore:",
    "cohere": "cohere.",
    "google-genai": "google.genai.",
    "mistralai": "mistralai.",
    "ollama": "ollama.",
    "openai": "openai.",
}
"""Packages, and how the names of their types begin."""

FURTHER = (
    "anthropic.types.RawMessageStreamEvent",
    "anthropic.types.beta.BetaMessageParam",
    "anthropic.types.beta.message_create_params.MessageCreateParamsNonStreaming",
    "anthropic.types.MessageParam",
    "anthropic.types.message_create_params.MessageCreateParamsNonStreaming",
    "anthropic.types.ToolUnionParam",
    "botocore:bedrock-runtime:ConverseRequest",
    "cohere.ClientV2.chat",
    "cohere.types.AssistantChatMessageV2",
    "cohere.types.ChatMessageV2",
    "cohere.types.SystemChatMessageV2",
    "cohere.types.ToolChatMessageV2",
    "cohere.types.UserChatMessageV2",
    "google.genai.Models.generate_content",
    "google.genai._gaos.types.interactions.createmodelinteraction.CreateModelInteraction",
    "google.genai._gaos.types.interactions.content.Content",
    "google.genai._gaos.types.interactions.modeloutputstep.ModelOutputStep",
    "google.genai._gaos.types.interactions.thoughtstep.ThoughtStep",
    "google.genai._gaos.types.interactions.userinputstep.UserInputStep",
    "google.genai.types.GenerateContentResponse",
    "google.genai.types.Tool",
    "mistralai.client.models.AssistantMessageTypedDict",
    "mistralai.client.models.ChatCompletionRequestMessageTypedDict",
    "mistralai.client.models.ChatCompletionRequestTypedDict",
    "mistralai.client.models.SystemMessageTypedDict",
    "mistralai.client.models.ToolMessageTypedDict",
    "mistralai.client.models.UserMessageTypedDict",
    "ollama._types.ChatRequest",
    "ollama._types.Options",
    "ollama._types.Tool",
    "openai.types.chat.ChatCompletionAssistantMessageParam",
    "openai.types.chat.ChatCompletionChunk",
    "openai.types.chat.ChatCompletionDeveloperMessageParam",
    "openai.types.chat.ChatCompletionFunctionMessageParam",
    "openai.types.chat.ChatCompletionMessageParam",
    "openai.types.chat.ChatCompletionSystemMessageParam",
    "openai.types.chat.ChatCompletionToolMessageParam",
    "openai.types.chat.ChatCompletionUserMessageParam",
    "openai.types.chat.completion_create_params.CompletionCreateParamsNonStreaming",
    "openai.types.responses.EasyInputMessageParam",
    "openai.types.responses.ResponseInputItemParam",
    "openai.types.responses.ResponseOutputMessageParam",
    "openai.types.responses.ResponseStreamEvent",
    "openai.types.responses.ToolParam",
    "openai.types.responses.response_create_params.ResponseCreateParamsNonStreaming",
    "openai.types.responses.response_input_param.Message",
)
"""Types that the tests need, beside those that the registry of wire types names."""

OPEN = {
    "azure-ai-agentserver-responses": "_validate_.*",
    "google-genai": ".*StepResult",
    "ollama": "Parameters|Property",
}
"""Definitions that take other keys too: what a tool gave may be any object, and Ollama skips the words
of a schema that it does not read."""

LEFT_OUT = {"default", "description", "discriminator", "examples", "title"}


def write_schemas() -> None:
    names = sorted({*FURTHER, *(row.sdk_type for row in WIRE_TYPES)})
    for package, beginning in PACKAGES.items():
        text = text_of(package, [name for name in names if name.startswith(beginning)])
        for outdated in FOLDER.glob(f"{package}-[0-9]*.json"):
            outdated.unlink()
        (FOLDER / f"{package}-{version(package)}.json").write_text(text)


def text_of(package: str, names: list[str]) -> str:
    """The types of one package, a definition on each line."""
    lines = []
    for name, schema in sorted(MAKERS.get(package, schemas_of)(names).items()):
        closed = re.fullmatch(OPEN.get(package, ""), name) is None
        lines.append(f"{json.dumps(name)}: {json.dumps(plain(schema, closed=closed), sort_keys=True)}")
    return '{"$defs": {\n' + ",\n".join(lines) + "\n}}\n"


class _Schemas(GenerateJsonSchema):
    def enum_schema(self, schema: core_schema.EnumSchema) -> Schema:
        """Words of Gemini may be written small."""
        made = super().enum_schema(schema)
        if any(kind.__name__ == "CaseInSensitiveEnum" for kind in schema["cls"].__mro__):
            made["enum"] = sorted({*made["enum"], *map(str.lower, made["enum"])})
        return made


def schemas_of(names: list[str]) -> dict[str, Schema]:
    """The definitions of pydantic's JSON Schema, and the named types among them."""
    inputs: list[Any] = [(name, "validation", TypeAdapter(type_of(name))) for name in names]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of defaults that JSON cannot write
        named, shared = TypeAdapter.json_schemas(inputs, schema_generator=_Schemas)
    return {**shared.get("$defs", {}), **{str(name): schema for (name, _), schema in named.items()}}


def plain(schema: Any, *, closed: bool, are_names: bool = False) -> Any:
    """The schema without words for people; a union takes what any of its members takes."""
    if isinstance(schema, list):
        return [plain(item, closed=closed) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {
        "anyOf" if name == "oneOf" else name: plain(
            inner, closed=closed, are_names=name == "properties" and not are_names
        )
        for name, inner in schema.items()
        if are_names or name not in LEFT_OUT
    }
    is_of_fields = "properties" in schema and not are_names
    return kept | {"additionalProperties": False} if closed and is_of_fields else kept


@cache
def type_of(name: str) -> Any:
    if name in MADE_HERE:
        return MADE_HERE[name]()
    module, _, attribute = name.rpartition(".")
    if module.rpartition(".")[2][:1].isupper():  # a class inside a class
        return getattr(type_of(module), attribute)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kind = getattr(importlib.import_module(module), attribute)
    return rest_model(kind) if hasattr(kind, "_deserialize") else kind


# Requests that have no type of their own


def request_of_gemini() -> Any:
    from google.genai import types as gemini

    class GenerateContentRequest(TypedDict, total=False):
        """A body of :generateContent, as REST spells it."""

        contents: Required[list[gemini.Content]]
        systemInstruction: gemini.Content
        tools: list[gemini.Tool]
        toolConfig: gemini.ToolConfig
        generationConfig: gemini.GenerationConfig
        safetySettings: list[gemini.SafetySetting]
        cachedContent: str
        labels: dict[str, str]
        model: str

    return GenerateContentRequest


def request_of_cohere() -> Any:
    from cohere import types as cohere

    class ChatRequest(TypedDict, total=False):
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

    return ChatRequest


MADE_HERE = {
    "google.genai.Models.generate_content": request_of_gemini,
    "cohere.ClientV2.chat": request_of_cohere,
}


# Types that pydantic does not know


@cache
def rest_model(kind: Any) -> Any:
    """A model of azure-ai-agents, which requires no field, as a typed dictionary."""
    kind({})  # it knows its fields when the first one is made
    hints = typing.get_type_hints(kind, localns={"_models": importlib.import_module(kind.__module__)})
    fields = {field._rest_name: of_rest(hints[name]) for name, field in kind._attr_to_rest_field.items()}
    return TypedDict(kind.__name__, fields, total=False)


def of_rest(hint: Any) -> Any:
    if hasattr(hint, "_deserialize"):
        return union(map(rest_model, getattr(hint, "__mapping__", {}).values() or [hint]))
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal or not inner:
        return hint
    return union(map(of_rest, inner)) if origin is typing.Union else origin[tuple(map(of_rest, inner))]


def union(kinds: Iterable[Any]) -> Any:
    return functools.reduce(operator.or_, kinds)


def shapes_of_converse(names: list[str]) -> dict[str, Schema]:
    """The shapes of a service that are named, and all that they hold."""
    from botocore.session import Session

    schemas: dict[str, Schema] = {}
    for name in names:
        _, service, shape = name.split(":")
        waiting = [Session().get_service_model(service).shape_for(shape)]
        schemas[name] = reference(waiting[0])
        while waiting:
            shape = waiting.pop()
            if shape.name not in schemas:
                schemas[shape.name] = schema_of_shape(shape)
                waiting += inner_shapes(shape)
    return schemas


def reference(shape: Any) -> Schema:
    return {"$ref": f"#/$defs/{shape.name}"}


def inner_shapes(shape: Any) -> Iterator[Any]:
    if shape.type_name == "structure":
        yield from shape.members.values()
    elif shape.type_name == "list":
        yield shape.member
    elif shape.type_name == "map":
        yield from (shape.key, shape.value)


def schema_of_shape(shape: Any) -> Schema:
    """As botocore validates it: no pattern and no greatest length; and its enumerations."""
    least = shape.metadata.get("min")
    if shape.type_name == "structure":
        if getattr(shape, "is_document_type", False):
            return {}
        members = {name: reference(inner) for name, inner in shape.members.items()}
        count = {"minProperties": 1, "maxProperties": 1} if shape.is_tagged_union else {}
        return {"type": "object", "properties": members, "required": shape.required_members, **count}
    if shape.type_name == "list":
        return {"type": "array", "items": reference(shape.member), "minItems": least or 0}
    if shape.type_name == "map":
        return {"type": "object", "additionalProperties": reference(shape.value)}
    if shape.type_name == "string":
        return {"type": "string", "minLength": least or 0} | ({"enum": shape.enum} if shape.enum else {})
    if shape.type_name in ("integer", "long"):
        return {"type": "integer"} | ({} if least is None else {"minimum": least})
    if shape.type_name in ("float", "double"):
        return {"type": "number"} | ({} if least is None else {"minimum": least})
    return {"type": {"blob": "string", "boolean": "boolean"}[shape.type_name]}


def schemas_of_foundry(names: list[str]) -> dict[str, Schema]:
    return {**schemas_of(names), **schemas_of_validator()}


MAKERS = {"azure-ai-agentserver-responses": schemas_of_foundry, "botocore": shapes_of_converse}


if __name__ == "__main__":
    write_schemas()
