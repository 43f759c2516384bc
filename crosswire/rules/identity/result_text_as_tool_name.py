r"""The text of a result stands where a tool's name should.

## What it checks

A call, or a result that names its tool, has the text of a result as that name, and no tool of
that name is declared.

## Why it matters

No such tool exists, so nothing can run the call again, and where results are matched by their
tool's name (Gemini) the result is lost to its call. Names have an alphabet, and text breaks
it:

    Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern. Expected
    a string that matches the pattern '^[a-zA-Z0-9_-]+$'.

## Example

```json openai-chat
[
  {"role": "user", "content": "What is 7 + 8?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_abc123", "type": "function", "function": {
      "name": "Sum: 15", "arguments": "{\"a\": 7, \"b\": 8}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_abc123", "content": "Sum: 15"}
]
```

Use instead: the name that the model called.

```json openai-chat
[
  {"role": "user", "content": "What is 7 + 8?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_abc123", "type": "function", "function": {
      "name": "add", "arguments": "{\"a\": 7, \"b\": 8}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_abc123", "content": "Sum: 15"}
]
```

## Source

The analysis of the Genkit Go bug, in which a tool's result had taken the place of its name.
"""

from collections.abc import Iterator

from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, quoted

rule = LogRule(
    __name__,
    code="CW303",
    title="The text of a result stands where a tool's name should.",
    severity=Severity.ERROR,
    subject=Subject.CONFLATED_ID,
    doc=__doc__,
    repairable=True,
)


@rule.only_where
def look(context: RuleContext) -> bool:
    if any(result.name is not None for result in context.conversation.results()):
        return True
    return not all(map(context.evidence.is_name_of_tool, context.called))


@rule.on_call
def check_call(call: ToolCallPart, context: RuleContext) -> Iterator[Defect]:
    is_clients = call.executed_by != "server" and not call.hybrid
    if is_clients and not context.evidence.is_name_of_tool(call.name):
        result = context.result_of_call(call)
        source = context.evidence.result_named(call.name, result)
        if source is not None:
            value = call.call_id.value
            which = f"The call {quoted(value)}" if value else "This call"
            whose = "its own result" if source is result else "a result"
            name = quoted(call.name)
            message = f"{which} names the tool {name}, which is the text of {whose}."
            yield rule.at(call, message, related=related("result", source))


@rule.on_result
def check_result(result: ToolResultPart, context: RuleContext) -> Iterator[Defect]:
    call = context.call_of_result(result)
    if result.name is None or call is None or call.name == result.name:
        return
    source = context.evidence.result_named(result.name, result)
    if source is not None:
        whose = "its own text" if source is result else "the text of another result"
        message = (
            f"The result names the tool {quoted(result.name)}, which is {whose}. The call it "
            f"most likely answers is {call_name(call)}."
        )
        yield rule.at(result, message, related=related("call", call))
