"""The schema of a tool has a list and does not say what is in it.

## What it checks

Every schema of the type `array`, also one that may be something else too: it has `items`.

## Why it matters

JSON Schema allows a list of anything. Some providers do not, and refuse the whole request for
one such field of one tool.

## Example

```json openai-chat
{"model": "gpt-4.1",
 "tools": [{"type": "function", "function": {"name": "read_files", "parameters": {
   "type": "object", "properties": {"paths": {"type": "array"}}}}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

Use instead: what the elements are; an empty schema where they may be anything.

```json openai-chat
{"model": "gpt-4.1",
 "tools": [{"type": "function", "function": {"name": "read_files", "parameters": {
   "type": "object",
   "properties": {"paths": {"type": "array", "items": {"type": "string"}}}}}}],
 "messages": [{"role": "user", "content": "Go on."}]}
```

## Source

Error texts in threads of projects that declare tools, with each ground.
"""

from collections.abc import Iterator

from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.rule import ProviderRule, Subject
from crosswire.rules.schema_grounds import OF_OPENAI, Fault, SchemaGround, look_for_faults
from crosswire.tools.schemas import may_be_list, named_type


def _lists_without_items(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.where("type", may_be_list):
        if word.holder.keys().isdisjoint(("items", "prefixItems")):
            yield word.schema_path, "has a list without `items`"


def _tuples_without_items(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.of("prefixItems"):
        if "items" not in word.holder:
            yield word.schema_path, "has a list with `prefixItems` and without `items`"


def _lists_of_gemini(declared: DeclaredSchema) -> Iterator[Fault]:
    for word in declared.places.of("type"):
        if named_type(word.value) == "array" and word.holder.get("items") is None:
            yield word.schema_path, "has a list without `items`"


_MISSING = (
    "* GenerateContentRequest.tools[…].function_declarations[…].parameters….items: missing "
    "field."
)

rule = ProviderRule(
    __name__,
    code="CW453",
    title="The schema of a tool has a list and does not say what is in it.",
    subject=Subject.CONTENT,
    doc=__doc__,
    kin=("tool-declaration",),
    repairable=True,
    grounds=(
        SchemaGround(
            key="oai-schema-items-missing",
            targets=OF_OPENAI,
            error_text="Invalid schema for function '…': In context=…, array schema missing "
            "items.",
            source="mark3labs/mcphost#35; sigoden/aichat#1049; for a list among other types "
            "tidewave-ai/tidewave_phoenix#224 (2026-02)",
            find=_lists_without_items,
        ),
        SchemaGround(
            key="oai-schema-items-missing-in-tuple",
            targets=OF_OPENAI,
            error_text="",
            source="the same check may not know `prefixItems`; no refusal of it was seen",
            confidence="low",
            find=_tuples_without_items,
        ),
        SchemaGround(
            key="gem-schema-items-missing",
            targets=("gemini",),
            error_text=_MISSING,
            source="reports of MCP servers to 2026; Google's reference: items of an ARRAY",
            find=_lists_of_gemini,
            field="parameters",
        ),
        SchemaGround(
            key="vertex-schema-items-missing",
            targets=("vertex",),
            error_text=_MISSING,
            source="as with the Gemini API; not seen at Vertex",
            confidence="medium",
            find=_lists_of_gemini,
            field="parameters",
        ),
    ),
)


look_for_faults(rule)
