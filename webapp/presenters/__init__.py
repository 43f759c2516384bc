"""From a conversation to what a template can print: plain JSON values, and no Flask.

    rows = outline(conversation, pairing, diagnostics)
    panes = {None: cells(conversation, pairing, None), "gemini": cells(conversation, pairing, rendering)}

Every pane has as many rows as the outline; the store keeps them in blocks of BLOCK_ROWS.
"""

from webapp.presenters.call_lines import CallLine, call_lines
from webapp.presenters.call_records import CallRecord, answered, call_records
from webapp.presenters.cell import Cell
from webapp.presenters.cells import cells
from webapp.presenters.lists import (
    CallEntry,
    Finding,
    Summary,
    call_entries,
    findings,
    summary,
)
from webapp.presenters.outline import BLOCK_ROWS, Row, RowNumbers, outline
from webapp.presenters.template_names import jinja_names
from webapp.presenters.verdicts import Refusal, TargetVerdict, target_verdicts

__all__ = [
    "BLOCK_ROWS",
    "CallEntry",
    "CallLine",
    "CallRecord",
    "Cell",
    "Finding",
    "Refusal",
    "Row",
    "RowNumbers",
    "Summary",
    "TargetVerdict",
    "answered",
    "call_entries",
    "call_lines",
    "call_records",
    "cells",
    "findings",
    "jinja_names",
    "outline",
    "summary",
    "target_verdicts",
]
