"""The document and its schema.

The schema names every field and allows no other, so that a field cannot come or go without a
change of it, and then of the version.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from crosswire.containers import read_json
from crosswire.explanations import ErrorText, error_texts
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import object_or_empty
from crosswire.model.loss_codes import LOSS_CODES
from crosswire.rules import TARGETS
from crosswire.rules.catalogue import catalogue as rule_catalogue
from crosswire.wire_types import WIRE_TYPES
from crosswire.wire_types.record import wire_type_record

VERSION = "1.1"
"""Of the fields. The number before the point is higher where one goes or means something else,
the one behind it where one comes; what the lists hold changes without either."""
_SCHEMA = Path(__file__).parent / "schema.json"


def catalogue_document() -> JsonObject:
    """Everything, in an order that stays, so that two versions can be compared."""
    losses: list[JsonValue] = [
        {"code": one.name, "family": one.family, "says": one.says}
        for one in LOSS_CODES.values()
    ]
    targets: list[JsonValue] = [
        {"name": one.name, "title": one.title, "formats": [*one.formats]}
        for one in TARGETS.values()
    ]
    return {
        "catalogue": "crosswire",
        "version": VERSION,
        "targets": targets,
        **rule_catalogue(),
        "error_texts": [*map(_text_record, error_texts().values())],
        "wire_types": [*map(wire_type_record, WIRE_TYPES)],
        "losses": losses,
    }


@cache
def catalogue_schema() -> JsonObject:
    """The JSON Schema (2020-12) of the document."""
    return object_or_empty(read_json(_SCHEMA.read_bytes()))


def _text_record(one: ErrorText) -> JsonObject:
    grounds: list[JsonValue] = [
        {"rule": rule.code, "ground": ground.key} for rule, ground in one.grounds
    ]
    return {
        "slug": one.slug,
        "text": one.text,
        "who": [*one.who],
        "rules": [rule.code for rule in one.rules],
        "grounds": grounds,
        "meaning": one.meaning,
        "subject": one.subject,
    }
