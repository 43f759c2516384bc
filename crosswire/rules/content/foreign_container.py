r"""What one provider writes stands in another's log.

## What it checks

Calls, results, declarations and lists of messages, in the words of another API than the log's
own:

- `tool_calls`, and in Gemini a `tool` message with content, which are of Chat Completions;
  elsewhere `result-in-wrong-role` says so of such a message;
- a call in `tool_calls` without `function`, as frameworks keep it (a warning where no request
  was logged);
- items like `function_call_output` (Responses) among messages;
- `tool_use` and `tool_result` blocks (Anthropic), `functionCall` and `functionResponse`
  (Gemini), `toolUse` and `toolResult` (Bedrock) elsewhere;
- a tool declared as another API does it: `function` around its name, `input_schema`, a
  built-in tool of Responses among those of Chat Completions;
- `messages`, `input` or `contents` beside the list that the format has, and tools in the field
  that another API has for them.

## Why it matters

Every API has one place for each of these and refuses, or passes over, the others. Crosswire
reads a call or a result in another API's words all the same, so that it is paired and can be
written as it should be; the API that it was sent to does not.

    Missing required parameter: 'tools[0].name'.

It happens when a program changes its provider and keeps some of what it wrote for the old one.

## Example

```json openai-responses
{"model": "gpt-5",
 "tools": [{"type": "function", "function": {"name": "get_time",
  "parameters": {"type": "object"}}}],
 "input": [
  {"role": "user", "content": "What time is it?"},
  {"type": "function_call", "call_id": "call_t1m", "name": "get_time", "arguments": "{}"},
  {"type": "function_call_output", "call_id": "call_t1m", "output": "12:41"}
]}
```

Use instead: the form of this API.

```json openai-responses
{"model": "gpt-5",
 "tools": [{"type": "function", "name": "get_time", "parameters": {"type": "object"}}],
 "input": [
  {"role": "user", "content": "What time is it?"},
  {"type": "function_call", "call_id": "call_t1m", "name": "get_time", "arguments": "{}"},
  {"type": "function_call_output", "call_id": "call_t1m", "output": "12:41"}
]}
```

## Source

The lists of what not to send, for each provider, in the notes on translating tool calls that
Crosswire grew from.
"""

from collections.abc import Iterator
from itertools import chain

from crosswire.address import Address, child
from crosswire.formats import FORMATS
from crosswire.model import (
    Conversation,
    JsonObject,
    JsonValue,
    Message,
    Part,
    SettingPart,
    ToolCallPart,
    ToolPart,
)
from crosswire.model.json_values import (
    field_of,
    list_or_empty,
    object_or_empty,
    objects_in,
    type_of,
)
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject

_CHAT, _ITEMS, _BLOCKS = "Chat Completions", "the Responses API", "Anthropic Messages"
_GEMINI, _BEDROCK = "Gemini", "Bedrock Converse"
_API_OF = {
    "openai-chat": _CHAT,
    "mistral": _CHAT,
    "cohere": _CHAT,
    "openai-responses": _ITEMS,
    "azure-foundry": _ITEMS,
    "anthropic": _BLOCKS,
    "gemini": _GEMINI,
    "bedrock": _BEDROCK,
}
"""A wire format -> the API whose words are its own."""
_LISTS = {
    _CHAT: "messages",
    _ITEMS: "input",
    _BLOCKS: "messages",
    _GEMINI: "contents",
    _BEDROCK: "messages",
}
_OWNERS = {
    "messages": (_CHAT, _BLOCKS, _BEDROCK),
    "input": (_ITEMS,),
    "contents": (_GEMINI,),
}
_OF_ITEM = dict.fromkeys(
    ("function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output"),
    _ITEMS,
)
"""A type of item -> the API that alone has it."""
_OF_TYPE = _OF_ITEM | {"tool_use": _BLOCKS, "tool_result": _BLOCKS}
_DECLARING = {
    "input_schema": _BLOCKS,
    "functionDeclarations": _GEMINI,
    "function_declarations": _GEMINI,
    "toolSpec": _BEDROCK,
}
"""A field that declares a tool -> the API that alone has it."""
_OF_RESULTS = frozenset({"tool_call_id", "content"})
_FIELDS = {
    "functionCall": _GEMINI,
    "functionResponse": _GEMINI,
    "function_call": _GEMINI,
    "function_response": _GEMINI,
    "toolUse": _BEDROCK,
    "toolResult": _BEDROCK,
}
_BUILT_IN = frozenset(
    {
        "apply_patch",
        "code_interpreter",
        "computer_use_preview",
        "file_search",
        "image_generation",
        "local_shell",
        "shell",
        "web_search",
        "web_search_preview",
    }
)
"""Tools that the Responses API has built in."""

_FLAT = (
    "This call has its name and arguments beside its id; Chat Completions has them in "
    "`function`."
)

rule = LogRule(
    __name__,
    code="CW441",
    title="What one provider writes stands in another's log.",
    severity=Severity.ERROR,
    subject=Subject.CONTENT,
    repairable=True,
    doc=__doc__,
    excluded_formats=frozenset({"toolcall-record"}),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    yield from foreign_words(conversation)


def foreign_words(conversation: Conversation) -> Iterator[Defect]:
    """All that stands in a conversation in the words of another API."""
    home = _API_OF.get(conversation.wire_format)
    if home is None:
        return
    for setting in conversation.settings():
        yield from _check_setting(setting, home)
    for tool in conversation.tools():
        form = _form_of(object_or_empty(tool.raw), home)
        if form is not None:
            yield rule.at(tool, f"This tool is declared {form}; the log is of {home}.")
    for message in conversation.messages:
        raw, api = object_or_empty(message.raw), _API_OF.get(message.wire_format)
        if api is not None and not _is_plain(raw):
            found = [*_check_message(message, raw, api)]
            yield from found or _check_words(message, api)
    if home == _CHAT:
        was_sent = conversation.shape in ("request", "exchange")
        severity = Severity.ERROR if was_sent else Severity.WARNING
        for call in filter(is_flat, conversation.calls()):
            yield rule.at(call, _FLAT, severity=severity)


def is_flat(call: ToolCallPart) -> bool:
    """Whether a call in `tool_calls` has its name beside its id, as frameworks keep it."""
    is_named = call.wire_type == "function" and call.name != ""
    return is_named and not isinstance(field_of(call.raw, "function"), dict)


def _check_setting(setting: SettingPart, home: str) -> Iterator[Defect]:
    """A list of messages under the name that another API has for it."""
    owners = _OWNERS.get(setting.name, (home,))
    if home not in owners and _holds_messages(setting.value):
        text = (
            f"The list {setting.name} is of {' and '.join(owners)}; this log is of "
            f"{home}, which has {_LISTS[home]}."
        )
        yield rule.at(setting, text)
    declares = setting.name == "toolConfig" and "tools" in object_or_empty(setting.value)
    if declares and home != _BEDROCK:
        text = f"These tools are declared as {_BEDROCK} has it; the log is of {home}."
        yield rule.at(setting, text)
    elif home == _BEDROCK and setting.name == "tools" and objects_in(setting.value):
        text = f"Tools stand here in the field tools; {home} has them in toolConfig.tools."
        yield rule.at(setting, text)


def _holds_messages(value: JsonValue) -> bool:
    keys = chain.from_iterable(objects_in(value))
    return not {"role", "type", "parts"}.isdisjoint(keys)


# Declarations


def _form_of(raw: JsonObject, home: str) -> str | None:
    """How a tool is declared, where that is another API's way."""
    owner = _owner_of_tool(raw, home)
    if owner is None or owner == home:
        return None
    if owner == _ITEMS and type_of(raw) in _BUILT_IN:
        return f"as a tool that {_ITEMS} has built in"
    return f"in the words of {owner}"


def _owner_of_tool(raw: JsonObject, home: str) -> str | None:
    """The API that declares a tool so; None where that is not known."""
    kind = type_of(raw)
    if isinstance(raw.get("function"), dict) and kind == "function":
        return _CHAT
    for field, owner in _DECLARING.items():
        if isinstance(raw.get(field), (dict, list)):
            return owner
    is_flat = kind == "function" and isinstance(raw.get("name"), str)
    is_built_in = kind in _BUILT_IN and not isinstance(raw.get(kind), dict)
    return _ITEMS if home == _CHAT and (is_flat or is_built_in) else None


def format_of_tool(tool: ToolPart, home: str) -> str | None:
    """The wire format in whose words a tool of a log of the format `home` is declared, where
    that is another one."""
    own = _API_OF.get(home)
    owner = None if own is None else _owner_of_tool(object_or_empty(tool.raw), own)
    return (
        None if owner == own else next((n for n, api in _API_OF.items() if api == owner), None)
    )


# Messages


def _is_plain(raw: JsonObject) -> bool:
    """A message with a text and nothing else that any of them could call its own."""
    if "tool_calls" in raw or "parts" in raw or not isinstance(raw.get("content"), str):
        return False
    return raw.get("role") in ("user", "assistant", "system")


def _check_words(message: Message, home: str) -> Iterator[Defect]:
    """A message that only the reader of another format understood."""
    if message.in_words_of is not None and not is_told_elsewhere(message):
        owner = _API_OF.get(message.in_words_of, FORMATS[message.in_words_of].TITLE)
        yield rule.at(message, f"This is a message of {owner}; the log is of {home}.")


def _check_message(message: Message, raw: JsonObject, home: str) -> Iterator[Defect]:
    owner = _owner_of_message(raw)
    if owner not in (None, home):
        if not is_told_elsewhere(message):
            yield rule.at(message, f"This is a message of {owner}; the log is of {home}.")
        return
    for name in ("content", "parts"):
        for number, block in enumerate(list_or_empty(raw.get(name))):
            owner = _owner_of_block(object_or_empty(block))
            if owner not in (None, home):
                text = f"This is a block of {owner}; the log is of {home}."
                yield rule.at(_part_at(message, child(message.address, name, number)), text)


def is_told_elsewhere(message: Message) -> bool:
    """Whether it is a result in the wrong role, as a message of the role tool is in any other
    log but Gemini's."""
    home, raw = _API_OF.get(message.wire_format), object_or_empty(message.raw)
    return home != _GEMINI and raw.get("role") == "tool"


def _owner_of_message(raw: JsonObject) -> str | None:
    """The API that alone has such a message; None where that is not known."""
    if list_or_empty(raw.get("tool_calls")):
        return _CHAT
    if "role" not in raw:
        return _OF_ITEM.get(str(raw.get("type")))
    is_result = raw["role"] in ("tool", "function")
    return _CHAT if is_result and not _OF_RESULTS.isdisjoint(raw) else None


def _owner_of_block(block: JsonObject) -> str | None:
    """The API that alone has such a block; None where that is not known."""
    kind = block.get("type")
    if isinstance(kind, str):
        return _OF_TYPE.get(kind)
    owners = (_FIELDS[name] for name in _FIELDS if isinstance(block.get(name), dict))
    return next(owners, None)


def _part_at(message: Message, address: Address) -> Message | Part:
    return next((part for part in message.parts if part.address == address), message)
