"""Ollama: its own /api/chat, and Chat Completions beside it."""

from crosswire.model import JsonObject, JsonValue, ToolPart
from crosswire.model.json_values import value_at
from crosswire.rules.content.arguments_unreadable import ReadArguments
from crosswire.rules.content.content_null import ContentGround
from crosswire.rules.content.content_part_type import PartTypes
from crosswire.rules.content.input_not_object import InputPlace
from crosswire.rules.content.tool_declaration import DeclarationGround
from crosswire.rules.target import Signs, Taken, Target
from crosswire.rules.uses import Use
from crosswire.rules.wording import quoted

_CHAT, _OWN = "openai-chat", "ollama"
_SOURCE = "Ollama's openai/openai.go of 2026-08"
_NO_CONTENT = "invalid message content type: <nil>"


def _has_no_content(raw: JsonObject) -> str | None:
    if raw.get("content") is not None or raw.get("tool_calls") is not None:
        return None
    return "This message has no content and no calls."


def _is_null_beside_calls(raw: JsonObject) -> str | None:
    if raw.get("content") is not None or not raw.get("tool_calls"):
        return None
    return "This message calls and has no content, not even an empty text."


def _misfits_the_struct(declared: ToolPart) -> str | None:
    """What of its schema Go cannot read into the types that Ollama has for it."""
    schemas = [value_at(declared.raw, "function", "parameters")]
    while schemas:
        schema = schemas.pop()
        if not isinstance(schema, dict):
            continue
        fault = _misfit(schema)
        if fault is not None:
            return fault
        properties = schema.get("properties")
        schemas += properties.values() if isinstance(properties, dict) else ()
    return None


def _misfit(schema: JsonObject) -> str | None:
    required, properties = schema.get("required"), schema.get("properties")
    if required is not None and not _is_list_of_names(required):
        return "says in `required` something else than a list of names"
    if properties is not None and not isinstance(properties, dict):
        return "has `properties` that are no object"
    for name, property in (properties or {}).items():
        if property is not None and not isinstance(property, dict):
            return f"describes the field {quoted(name, 40)} by something else than an object"
    return None


def _is_list_of_names(value: JsonValue) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


_ALL_BUT_FORMS = dict.fromkeys(
    frozenset(Use) - {Use.ANSWER_FORM, Use.BLOCKS, Use.CALLS_OF_PROVIDER, Use.OTHER_TOOLS},
    "`ChatRequest` and `Tool` in Ollama's api/types.go of 2026-08, where other fields and "
    "words are left aside",
)
"""A form of the answer is made a grammar, which may fail; and parts are of few types."""


profile = Target(
    "ollama",
    "Ollama",
    (_OWN, _CHAT, "openai-responses", "anthropic"),
    Signs(
        hosts=(
            "ollama.com",
            "localhost:11434",
            "127.0.0.1:11434",
            "host.docker.internal:11434",
        ),
        providers=("ollama", "ollamachat", "ollamacloud"),
        models=r"(?i)ollama(_chat)?/.+|[\w.-]+(/[\w.-]+)?:(latest|cloud|\d+(\.\d+)?(b|m)"
        r"(-[\w.-]+)?)",
        answers=(("system_fingerprint", "fp_ollama"),),
    ),
    grounds={
        "input-not-object": (
            InputPlace(
                key="ollama-arguments-object",
                error_text="json: cannot unmarshal … into Go struct field "
                "ChatRequest.messages.tool_calls.function.arguments of type "
                "api.ToolCallFunctionArguments",
                source="neuron-core/neuron-ai#219, aliasrobotics/cai#76; `ToolCallFunction` "
                "in Ollama's api/types.go",
                keys=("function", "arguments"),
                may_be_absent=True,
                format=_OWN,
            ),
        ),
        "arguments-unreadable": (
            ReadArguments(
                key="ollama-arguments-json",
                error_text="invalid tool call arguments",
                source=f"`FromCompletionToolCall` in {_SOURCE}; "
                "duolahypercho/codex-router#161",
                wants="object",
                takes_empty=False,
                format=_CHAT,
            ),
        ),
        "tool-declaration": tuple(
            DeclarationGround(
                key="ollama-schema",
                error_text="json: cannot unmarshal … into Go struct field "
                "ToolFunctionParameters.tools.function.parameters.… of type …",
                source="ollama/ollama#18051, #10328 and #14256, leonardcser/smelt#26, "
                "can1357/oh-my-pi#4488; `ToolFunctionParameters` in Ollama's api/types.go",
                since="2026-01",
                fault=_misfits_the_struct,
                format=format,
            )
            for format in (_OWN, _CHAT)
        ),
        "content-null": (
            ContentGround(
                key="ollama-content",
                error_text=_NO_CONTENT,
                source=f"`FromChatRequest` in {_SOURCE}; QwenLM/qwen-code#3421",
                fault=_has_no_content,
                format=_CHAT,
            ),
            ContentGround(
                key="ollama-content",
                error_text=_NO_CONTENT,
                source="QwenLM/qwen-code#3350, pydantic/pydantic-ai#5206, "
                "SAIL-Research-Lab/cheetahclaws#71; Ollama's source since 2025-08 takes it",
                confidence="medium",
                fault=_is_null_beside_calls,
                format=_CHAT,
            ),
        ),
        "content-part-type": (
            PartTypes(
                key="ollama-parts",
                error_text="",
                source=f"`FromChatRequest` in {_SOURCE}; tombii/better-ccflare#141",
                roles=("system", "developer", "user", "assistant", "tool"),
                types=("text", "image_url", "input_audio"),
                format=_CHAT,
            ),
        ),
    },
    takes={
        _OWN: Taken(
            source="`Message` in Ollama's api/types.go of 2026-08",
            fields={
                "system": frozenset({"role", "content"}),
                "user": frozenset({"role", "content", "images"}),
                "assistant": frozenset(
                    {"role", "content", "thinking", "images", "tool_calls"}
                ),
                "tool": frozenset(
                    {"role", "content", "tool_name", "name", "tool_call_id", "images"}
                ),
            },
            uses=_ALL_BUT_FORMS,
        ),
        _CHAT: Taken(
            source=f"`Message` in {_SOURCE}, where other fields are left aside",
            fields={
                "system": frozenset({"role", "content", "name"}),
                "user": frozenset({"role", "content", "name"}),
                "assistant": frozenset(
                    {"role", "content", "name", "reasoning", "reasoning_content", "tool_calls"}
                ),
                "tool": frozenset({"role", "content", "tool_call_id", "name"}),
            },
            uses=_ALL_BUT_FORMS,
        ),
    },
)
