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
    {"type": "tool_use", "id": "toolu_01R7t", "name": "read_file",
     "input": {"file_path": "/a.txt"}}]},
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
    {"type": "tool_use", "id": "toolu_01R7t", "name": "read_file",
     "input": {"absolute_path": "/a.txt"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_01R7t", "content": "milk"}]}
]}
```

## Source

The lists of parameters that must not be renamed, in the notes on translating tool calls that
Crosswire grew from.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from crosswire.model import Conversation, ToolCallPart, ToolPart
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import by_number, call_name, quoted
from crosswire.tools.declared import declared_tools, is_called_by_name
from crosswire.tools.schema_check import Mismatch, fits_plainly, mismatches

_MAX_TOLD = 3
_MAX_RELATED = 20

rule = LogRule(
    __name__,
    code="CW444",
    title="The arguments of a call do not fit the declaration of its tool.",
    severity=Severity.WARNING,
    subject=Subject.ARGUMENTS,
    doc=__doc__,
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    declared = declared_tools(conversation).by_name
    tools = {name: tool for name, tool in declared.items() if tool}
    fits = {name: fits_plainly(tool.schema) for name, tool in tools.items()}
    alike: dict[tuple[str, str], list[ToolCallPart]] = defaultdict(list)
    for call in conversation.calls():
        given = call.arguments.value
        if call.name in tools and isinstance(given, dict) and not fits[call.name](given):
            faults = list(islice(mismatches(given, tools[call.name].schema), _MAX_TOLD + 1))
            if faults and is_called_by_name(call):
                alike[call.name, _described(faults)].append(call)
    for (name, fault), calls in alike.items():
        yield _finding(tools[name], fault, calls)


def _finding(tool: ToolPart, fault: str, calls: list[ToolCallPart]) -> Defect:
    """One for all calls of a tool that go wrong in the same way."""
    first = calls[0]
    message = f"The call {call_name(first)} does not fit its declaration: {fault}."
    others = len(calls) - 1
    if others:
        several = f" Nor do {others} further calls."
        message += by_number(others, " Nor does another call.", several)
    more = related("further call", *calls[1:_MAX_RELATED])
    places = related("declaration", tool) + more
    return rule.at(first, message, address=first.arguments.address, related=places)


def _described(faults: list[Mismatch]) -> str:
    by_kind = {mismatch.what: quoted(mismatch.path, 40) for mismatch in faults}
    if len(faults) == 2 and by_kind.keys() == {"missing", "unknown"}:
        return f"it gives {by_kind['unknown']} in the place of {by_kind['missing']}"
    more = ["and more"] if len(faults) > _MAX_TOLD else []
    return "; ".join([*map(_fault, faults[:_MAX_TOLD]), *more])


def _fault(mismatch: Mismatch) -> str:
    path = quoted(mismatch.path, 40)
    words = {
        "missing": f"{path} is missing",
        "unknown": f"it knows no {path}",
        "type": f"{path} is {mismatch.given}, not {mismatch.wanted}",
    }
    return words[mismatch.what]
