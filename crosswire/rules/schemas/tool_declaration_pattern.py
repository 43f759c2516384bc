r"""A regular expression in the schema of a tool is one that a provider does not take.

## What it checks

Each `pattern` of a schema, and the names in `patternProperties`. OpenAI compiles them with
Python, which knows neither `\p{L}` nor `(?<name>...)`; what looks ahead or behind it refuses
in strict tools, and for some models in all. Z.ai refuses `\p{L}`, DeepSeek a `[` in a class
that leaves it open. llama.cpp took only patterns from `^` to `$` until 2026-08.

## Why it matters

Schemas come from JavaScript (zod's `email()` looks ahead), and one pattern in one tool
refuses every request that declares the tool.

## Example

```json openai-chat
{"model": "gpt-4.1",
 "tools": [{"type": "function", "function": {"name": "greet", "parameters": {
   "type": "object", "properties": {"name": {"type": "string", "pattern": "^\\p{L}*$"}}}}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

Use instead: the same in what both know, or a word about it in the description.

```json openai-chat
{"model": "gpt-4.1",
 "tools": [{"type": "function", "function": {"name": "greet", "parameters": {
   "type": "object", "properties": {"name": {"type": "string", "pattern": "^[A-Za-z]+$"}}}}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

## Source

Error texts in threads of projects that declare tools, with each ground.
"""

from collections.abc import Callable, Iterator

from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.rule import ProviderRule, Subject
from crosswire.rules.schema_grounds import (
    OF_OPENAI,
    Fault,
    Find,
    SchemaGround,
    look_for_faults,
)
from crosswire.rules.wording import quoted
from crosswire.tools.patterns import escapes, is_refused_by_python, looks_around, patterns


def patterns_that(are_odd: Callable[[str], bool], what: str) -> Find:
    """The patterns that are so, each with what is odd about it."""

    def find(declared: DeclaredSchema) -> Iterator[Fault]:
        for path, pattern in patterns(declared.places):
            if are_odd(pattern):
                yield path, f"has the pattern {quoted(pattern, 40)}, which {what}"

    return find


_looking_around = patterns_that(looks_around, "looks ahead or behind")


def _looking_around_if_not_strict(declared: DeclaredSchema) -> Iterator[Fault]:
    return iter(()) if declared.strict else _looking_around(declared)


def _is_beyond_claude(pattern: str) -> bool:
    return looks_around(pattern) or any(one in "bB123456789" for one in escapes(pattern))


_AROUND = "Invalid JSON schema: regex lookaround is not supported. Found at $.….pattern."

rule = ProviderRule(
    __name__,
    code="CW460",
    title="A regular expression in the schema of a tool is one that a provider does not take.",
    subject=Subject.CONTENT,
    doc=__doc__,
    kin=("tool-declaration",),
    grounds=(
        SchemaGround(
            key="oai-schema-pattern",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': '…' is not a 'regex'.",
            source="anthropics/claude-code#92969, BerriAI/litellm#40485, pleaseai/shunt#488 "
            "(2026-09); for names in patternProperties bman654/clodex#203",
            find=patterns_that(is_refused_by_python, "Python cannot compile"),
        ),
        SchemaGround(
            key="oai-strict-lookaround",
            targets=OF_OPENAI,
            error_text=_AROUND,
            source="vercel/ai#21037 (2026-09)",
            since="2026-05",
            find=_looking_around,
            only_strict=True,
        ),
        SchemaGround(
            key="oai-schema-lookaround",
            targets=OF_OPENAI,
            error_text=_AROUND,
            source="anomalyco/opencode#32073, decolua/9router#1556, cline/cline#14019, "
            "tombii/better-ccflare#357; with other models it was taken (pleaseai/shunt#488)",
            confidence="medium",
            since="2026-05",
            find=_looking_around_if_not_strict,
        ),
        SchemaGround(
            key="ant-strict-pattern",
            targets=("anthropic",),
            error_text="",
            source="Anthropic's guide to structured outputs: no lookaround, backreferences "
            "and word boundaries; Dokploy/mcp#45 (2026-05)",
            confidence="medium",
            since="2025-11",
            find=patterns_that(
                _is_beyond_claude, "looks around, refers back or names a word's edge"
            ),
            only_strict=True,
        ),
    ),
)


look_for_faults(rule)
