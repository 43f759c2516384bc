r"""The arguments of a call do not fit the declaration of its tool.

## What it checks

Where the tool of a call is declared with a schema: every required property is given, no
property is given that the schema does not list, and each has its type. A schema that lists no
properties, or uses what can allow more (`anyOf`, `$ref`, patterns), is taken to allow what it
does not plainly forbid.

## Why it matters

The tool was called with something else than it takes: `read_file` wants `absolute_path`, and
got the `file_path` that `write_file` has. The tool fails, or runs with its defaults. A history
that shows such a call teaches the model to make it again. Mostly the declaration was changed
and the history kept.

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

from crosswire.model import Conversation, ToolCallPart, ToolPart
from crosswire.rules.rule import Diagnostic, Rule, RuleContext, Severity, named, quoted
from crosswire.tools.declared import declared_tools, is_called_by_name
from crosswire.tools.schema_check import Mismatch, fits_plainly, mismatches

_MOST_TOLD = 3
_MOST_RELATED = 20

rule = Rule(
    __name__,
    code="CW444",
    title="The arguments of a call do not fit the declaration of its tool.",
    severity=Severity.WARNING,
    doc=__doc__,
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    declared = declared_tools(conversation)
    if declared is None:
        return
    alike: dict[tuple[str, str], list[ToolCallPart]] = {}
    fitting = {
        name: fits_plainly(tool.schema) for name, tool in declared.by_name.items() if tool
    }
    for call in conversation.calls():
        tool = declared.by_name.get(call.name)
        given = call.arguments.value
        if tool is None or not isinstance(given, dict) or fitting[call.name](given):
            continue
        found = list(islice(mismatches(given, tool.schema), _MOST_TOLD + 1))
        if found and is_called_by_name(call):
            alike.setdefault((call.name, _told(found)), []).append(call)
    for (name, told), calls in alike.items():
        tool = declared.by_name[name]
        if tool is not None:
            yield _finding(tool, told, calls)


def _finding(tool: ToolPart, told: str, calls: list[ToolCallPart]) -> Diagnostic:
    """One for all calls of a tool that go wrong in the same way."""
    first = calls[0]
    said = f"The call {named(first)} does not fit its declaration: {told}."
    if len(calls) > 1:
        said += (
            f" Nor do {len(calls) - 1} further calls."
            if len(calls) > 2
            else " Nor does another call."
        )
    more = tuple(("further call", call.address) for call in calls[1:_MOST_RELATED])
    return rule.at(
        first,
        said,
        address=first.arguments.address,
        related=(("declaration", tool.address), *more),
    )


def _told(found: list[Mismatch]) -> str:
    if {one.what for one in found} == {"missing", "unknown"} and len(found) == 2:
        missing, unknown = sorted(found, key=lambda one: one.what)
        return (
            f"it gives {quoted(unknown.path, 40)} in the place of {quoted(missing.path, 40)}"
        )
    words = [_word(one) for one in found[:_MOST_TOLD]]
    return "; ".join([*words, "and more"] if len(found) > _MOST_TOLD else words)


def _word(one: Mismatch) -> str:
    path = quoted(one.path, 40)
    if one.what == "missing":
        return f"{path} is missing"
    if one.what == "unknown":
        return f"it knows no {path}"
    return f"{path} is {one.given}, not {one.wanted}"
