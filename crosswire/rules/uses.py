"""What a request uses beside texts by turns, which a server may be known to take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import chain, pairwise

from crosswire.address import Address
from crosswire.model import (
    Conversation,
    JsonValue,
    MediaPart,
    Message,
    Part,
    ReasoningPart,
    SettingPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.json_values import value_at
from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.parts import of_type


class Use(StrEnum):
    """Something that a request may use; its value says it in words."""

    TOOLS = "declared tools"
    OTHER_TOOLS = "tools that are no functions"
    STRICT = "a tool that asks to be kept to strictly"
    SCHEMAS = "words in the schema of a tool that not every provider takes"
    CHOICE = "a choice of tools other than auto"
    ANSWER_FORM = "a form that the answer is to have"
    CALLS = "calls of tools and their results"
    CALLS_ALONE = "calls of tools in a request that declares none"
    CALLS_OF_PROVIDER = "calls of tools that the provider runs"
    PARALLEL = "several calls in one message"
    NO_TEXT = "calls without text beside them"
    NULL_TEXT = "calls beside which the content is null"
    ODD_ARGUMENTS = "arguments that are no JSON object"
    EMPTY_RESULT = "a result without text"
    THOUGHTS = "thoughts given back"
    MEDIA = "media"
    MEDIA_IN_RESULTS = "media in a result"
    BLOCKS = "blocks of another type"
    FURTHER_FIELDS = "further fields of blocks and calls"
    PARTS = "content of the user or the system in parts"
    PARTS_OF_RESULTS = "a result in parts"
    PARTS_OF_MODEL = "content of the model in parts"
    EMPTY_TEXT = "a message without text"
    SEVERAL_SYSTEMS = "several messages of the system behind each other"
    LATER_SYSTEM = "a message of the system behind others"
    ONE_ROLE = "messages of one role behind each other"
    NO_USER = "messages of which none is the user's"
    LAST_ANSWER = "a message of the model at the end of a request"


DECIDED_BY_TEMPLATE = frozenset(Use) - {
    *(Use.STRICT, Use.SCHEMAS, Use.CHOICE, Use.ANSWER_FORM, Use.ODD_ARGUMENTS),
    *(Use.MEDIA, Use.MEDIA_IN_RESULTS, Use.BLOCKS, Use.OTHER_TOOLS, Use.CALLS_OF_PROVIDER),
}
"""What only the template of a model may refuse, where one writes the prompt."""

TAKEN_EVERYWHERE = frozenset(
    {
        *("$defs", "$ref", "additionalProperties", "anyOf", "default", "description", "enum"),
        *("format", "items", "maximum", "minimum", "properties", "required", "title", "type"),
        "strict",  # of a library that writes it into the schema, and nobody minds
    }
)
"""Keywords of schemas of tools that recorded requests have at all providers."""


def uses(
    sent: Conversation, schemas: Sequence[DeclaredSchema], *, is_request: bool
) -> dict[Use, Address]:
    """What would be sent uses, each with the first place of it; `is_request` is whether the
    log ends where its request does."""
    messages = [one for one in sent.messages if one.field is None]
    found: dict[Use, Address] = {}
    of_messages = chain.from_iterable(map(_of_message, messages))
    of_tools = _of_tools(sent, schemas)
    for use, at in chain(of_tools, of_messages, _of_order(messages, is_request)):
        found.setdefault(use, at)
    if Use.CALLS in found and Use.TOOLS not in found:
        found[Use.CALLS_ALONE] = found[Use.CALLS]
    return found


def _of_tools(
    sent: Conversation, schemas: Sequence[DeclaredSchema]
) -> Iterator[tuple[Use, Address]]:
    for tool in sent.tools():
        yield Use.TOOLS if tool.kind == "function" else Use.OTHER_TOOLS, tool.address
    for one in schemas:
        if one.strict:
            yield Use.STRICT, one.tool.address
        if not one.places.keywords <= TAKEN_EVERYWHERE:
            yield Use.SCHEMAS, one.tool.address
    for setting in sent.settings():
        if setting.name == "tool_choice" and setting.value not in (None, "auto"):
            yield Use.CHOICE, setting.address
        if _asks_for_a_form(setting):
            yield Use.ANSWER_FORM, setting.address


def _asks_for_a_form(setting: SettingPart) -> bool:
    if setting.name == "response_format":
        return value_at(setting.value, "type") not in (None, "text")
    return setting.name == "format" and bool(setting.value)  # Ollama's own word


def _of_message(message: Message) -> Iterator[tuple[Use, Address]]:
    calls = of_type(message.parts, ToolCallPart)
    for call in calls:
        is_own = call.executed_by == "client"
        yield Use.CALLS if is_own else Use.CALLS_OF_PROVIDER, call.address
        if not isinstance(call.arguments.value, dict):
            yield Use.ODD_ARGUMENTS, call.address
    if len(calls) > 1:
        yield Use.PARALLEL, calls[1].address
    for part in message.parts:
        if type(part) is not TextPart or part.extras:
            yield from ((use, part.address) for use in _of_part(part))
    raw = message.raw
    content = raw.get("content") if isinstance(raw, dict) else None
    form = None
    if not content or not isinstance(content, str):
        form = _form_of_content(message, content, has_calls=bool(calls))
    if form is not None:
        yield form, message.address


_OF_ANSWERS = frozenset({"index"})
"""Fields that an answer has in its calls, and that go back with it."""


def _of_part(part: Part) -> Iterator[Use]:
    if part.extras and not part.extras.keys() <= _OF_ANSWERS:
        yield Use.FURTHER_FIELDS
    if isinstance(part, ReasoningPart):
        yield Use.THOUGHTS
    elif isinstance(part, MediaPart):
        yield Use.MEDIA
    elif isinstance(part, ToolResultPart):
        yield Use.CALLS
        if any(isinstance(held, MediaPart) for held in part.content):
            yield Use.MEDIA_IN_RESULTS
    elif not isinstance(part, (TextPart, ToolCallPart)):
        yield Use.BLOCKS


def _form_of_content(message: Message, content: JsonValue, *, has_calls: bool) -> Use | None:
    """What is particular of the content of a message; None where it is a text."""
    is_result = message.role == "tool"
    if isinstance(content, list):
        others = Use.PARTS_OF_MODEL if message.role == "assistant" else Use.PARTS
        return Use.PARTS_OF_RESULTS if is_result else others
    if content:
        return None
    if has_calls:
        says_null = content is None and "content" in _fields(message)
        return Use.NULL_TEXT if says_null else Use.NO_TEXT
    return Use.EMPTY_RESULT if is_result else Use.EMPTY_TEXT


def _fields(message: Message) -> frozenset[str]:
    return frozenset(message.raw) if isinstance(message.raw, dict) else frozenset()


def _of_order(messages: Sequence[Message], is_request: bool) -> Iterator[tuple[Use, Address]]:
    """What is particular of who speaks after whom."""
    for before, message in pairwise(messages):
        if message.role == "system":
            is_first = before.role == "system"
            yield Use.SEVERAL_SYSTEMS if is_first else Use.LATER_SYSTEM, message.address
        elif message.role == before.role != "tool":
            yield Use.ONE_ROLE, message.address
    if messages and all(message.role != "user" for message in messages):
        yield Use.NO_USER, messages[0].address
    last = messages[-1] if messages else None
    if is_request and last is not None and last.role == "assistant":
        yield Use.LAST_ANSWER, last.address
