"""Keeps uploads and what was made of them; every query of the app is a function here."""

from webapp.store.listings import (
    all_findings,
    call_block,
    call_records,
    findings_block,
    outline_block,
    part_bytes,
    parts,
    reach,
    row_at,
    row_of,
)
from webapp.store.panes import Pane, pane
from webapp.store.permalinks import (
    Gone,
    find,
    kept_examples,
    may_manage,
    new_secret,
    sibling_count,
    sibling_slugs,
    siblings,
    siblings_from,
)
from webapp.store.reading import ORIGINAL
from webapp.store.segments import upload_bytes
from webapp.store.uploads import KeptUpload, delete, keep

__all__ = [
    "ORIGINAL",
    "Gone",
    "KeptUpload",
    "Pane",
    "all_findings",
    "call_block",
    "call_records",
    "delete",
    "find",
    "findings_block",
    "keep",
    "kept_examples",
    "may_manage",
    "new_secret",
    "outline_block",
    "pane",
    "part_bytes",
    "parts",
    "reach",
    "row_at",
    "row_of",
    "sibling_count",
    "sibling_slugs",
    "siblings",
    "siblings_from",
    "upload_bytes",
]
