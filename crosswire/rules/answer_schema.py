"""The schema that a request asks the answer to keep to, where its provider is known to refuse
such schemas."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from crosswire.address import Address, child
from crosswire.model import Conversation, JsonObject
from crosswire.model.json_values import object_or_empty, value_at
from crosswire.tools.schema_places import Path, SchemaPlaces
from crosswire.tools.schema_strict import OF_ANTHROPIC, OF_OPENAI, StrictRule, unenforced

_IN_TEXT: tuple[Path, ...] = (("text", "format"),)
_PLACES: dict[str, tuple[Path, ...]] = {
    "openai-chat": (("response_format", "json_schema"),),
    "openai-responses": _IN_TEXT,
    "azure-foundry": _IN_TEXT,
    "anthropic": (("output_config", "format"), ("output_format",)),
}
"""By target: where its requests hold the schema of the answer."""
_NOT_SURE = frozenset({"doubtful", "format"})
"""Reasons of which no refusal is known."""
_MESSAGE = (
    "Whether it takes the schema of the answer, which {}: a provider that enforces schemas is "
    "known to refuse that."
)


def answer_schema(sent: Conversation, target: str) -> Iterator[tuple[Address, str]]:
    """Where the schema of the answer stands that may be refused, and the first reason."""
    rule = OF_ANTHROPIC if target == "anthropic" else OF_OPENAI
    for setting, path, holder in _asked(sent, target):
        if target == "anthropic" or holder.get("strict") is True:
            for reason in islice(_reasons(holder, rule), 1):
                yield child(setting, *path), _MESSAGE.format(reason)


def _asked(sent: Conversation, target: str) -> Iterator[tuple[Address, Path, JsonObject]]:
    """Each place of a schema: the setting, the way from there, and what holds the schema."""
    for name, *path in _PLACES.get(target, ()):
        for setting in sent.settings():
            if setting.name == name and not setting.of_response:
                holder = object_or_empty(value_at(setting.value, *path))
                if isinstance(holder.get("schema"), dict):
                    yield setting.address, (*path, "schema"), holder


def _reasons(holder: JsonObject, rule: StrictRule) -> Iterator[str]:
    found = unenforced(SchemaPlaces(holder["schema"]), rule)
    return (one.reason for one in found if one.kind not in _NOT_SURE)
