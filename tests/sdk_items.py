"""Holds one item against the SDK type that the registry names for it."""

from __future__ import annotations

from typing import Any

from tests.frozen_schemas import errors, fields

Json = dict[str, Any]


def check_item(sdk_type: str, item: Json) -> list[str]:
    """What an SDK type has against an item; keys that it does not declare are refused too."""
    if sdk_type.startswith("botocore:"):
        # A block of Converse stands under a key, the name of its shape in lower case.
        shape = sdk_type.rpartition(":")[2]
        item = item[shape[0].lower() + shape[1:].removesuffix("Block")]
    return errors(sdk_type, item)


def validates(sdk_type: str) -> bool:
    """Whether the SDK refuses an item without a field; azure-ai-agents requires none."""
    return not sdk_type.startswith("azure.ai.agents.")


def declared_fields(sdk_type: str) -> set[str]:
    """The names of the fields that an SDK type declares, as on the wire."""
    return set(fields(sdk_type))
