r"""The name of a tool has characters, or a length, that a target does not take.

## What it checks

Names of declared tools and names in calls, in what would be sent. OpenAI, Bedrock and Mistral
take letters of ASCII, digits, `_` and `-`, and 64 of them (Responses 128); Anthropic the same
up to 128 in a declaration, and any text up to 200 in a call. Gemini takes dots and colons too,
and wants a letter or `_` first; between 65 and 128 characters it is unsure, a warning, as its
messages say 64 and its newest documents 128. What tools of the provider's own are called is
left alone.

## Why it matters

One name refuses the whole request, and a name in the history does so in each one that follows:

    Invalid 'messages[9].tool_calls[0].function.name': string does not match pattern. Expected a string
    that matches the pattern '^[a-zA-Z0-9_-]+$'.

Such names come from MCP servers (`files/read`), from namespaces (`default_api.search`), and
from models that make one up; a history from another provider brings them along.

## Example

```json openai-chat
{"model": "gpt-5", "messages": [
  {"role": "user", "content": "What is in a.txt?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_f4x", "type": "function", "function": {
      "name": "files/read", "arguments": "{\"path\": \"a.txt\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_f4x", "content": "milk"}
]}
```

Use instead: one name that all take, in the declaration and in the history alike.

```json openai-chat
{"model": "gpt-5", "messages": [
  {"role": "user", "content": "What is in a.txt?"},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_f4x", "type": "function", "function": {
      "name": "files__read", "arguments": "{\"path\": \"a.txt\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_f4x", "content": "milk"}
]}
```

## Source

The API descriptions of OpenAI, Anthropic and Bedrock; mcp-use/mcp-use#90 (a name in the
history), anthropics/claude-code#96152, maximhq/bifrost#1979 and kaitranntt/ccs#219 (Gemini),
the validator of mistral-common 1.11.7.
"""

import re
from collections.abc import Iterator

from crosswire.formats.anthropic.names import NAME_RULE as OF_ANTHROPIC
from crosswire.formats.bedrock.names import NAME_RULE as OF_BEDROCK
from crosswire.formats.gemini.names import NAME_RULE as OF_GEMINI
from crosswire.formats.mistral.names import NAME_RULE as OF_MISTRAL
from crosswire.formats.openai_chat.names import NAME_RULE as OF_CHAT
from crosswire.formats.openai_responses.names import NAME_RULE as OF_RESPONSES
from crosswire.model import Conversation, ToolCallPart, ToolPart
from crosswire.rendering.name_plan import NameRule
from crosswire.rules.rule import Diagnostic, Ground, Kind, Rule, RuleContext, Severity, quoted


def _limits(of: NameRule) -> dict[str, tuple[str, int]]:
    """What renderings keep to, as limits of a ground."""
    called = of.called or of
    return {"declared": (of.pattern, of.longest), "called": (called.pattern, called.longest)}


_OPENAI_SAYS = (
    "Invalid '…': string does not match pattern. Expected a string that matches the pattern "
    "'^[a-zA-Z0-9_-]+$'."
)
_GEMINI_SAYS = (
    "GenerateContentRequest.tools[…].function_declarations[…].name: Invalid function name. Must start with "
    "a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), "
    "or dashes (-), with a maximum length of 64."
)

rule = Rule(
    __name__,
    code="CW411",
    title="The name of a tool is none that a provider takes.",
    severity=Severity.ERROR,
    doc=__doc__,
    kind=Kind.REFUSAL,
    grounds=(
        Ground(
            key="chat-function-name",
            targets=("openai-chat",),
            error_text=_OPENAI_SAYS,
            source="OpenAI's API description; mcp-use/mcp-use#90",
            limits=_limits(OF_CHAT),
        ),
        Ground(
            key="resp-tool-name",
            targets=("openai-responses", "azure-foundry"),
            error_text=_OPENAI_SAYS,
            source="OpenAI's API description",
            limits=_limits(OF_RESPONSES),
        ),
        Ground(
            key="ant-tool-name",
            targets=("anthropic",),
            error_text="tools.….custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
            source="Anthropic's API reference; anthropics/claude-code#96152",
            limits=_limits(OF_ANTHROPIC),
        ),
        Ground(
            key="gem-name",
            targets=("gemini", "vertex"),
            error_text=_GEMINI_SAYS,
            source="maximhq/bifrost#1979, kaitranntt/ccs#219",
            limits={"declared": (OF_GEMINI.pattern, 128)},
        ),
        Ground(
            key="gem-name",
            targets=("gemini", "vertex"),
            error_text=_GEMINI_SAYS,
            source="maximhq/bifrost#1979 for 64; google-genai 3.4 documents 128",
            confidence="medium",
            limits=_limits(OF_GEMINI),
        ),
        Ground(
            key="br-tool-name",
            targets=("bedrock",),
            error_text="Value '…' at '…' failed to satisfy constraint: Member must satisfy regular expression "
            "pattern: [a-zA-Z0-9_-]+",
            source="the service model of botocore 1.44.5; NousResearch/hermes-agent#90016",
            limits=_limits(OF_BEDROCK),
        ),
        Ground(
            key="mi-name",
            targets=("mistral",),
            error_text="Function name was … but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a "
            "maximum length of 64.",
            source="the validator of mistral-common 1.11.7",
            limits=_limits(OF_MISTRAL),
        ),
    ),
)


@rule.only_where
def look(context: RuleContext) -> bool:
    """Few names are called many times."""
    grounds = rule.grounds_of(context.target)
    names = [(name, "called") for name in context.called]
    names += [(tool.name, "declared") for tool in context.conversation.tools()]
    return any(
        _fault(name, *ground.limits[place])
        for name, place in names
        for ground in grounds
        if place in ground.limits
    )


@rule.on_call
def check_call(call: ToolCallPart, context: RuleContext) -> Iterator[Diagnostic]:
    if call.executed_by == "client" and not call.hybrid and call.key not in context.pending:
        yield from _check(call, "called", context)


@rule.on_conversation
def check_declared(conversation: Conversation, context: RuleContext) -> Iterator[Diagnostic]:
    for tool in conversation.tools():
        if tool.kind in ("function", "custom"):
            yield from _check(tool, "declared", context)


def _check(
    part: ToolCallPart | ToolPart, place: str, context: RuleContext
) -> Iterator[Diagnostic]:
    for ground in rule.grounds_of(context.target):
        fault = _fault(part.name, *ground.limits[place]) if place in ground.limits else None
        if fault is not None:
            whose = "A call names its tool" if place == "called" else "A tool is declared as"
            yield rule.at(part, f"{whose} {quoted(part.name, 40)}{fault}.", ground=ground)
            return


def _fault(name: str, pattern: str, longest: int) -> str | None:
    if not name:
        return ", which is empty"
    fits = re.match(pattern, name)
    at = fits.end() if fits else 0
    if at < len(name):
        return f"; {name[at]!r} may not stand {'in it' if at else 'first'}"
    return f", which has more than {longest} characters" if len(name) > longest else None
