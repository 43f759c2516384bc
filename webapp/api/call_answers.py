"""Calls as an answer of the API tells them."""

from __future__ import annotations

from typing import Any

from crosswire.model import IdSource
from webapp.readmodel.call_records import CallRecord
from webapp.wording.ids import looks_like


def answered(record: CallRecord) -> dict[str, Any]:
    """A call as an answer tells it, with whose shape its id has: a hint, no proof."""
    id = record["id"]
    names_item = id["source"] == IdSource.ITEM_ID.value
    looks = None if id["value"] is None else looks_like(id["value"], "", names_item=names_item)
    return {**record, "id": {**id, "looks_like": None if looks is None else looks["maker"]}}
