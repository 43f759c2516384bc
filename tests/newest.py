"""`./dev newest`: the types of blocks, items, steps and tools that the newest SDKs have and that neither
the registry of wire types nor a reader knows.

The SDKs' types are those that `./dev schemas` has frozen; for newer SDKs that comes first.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from crosswire.formats.anthropic.reading_tools import DECLARING
from crosswire.formats.gemini_interactions.names import CONTENT, SPOKEN
from crosswire.formats.openai_responses.item_types import CALLS, NO_TOOLS, RESULTS
from crosswire.rules.not_judged import KNOWN_BLOCKS, PROVIDERS_BLOCKS, PROVIDERS_TOOLS
from crosswire.tools.builtin import built_in_tool
from crosswire.wire_types import find
from tests.frozen_schemas import FOLDER

Schema = dict[str, Any]
Unions = list[tuple[str, str, str | None]]

UNIONS: dict[str, Unions] = {
    "anthropic": [
        ("anthropic", f"{beta}{role}MessageParam", "content")
        for beta in ("", "Beta")
        for role in ("System", "User", "Assistant")
    ],
    "openai-responses": [("openai", "openai.types.responses.ResponseInputItemParam", None)],
    "gemini-interactions": [("google-genai", "CreateModelInteraction", "input")],
}
"""A format -> where its SDK lists what a history is made of: package, type and field."""
TOOLS: dict[str, Unions] = {
    "anthropic": [
        (
            "anthropic",
            f"anthropic__types__{beta}message_create_params__MessageCreateParamsNonStreaming",
            "tools",
        )
        for beta in ("", "beta__")
    ],
    "openai-responses": [("openai", "openai.types.responses.ToolParam", None)],
    "gemini-interactions": [("google-genai", "CreateModelInteraction", "tools")],
}
"""The same for the tools that a request declares."""
READ = {
    "anthropic": {"text", "image", "document", "thinking", "redacted_thinking", *DECLARING}
    | KNOWN_BLOCKS
    | PROVIDERS_BLOCKS,
    "openai-responses": {*CALLS, *RESULTS, *NO_TOOLS},
    "gemini-interactions": {"thought", *SPOKEN, *CONTENT},
}
"""A format -> types that its reader knows, beside calls and results."""


def unknown(format: str) -> set[str]:
    """The types that nobody knows."""
    blocks = {word for word in types_in(UNIONS[format]) if not _is_read(format, word)}
    return blocks | {word for word in types_in(TOOLS[format]) if not _is_known_tool(format, word)}


def _is_read(format: str, word: str) -> bool:
    return word in READ[format] or find(format, word) is not None


def _is_known_tool(format: str, word: str) -> bool:
    is_declared = word in ("function", "custom") or word in PROVIDERS_TOOLS
    return is_declared or built_in_tool(format, word) is not None


def types_in(unions: Unions) -> set[str]:
    """All types that the members of some unions have."""
    found: set[str] = set()
    for package, name, field in unions:
        definitions = _definitions(package)
        found |= set(_types(_field(definitions[name], field), definitions))
    return found


def _definitions(package: str) -> dict[str, Schema]:
    [file] = FOLDER.glob(f"{package}-[0-9]*.json")
    definitions: dict[str, Schema] = json.loads(file.read_text())["$defs"]
    return definitions


def _field(schema: Schema, field: str | None) -> Schema:
    held: Schema = schema if field is None else schema["properties"][field]
    return held


def _types(schema: Schema, definitions: dict[str, Schema]) -> Iterator[str]:
    """The words of `type` in the members of a union, not those of what they hold."""
    waiting = [schema]
    while waiting:
        one = waiting.pop()
        if "$ref" in one:
            waiting.append(definitions[one["$ref"].removeprefix("#/$defs/")])
        waiting += one.get("anyOf", [])
        if isinstance(one.get("items"), dict):
            waiting.append(one["items"])
        word = one.get("properties", {}).get("type", {}).get("const")
        if isinstance(word, str) and word != "UNKNOWN":
            yield word


def main() -> None:
    """Print what nobody knows, a line for each type."""
    for format in UNIONS:
        for word in sorted(unknown(format)):
            print(f"{format}: {word}")  # noqa: T201 - it is what the command is for


if __name__ == "__main__":
    main()
