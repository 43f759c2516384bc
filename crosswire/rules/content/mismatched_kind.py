r"""A call and its result are of different kinds.

## What it checks

In the Responses API, and at Azure AI Foundry, a `function_call` is answered by a
`function_call_output` and a `custom_tool_call` by a `custom_tool_call_output`; here the ids
are the same and the kinds are not. So it is too where a tool is declared as one kind and
called as the other.

In Chat Completions the calls in `tool_calls` are answered by messages with the role `tool`,
and the older `function_call` by one with the role `function`, which names no id; here the two
are mixed.

## Why it matters

The API looks for the output among those of the call's own kind, and finds neither a result for
the call nor a call for the result:

    No tool output found for custom tool call call_p4t.

    An assistant message with 'tool_calls' must be followed by tool messages responding to each
    'tool_call_id'.

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

Use instead: the result of the same kind.

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
from crosswire.model.json_values import field_of
from crosswire.pairing import Pair
from crosswire.rules.parts import related
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject
from crosswire.rules.wording import call_name, tool_name
from crosswire.tools.declared import declared_tools

_OTHER_RESULTS = {
    ("function_call", "custom_tool_call_output"): "function_call_output",
    ("custom_tool_call", "function_call_output"): "custom_tool_call_output",
    ("function", "function"): "tool",
    ("custom", "function"): "tool",
    ("function_call", "tool"): "function",
}
"""A type of call and the type of result that is the other's -> the type that is its own."""
_ROLES = frozenset({"tool", "function"})
"""Those types of results that are the roles of messages."""
_KINDS = {"function_call": "function", "custom_tool_call": "custom"}
_OTHER_KINDS = {("function_call", "custom"), ("custom_tool_call", "function")}

rule = LogRule(
    __name__,
    code="CW446",
    title="A call and its result are of different kinds.",
    severity=Severity.ERROR,
    subject=Subject.MISMATCHED_IDS,
    doc=__doc__,
    formats=frozenset({"openai-responses", "azure-foundry", "openai-chat"}),
    repairable=True,
)


def own_kind(pair: Pair) -> str | None:
    """The wire type of the result that the call of a pair asks for, where it has another."""
    given = pair.result.wire_type
    wanted = _OTHER_RESULTS.get((pair.call.wire_type, given))
    if wanted is None or given not in _ROLES:
        return wanted
    if field_of(pair.result.raw, "role") != given:
        return None  # a program's own block, which has no such role
    if field_of(pair.call.raw, "type") == "function_call":
        return None  # an item, which another API's message answers
    return wanted


@rule.on_pair
def check_pair(pair: Pair, context: RuleContext) -> Iterator[Defect]:
    wanted = own_kind(pair)
    if wanted is not None:
        kind, given = pair.call.wire_type, pair.result.wire_type
        message = (
            f"The {kind} {call_name(pair.call)} is answered by a {given}, not by a {wanted}."
        )
        if wanted in _ROLES:
            field = "function_call" if kind == "function_call" else "tool_calls"
            message = (
                f"The call {call_name(pair.call)} in `{field}` is answered by a message with "
                f"the role `{given}`, not `{wanted}`."
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
