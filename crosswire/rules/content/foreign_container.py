r"""What one provider writes stands in another's log.

## What it checks

Calls, results, declarations and lists of messages, in the words of another API than the log's
own:

- `tool_calls`, and in Gemini a `tool` message with content, which are of Chat Completions;
  elsewhere `result-in-wrong-role` says so of such a message;
- items like `function_call_output` (Responses) among messages;
- `tool_use` and `tool_result` blocks (Anthropic), `functionCall` and `functionResponse`
  (Gemini), `toolUse` and `toolResult` (Bedrock) elsewhere;
- a tool declared as another API does it: `function` around its name, `input_schema`, a
  built-in tool of Responses among those of Chat Completions;
- `messages`, `input` or `contents` beside the list that the format has.

## Why it matters

Every API has one place for each of these and refuses, or passes over, the others. A reader
does not know them either: the call stays without its result, and the tool without its schema.

    Missing required parameter: 'tools[0].name'.

It happens when a program changes its provider and keeps some of what it wrote for the old one.

## Example

```json openai-responses
{"model": "gpt-5",
 "tools": [{"type": "function", "function": {"name": "get_time", "parameters": {"type": "object"}}}],
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

from crosswire.model import Conversation, JsonObject, JsonValue, Message, Part, ToolPart
from crosswire.rules.rule import Diagnostic, Rule, RuleContext, Severity

_CHAT, _ITEMS, _BLOCKS = "Chat Completions", "the Responses API", "Anthropic Messages"
_GEMINI, _BEDROCK = "Gemini", "Bedrock Converse"
_HOME = {
    "openai-chat": _CHAT,
    "mistral": _CHAT,
    "cohere": _CHAT,
    "openai-responses": _ITEMS,
    "azure-foundry": _ITEMS,
    "anthropic": _BLOCKS,
    "gemini": _GEMINI,
    "bedrock": _BEDROCK,
}
"""A wire format -> whose words are its own."""
_LISTS = {
    _CHAT: "messages",
    _ITEMS: "input",
    _BLOCKS: "messages",
    _GEMINI: "contents",
    _BEDROCK: "messages",
}
_OF_ITEMS = frozenset(
    {"function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output"}
)
_OF_BLOCKS = frozenset({"tool_use", "tool_result"})
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

rule = Rule(
    __name__,
    code="CW441",
    title="What one provider writes stands in another's log.",
    severity=Severity.ERROR,
    doc=__doc__,
    besides=frozenset({"toolcall-record"}),
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    home = _HOME.get(conversation.wire_format)
    if home is None:
        return
    for setting in conversation.settings():
        if (
            setting.name in _LISTS.values()
            and setting.name != _LISTS[home]
            and _is_list(setting.value)
        ):
            whose = " and ".join(api for api, name in _LISTS.items() if name == setting.name)
            said = (
                f"The list {setting.name} is of {whose}; this log is of {home}, which has "
                f"{_LISTS[home]}."
            )
            yield rule.at(setting, said)
    for tool in conversation.tools():
        found = _declares(tool, home)
        if found is not None:
            yield rule.at(tool, f"This tool is declared {found}; the log is of {home}.")
    for message in conversation.messages:
        if not _is_plain(message.raw):
            yield from _message(message)


def _is_list(value: JsonValue) -> bool:
    return isinstance(value, list) and any(
        isinstance(one, dict) and ("role" in one or "type" in one or "parts" in one)
        for one in value
    )


# Declarations


def _declares(tool: ToolPart, home: str) -> str | None:
    raw = tool.raw if isinstance(tool.raw, dict) else {}
    if isinstance(raw.get("function"), dict) and raw.get("type") == "function":
        return None if home == _CHAT else f"in the words of {_CHAT}"
    if home == _CHAT:
        return _foreign_to_chat(raw)
    if isinstance(raw.get("input_schema"), dict) and home != _BLOCKS:
        return f"in the words of {_BLOCKS}"
    return None


def _foreign_to_chat(raw: JsonObject) -> str | None:
    kind = raw.get("type")
    if isinstance(raw.get("input_schema"), dict):
        return f"in the words of {_BLOCKS}"
    if kind == "function" and isinstance(raw.get("name"), str):
        return f"in the words of {_ITEMS}"
    if isinstance(kind, str) and kind in _BUILT_IN and not isinstance(raw.get(kind), dict):
        return f"as a tool that {_ITEMS} has built in"
    return None


# Messages


def _is_plain(raw: JsonValue) -> bool:
    """A message with a text and nothing else that any of them could call its own."""
    if not isinstance(raw, dict) or "tool_calls" in raw or "parts" in raw:
        return False
    return isinstance(raw.get("content"), str) and raw.get("role") in (
        "user",
        "assistant",
        "system",
    )


def _message(message: Message) -> Iterator[Diagnostic]:
    home, raw = _HOME.get(message.wire_format), message.raw
    if home is None or not isinstance(raw, dict):
        return
    whose = _whose_message(raw)
    if whose is not None and whose != home:
        if (
            home == _GEMINI or raw.get("role") != "tool"
        ):  # else it is a result in the wrong role
            yield rule.at(message, f"This is a message of {whose}; the log is of {home}.")
        return
    for name in ("content", "parts"):
        blocks = raw.get(name)
        for i, block in enumerate(blocks) if isinstance(blocks, list) else ():
            whose = _whose_block(block)
            if whose is not None and whose != home:
                said = f"This is a block of {whose}; the log is of {home}."
                yield rule.at(_part_at(message, f"{message.address}/{name}/{i}"), said)


def _whose_message(raw: JsonObject) -> str | None:
    if isinstance(raw.get("tool_calls"), list) and raw["tool_calls"]:
        return _CHAT
    if raw.get("role") in ("tool", "function") and ("tool_call_id" in raw or "content" in raw):
        return _CHAT
    kind = raw.get("type")
    return (
        _ITEMS if isinstance(kind, str) and kind in _OF_ITEMS and "role" not in raw else None
    )


def _whose_block(block: JsonValue) -> str | None:
    if not isinstance(block, dict):
        return None
    kind = block.get("type")
    if isinstance(kind, str):
        return _BLOCKS if kind in _OF_BLOCKS else _ITEMS if kind in _OF_ITEMS else None
    if _FIELDS.keys().isdisjoint(block):
        return None
    held = (whose for name, whose in _FIELDS.items() if isinstance(block.get(name), dict))
    return next(held, None)


def _part_at(message: Message, address: str) -> Message | Part:
    return next((part for part in message.parts if part.address == address), message)
