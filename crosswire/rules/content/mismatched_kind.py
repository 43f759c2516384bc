r"""A call and its result are of different kinds.

## What it checks

In the Responses API, and at Azure AI Foundry, a `function_call` is answered by a
`function_call_output` and a `custom_tool_call` by a `custom_tool_call_output`; here the ids
are the same and the kinds are not. So it is too where a tool is declared as one kind and
called as the other.

## Why it matters

The API looks for the output among those of the call's own kind, and finds neither a result for
the call nor a call for the result:

    No tool output found for custom tool call call_p4t.

Codex reads the input of the other kind in another way, and says:

    tool apply_patch invoked with incompatible payload

Adapters that know functions alone write every tool as one.

## Example

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Fix the typo."},
  {"type": "custom_tool_call", "call_id": "call_p4t", "name": "apply_patch",
   "input": "*** Begin Patch"},
  {"type": "function_call_output", "call_id": "call_p4t", "output": "Done"},
  {"role": "user", "content": "Thanks!"}
]}
```

Use instead: the output of the same kind.

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Fix the typo."},
  {"type": "custom_tool_call", "call_id": "call_p4t", "name": "apply_patch",
   "input": "*** Begin Patch"},
  {"type": "custom_tool_call_output", "call_id": "call_p4t", "output": "Done"},
  {"role": "user", "content": "Thanks!"}
]}
```

## Source

router-for-me/CLIProxyAPI#5753, decolua/9router#1371.
"""

from collections.abc import Iterator

from crosswire.model import Conversation
from crosswire.pairing import Pair
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, tool_name
from crosswire.tools.declared import declared_tools

_OTHER_OUTPUTS = {
    ("function_call", "custom_tool_call_output"): "function_call_output",
    ("custom_tool_call", "function_call_output"): "custom_tool_call_output",
}
"""A type of call and the type of result that is the other's -> the type that is its own."""
_KINDS = {"function_call": "function", "custom_tool_call": "custom"}
_OTHER_KINDS = {("function_call", "custom"), ("custom_tool_call", "function")}

rule = LogRule(
    __name__,
    code="CW446",
    title="A call and its result are of different kinds.",
    severity=Severity.ERROR,
    subject=Subject.MISMATCHED_IDS,
    doc=__doc__,
    formats=frozenset({"openai-responses", "azure-foundry"}),
)


@rule.on_pair
def check_pair(pair: Pair, context: RuleContext) -> Iterator[Defect]:
    given = pair.result.wire_type
    wanted = _OTHER_OUTPUTS.get((pair.call.wire_type, given))
    if wanted is not None:
        message = (
            f"The {pair.call.wire_type} {call_name(pair.call)} is answered by a {given}, not "
            f"by a {wanted}."
        )
        yield rule.at(pair.result, message, related=related("call", pair.call))


@rule.on_conversation
def check_declared(conversation: Conversation, context: RuleContext) -> Iterator[Defect]:
    declared = declared_tools(conversation).by_name
    for call in conversation.calls():
        declaration = declared.get(call.name)
        if declaration is not None and (call.wire_type, declaration.kind) in _OTHER_KINDS:
            message = (
                f"This calls {tool_name(call.name)} as a {_KINDS[call.wire_type]} tool, and a "
                f"{declaration.kind} tool is declared."
            )
            yield rule.at(call, message, related=related("declaration", declaration))
