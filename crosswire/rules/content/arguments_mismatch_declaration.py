r"""The arguments of a call do not fit the declaration of its tool.

## What it checks

Where the tool of a call is declared with a schema: every required property is given, no property is
given that the schema does not list, and each has its type. A schema that lists no properties, or
uses what can allow more (`anyOf`, `$ref`, patterns), is taken to allow what it does not plainly
forbid.

## Why it matters

The tool was called with something else than it takes: `read_file` wants `absolute_path`, and got
the `file_path` that `write_file` has. The tool fails, or runs with its defaults. A history that
shows such a call teaches the model to make it again. Mostly the declaration was changed and the
history kept.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "read_file", "input_schema": {"type": "object",
   "properties": {"absolute_path": {"type": "string"}}, "required": ["absolute_path"]}}],
 "messages": [
  {"role": "user", "content": "What is in a.txt?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_01R7t", "name": "read_file", "input": {"file_path": "/a.txt"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_01R7t", "content": "milk"}]}
]}
```

Use instead: the property that is declared.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 1024,
 "tools": [{"name": "read_file", "input_schema": {"type": "object",
   "properties": {"absolute_path": {"type": "string"}}, "required": ["absolute_path"]}}],
 "messages": [
  {"role": "user", "content": "What is in a.txt?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_01R7t", "name": "read_file", "input": {"absolute_path": "/a.txt"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_01R7t", "content": "milk"}]}
]}
```

## Source

The lists of parameters that must not be renamed, in the notes on translating tool calls that
Crosswire grew from.
"""

from collections.abc import Iterator
from itertools import islice

from crosswire.declared_tools import declared_tools, is_called_by_name
from crosswire.model import Conversation
from crosswire.rule import Case, Diagnostic, Rule, Severity, named, quoted
from crosswire.schema_check import Mismatch, mismatches

_MOST_TOLD = 3

rule = Rule(
    __name__,
    code="CW444",
    title="The arguments of a call do not fit the declaration of its tool.",
    severity=Severity.WARNING,
    doc=__doc__,
)


@rule.on_conversation
def check(conversation: Conversation, case: Case) -> Iterator[Diagnostic]:
    declared = declared_tools(conversation)
    if declared is None:
        return
    for call in conversation.calls():
        tool = declared.by_name.get(call.name)
        given = call.arguments.value
        if tool is None or not is_called_by_name(call) or not isinstance(given, dict):
            continue
        found = list(islice(mismatches(given, tool.schema), _MOST_TOLD + 1))
        if found:
            said = f"The call {named(call)} does not fit its declaration: {_told(found)}."
            related = (("declaration", tool.address),)
            yield rule.at(call, said, address=call.arguments.address, related=related)


def _told(found: list[Mismatch]) -> str:
    if {one.what for one in found} == {"missing", "unknown"} and len(found) == 2:
        missing, unknown = sorted(found, key=lambda one: one.what)
        return f"it gives {quoted(unknown.path, 40)} in the place of {quoted(missing.path, 40)}"
    words = [_word(one) for one in found[:_MOST_TOLD]]
    return "; ".join([*words, "and more"] if len(found) > _MOST_TOLD else words)


def _word(one: Mismatch) -> str:
    path = quoted(one.path, 40)
    if one.what == "missing":
        return f"{path} is missing"
    if one.what == "unknown":
        return f"it knows no {path}"
    return f"{path} is {one.given}, not {one.wanted}"
