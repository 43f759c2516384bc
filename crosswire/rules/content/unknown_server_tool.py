r"""A call names a tool that Anthropic does not run.

## What it checks

A refusal by Anthropic of a `server_tool_use` block whose `name` is none of its own tools.

## Why it matters

The names are a closed list, and the API says it:

    name: Input should be 'web_search', 'web_fetch', 'code_execution', 'bash_code_execution',
    'text_editor_code_execution', 'tool_search_tool_regex', 'tool_search_tool_bm25'

It comes from proxies that tell tools of another provider as Anthropic's. What a client runs is
a `tool_use`, with any name.

## Example

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 2000, "messages": [
  {"role": "user", "content": "What is in the report?"},
  {"role": "assistant", "content": [
    {"type": "server_tool_use", "id": "srvtoolu_01A", "name": "file_search",
     "input": {"query": "report"}},
    {"type": "text", "text": "I can't find it."}]}
]}
```

Use instead: the call as one of a function.

```json anthropic
{"model": "claude-sonnet-4-5", "max_tokens": 2000,
 "tools": [{"name": "file_search", "input_schema": {"type": "object", "properties": {}}}],
  "messages": [
  {"role": "user", "content": "What is in the report?"},
  {"role": "assistant", "content": [
    {"type": "tool_use", "id": "toolu_01A", "name": "file_search",
     "input": {"query": "report"}}]},
  {"role": "user", "content": [
    {"type": "tool_result", "tool_use_id": "toolu_01A", "content": "Nothing found."}]},
  {"role": "assistant", "content": [{"type": "text", "text": "I can't find it."}]},
  {"role": "user", "content": "Look again."}
]}
```

## Source

Measured on Anthropic's endpoint in 2026-09; `advisor`, a tool in beta, as recorded answers
have it.
"""

from collections.abc import Iterator

from crosswire.address import child
from crosswire.model import ToolCallPart
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext
from crosswire.rules.wording import tool_name


class ServerTools(Ground, frozen=True, kw_only=True):
    """The tools that a provider runs."""

    names: tuple[str, ...]


rule = ProviderRule(
    __name__,
    code="CW831",
    title="A call names a tool that Anthropic does not run.",
    subject=Subject.CONTENT,
    doc=__doc__,
    grounds=(
        ServerTools(
            key="ant-server-name-enum",
            targets=("anthropic",),
            error_text="name: Input should be 'web_search', 'web_fetch', 'code_execution', "
            "'bash_code_execution', 'text_editor_code_execution', 'tool_search_tool_regex', "
            "'tool_search_tool_bm25'",
            source="measured on Anthropic's endpoint in 2026-09",
            names=(
                "web_search",
                "web_fetch",
                "code_execution",
                "bash_code_execution",
                "text_editor_code_execution",
                "tool_search_tool_regex",
                "tool_search_tool_bm25",
                "advisor",
            ),
        ),
    ),
)


@rule.on_call
def check(call: ToolCallPart, context: TargetContext) -> Iterator[Refusal]:
    if call.wire_type != "server_tool_use":
        return
    for ground in rule.grounds_at(context):
        if call.name not in ground.names:
            message = f"Anthropic runs no tool called {tool_name(call.name)}."
            yield rule.at(call, message, ground, address=child(call.address, "name"))
