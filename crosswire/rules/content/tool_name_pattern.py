r"""The name of a tool has characters, or a length, that a target does not take.

## What it checks

Names of declared tools and names in calls, in what would be sent. OpenAI, Bedrock and Mistral
take letters of ASCII, digits, `_` and `-`, and 64 of them (Responses 128); Anthropic the same
up to 128 in a declaration, and any text up to 200 in a call. Gemini takes dots and colons too,
and wants a letter or `_` first; between 65 and 128 characters it is unsure, a warning, as its
messages say 64 and its newest documents 128. What tools of the provider's own are called is
left alone, and so is a call at the end of a log, whose result is still to come; but where it
has no name, none will come.

## Why it matters

One name refuses the whole request, and a name in the history does so in each one that follows:

    Invalid 'messages[9].tool_calls[0].function.name': string does not match pattern. Expected
    a string that matches the pattern '^[a-zA-Z0-9_-]+$'.

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
from functools import partial

from crosswire.formats.anthropic.names import NAME_RULE as OF_ANTHROPIC
from crosswire.formats.bedrock.names import NAME_RULE as OF_BEDROCK
from crosswire.formats.gemini.names import NAME_RULE as OF_GEMINI
from crosswire.formats.mistral.names import NAME_RULE as OF_MISTRAL
from crosswire.formats.openai_chat.names import NAME_RULE as OF_CHAT
from crosswire.formats.openai_responses.names import NAME_RULE as OF_RESPONSES
from crosswire.model import Conversation, ToolCallPart, ToolPart
from crosswire.rendering.name_plan import NameRule
from crosswire.rules.parts import is_piece
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import quoted


class NameGround(Ground, frozen=True, kw_only=True):
    """The names that a target takes: those that renderings keep to."""

    names: NameRule
    max_declared: int | None = None
    """For declarations alone: another length than that of the rule."""

    def fault(self, name: str, *, is_call: bool) -> str | None:
        """What is wrong with the name of a tool, in a call or in a declaration."""
        if self.max_declared is None:
            names = (self.names.called if is_call else None) or self.names
            return _fault(name, names.pattern, names.max_length)
        return None if is_call else _fault(name, self.names.pattern, self.max_declared)


def _fault(name: str, pattern: str, max_length: int) -> str | None:
    if not name:
        return ", which is empty"
    fitting = re.match(pattern, name)
    end = fitting.end() if fitting else 0
    if end < len(name):
        return f"; {name[end]!r} may not stand {'in it' if end else 'first'}"
    if len(name) > max_length:
        return f", which has more than {max_length} characters"
    return None


_OPENAI_SAYS = (
    "Invalid '…': string does not match pattern. Expected a string that matches the pattern "
    "'^[a-zA-Z0-9_-]+$'."
)
_GEMINI_SAYS = (
    "GenerateContentRequest.tools[…].function_declarations[…].name: Invalid function name. "
    "Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), "
    "underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64."
)

rule = ProviderRule(
    __name__,
    code="CW411",
    title="The provider does not take the name of a tool.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        NameGround(
            key="chat-function-name",
            targets=("openai-chat",),
            error_text=_OPENAI_SAYS,
            source="OpenAI's API description; mcp-use/mcp-use#90",
            names=OF_CHAT,
        ),
        NameGround(
            key="resp-tool-name",
            targets=("openai-responses", "azure-foundry"),
            error_text=_OPENAI_SAYS,
            source="OpenAI's API description",
            names=OF_RESPONSES,
        ),
        NameGround(
            key="ant-tool-name",
            targets=("anthropic",),
            error_text="tools.….custom.name: String should match pattern "
            "'^[a-zA-Z0-9_-]{1,128}$'",
            source="Anthropic's API reference; anthropics/claude-code#96152",
            names=OF_ANTHROPIC,
        ),
        NameGround(
            key="gem-name",
            targets=("gemini", "vertex"),
            error_text=_GEMINI_SAYS,
            source="maximhq/bifrost#1979, kaitranntt/ccs#219",
            names=OF_GEMINI,
            max_declared=128,
        ),
        NameGround(
            key="gem-name",
            targets=("gemini", "vertex"),
            error_text=_GEMINI_SAYS,
            source="maximhq/bifrost#1979 for 64; google-genai 3.4 documents 128",
            confidence="medium",
            names=OF_GEMINI,
        ),
        NameGround(
            key="br-tool-name",
            targets=("bedrock",),
            error_text="Value '…' at '…' failed to satisfy constraint: Member must satisfy "
            "regular expression pattern: [a-zA-Z0-9_-]+",
            source="the service model of botocore 1.44.5; NousResearch/hermes-agent#90016",
            names=OF_BEDROCK,
        ),
        NameGround(
            key="mi-name",
            targets=("mistral",),
            error_text="Function name was … but must be a-z, A-Z, 0-9, or contain "
            "underscores and dashes, with a maximum length of 64.",
            source="the validator of mistral-common 1.11.7",
            names=OF_MISTRAL,
        ),
    ),
)


@rule.only_where
def look(context: TargetContext) -> bool:
    """Few names are called many times."""
    declared = context.evidence.declared
    return any(
        any(map(partial(ground.fault, is_call=True), context.called))
        or any(map(partial(ground.fault, is_call=False), declared))
        for ground in rule.grounds_at(context)
    )


@rule.on_call
def check_call(call: ToolCallPart, context: TargetContext) -> Iterator[Refusal]:
    is_open = call.key in context.pending and (bool(call.name) or is_piece(call))
    if call.is_for_client and not is_open:
        yield from _check(call, "A call names its tool", context, is_call=True)


@rule.on_conversation
def check_declared(conversation: Conversation, context: TargetContext) -> Iterator[Refusal]:
    for tool in conversation.tools():
        if tool.kind in ("function", "custom"):
            yield from _check(tool, "A tool is declared as", context, is_call=False)


def _check(
    part: ToolCallPart | ToolPart, which: str, context: TargetContext, *, is_call: bool
) -> Iterator[Refusal]:
    for ground in rule.grounds_at(context):
        fault = ground.fault(part.name, is_call=is_call)
        if fault is not None:
            yield rule.at(part, f"{which} {quoted(part.name, 40)}{fault}.", ground)
            return
