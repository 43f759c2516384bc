"""Keeps uploads and what was made of them; every query of the app is a function here."""

from webapp.store.judging import JUDGES, verdicts
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
from webapp.store.panes import REPAIRED, Pane, pane, repaired_pane
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
from webapp.store.rereading import whole
from webapp.store.segments import upload_bytes
from webapp.store.uploads import KeptUpload, Revision, Stage, delete, keep, keep_in_stages, revision_of

__all__ = [
    "JUDGES",
    "ORIGINAL",
    "REPAIRED",
    "Gone",
    "KeptUpload",
    "Pane",
    "Revision",
    "Stage",
    "all_findings",
    "call_block",
    "call_records",
    "delete",
    "find",
    "findings_block",
    "keep",
    "keep_in_stages",
    "kept_examples",
    "may_manage",
    "new_secret",
    "outline_block",
    "pane",
    "part_bytes",
    "parts",
    "reach",
    "repaired_pane",
    "revision_of",
    "row_at",
    "row_of",
    "sibling_count",
    "sibling_slugs",
    "siblings",
    "siblings_from",
    "upload_bytes",
    "verdicts",
    "whole",
]
