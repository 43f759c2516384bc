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
  {"type": "custom_tool_call", "call_id": "call_p4t", "name": "apply_patch", "input": "*** Begin Patch"},
  {"type": "function_call_output", "call_id": "call_p4t", "output": "Done"},
  {"role": "user", "content": "Thanks!"}
]}
```

Use instead: the output of the same kind.

```json openai-responses
{"model": "gpt-5", "input": [
  {"role": "user", "content": "Fix the typo."},
  {"type": "custom_tool_call", "call_id": "call_p4t", "name": "apply_patch", "input": "*** Begin Patch"},
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
from crosswire.rules.rule import Diagnostic, Rule, RuleContext, Severity, named, tool
from crosswire.tools.declared import declared_tools

_OUTPUTS = {
    "function_call": "function_call_output",
    "custom_tool_call": "custom_tool_call_output",
}
_DECLARED = {"function_call": "function", "custom_tool_call": "custom"}

rule = Rule(
    __name__,
    code="CW446",
    title="A call and its result are of different kinds.",
    severity=Severity.ERROR,
    doc=__doc__,
    only=frozenset({"openai-responses", "azure-foundry"}),
)


@rule.on_pair
def check_pair(pair: Pair, context: RuleContext) -> Iterator[Diagnostic]:
    wanted, given = _OUTPUTS.get(pair.call.wire_type), pair.result.wire_type
    if wanted is not None and given in _OUTPUTS.values() and given != wanted:
        said = (
            f"The {pair.call.wire_type} {named(pair.call)} is answered by a {given}, not "
            f"by a {wanted}."
        )
        yield rule.at(pair.result, said, related=(("call", pair.call.address),))


@rule.on_conversation
def check_declared(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    declared = declared_tools(conversation)
    for call in conversation.calls() if declared is not None else ():
        found = declared.by_name.get(call.name) if declared is not None else None
        kind = _DECLARED.get(call.wire_type)
        if (
            found is None
            or kind is None
            or found.kind not in _DECLARED.values()
            or found.kind == kind
        ):
            continue
        said = (
            f"This calls {tool(call.name)} as a {kind} tool, and a {found.kind} tool is "
            "declared."
        )
        yield rule.at(call, said, related=(("declaration", found.address),))
