"""A row of the registry as plain data, whose fields are documented and stable."""

from __future__ import annotations

from crosswire.model import JsonObject
from crosswire.wire_types.wire_type import WireType


def wire_type_record(row: WireType) -> JsonObject:
    """A row in JSON; the keys are documented and stable."""
    return {
        "slug": row.slug,
        "provider": row.provider,
        "api": row.api,
        "beta": row.beta,
        "since": row.since,
        "sdk_type": row.sdk_type,
        "discriminator": {"kind": row.discriminator.kind, "value": row.discriminator.value},
        "role": row.role.value,
        "family": row.family,
        "correlation_field": row.correlation_field,
        "item_id_field": row.item_id_field,
        "category": row.category.value,
        "survey": _survey_object(row),
        "embeds": row.embeds,
        "paired_with": list(row.paired_with),
        "edges": list(row.edges),
        "variant_of": row.variant_of,
        "format": row.format,
        "note": row.note,
        "example": row.example,
    }


def _survey_object(row: WireType) -> JsonObject | None:
    if row.survey is None:
        return None
    return {
        "name": row.survey.name,
        "category": row.survey.category.value,
        "listed": row.survey.listed,
    }
