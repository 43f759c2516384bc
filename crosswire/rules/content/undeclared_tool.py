r"""A call is to a tool that the request does not declare.

## What it checks

Where a request declares tools, each call of the history is to one of them. It is said once for
a name, at the first call. Logs that declare no tools are left alone, and so are those whose
declarations are not all there is: a search brings more, a stored prompt or agent has its own.
What a provider runs is not asked for.

## Why it matters

Most providers take such a history, and a model that reads it calls the tool again, which
nobody can run then. It happens when tools are renamed or taken away in the middle of a
conversation, when the name is written another way in the history (`readFile`, `read_file`), or
when the model made it up.

## Example

```json openai-chat
{"model": "gpt-5",
 "tools": [{"type": "function", "function": {"name": "read_file",
   "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}}}],
 "messages": [
  {"role": "user", "content": "What is in a.txt?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_r7t", "type": "function", "function": {
      "name": "readFile", "arguments": "{\"path\": \"a.txt\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_r7t", "content": "milk"}
]}
```

Use instead: the name that is declared.

```json openai-chat
{"model": "gpt-5",
 "tools": [{"type": "function", "function": {"name": "read_file",
   "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}}}],
 "messages": [
  {"role": "user", "content": "What is in a.txt?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_r7t", "type": "function", "function": {
      "name": "read_file", "arguments": "{\"path\": \"a.txt\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_r7t", "content": "milk"}
]}
```

## Source

The lists of what to declare, for each provider, in the notes on translating tool calls that
Crosswire grew from.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import filterfalse

from crosswire.counting import counted
from crosswire.model import Conversation, ToolCallPart
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import by_number, tool_name
from crosswire.tools.declared import WRAPPERS, declared_tools, is_called_by_name

rule = LogRule(
    __name__,
    code="CW443",
    title="A call is to a tool that the request does not declare.",
    severity=Severity.WARNING,
    subject=Subject.CONTENT,
    doc=__doc__,
)


@rule.on_conversation
def check(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    declared = declared_tools(conversation)
    if not declared.are_all:
        return
    undeclared: dict[str, list[ToolCallPart]] = defaultdict(list)
    by_name = filter(is_called_by_name, conversation.calls())
    for call in filterfalse(declared.has, by_name):
        undeclared[call.name].append(call)
    for name, all_calls in undeclared.items():
        calls = [call for call in all_calls if not _is_explained(call, context)]
        if calls:
            like = declared.like(name)
            hint = f" {tool_name(like)} is." if like else ""
            more = f"This and {counted(len(calls) - 1, 'more call')} are to"
            which = by_number(len(calls), "This call is to", more)
            message = f"{which} {tool_name(name)}, which is not declared.{hint}"
            yield rule.at(calls[0], message)


def _is_explained(call: ToolCallPart, context: RuleContext) -> bool:
    """Whether another rule tells what is wrong with the name."""
    if not call.name or call.name in WRAPPERS:
        return True
    return context.evidence.result_named(call.name, context.result_of_call(call)) is not None
