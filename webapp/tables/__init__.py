"""The tables: uploads as they came, what was read from them, and what was made of them.

An upload is deleted with everything that hangs on it; nothing is shared between uploads.
"""

from webapp.tables.columns import JsonText, Moment, PackedJson, Table, WireText
from webapp.tables.jobs import JobRow, WorkerRow
from webapp.tables.library import CollectedRow, CollectionRow, TagRow
from webapp.tables.panes import PaneBlockRow, PaneListRow, PaneRow, PaneSegmentRow, VerdictRow
from webapp.tables.people import OwnerRow, PersonRow, TokenRow
from webapp.tables.readings import LONE_RESULTS, CallRow, FindingRow, ListBlockRow, PartRow, SearchBlockRow
from webapp.tables.sharing import ShareRow
from webapp.tables.uploads import ConversationRow, RevisionRow, UploadRow, UploadSegmentRow

__all__ = [
    "LONE_RESULTS",
    "CallRow",
    "CollectedRow",
    "CollectionRow",
    "ConversationRow",
    "FindingRow",
    "JobRow",
    "JsonText",
    "ListBlockRow",
    "Moment",
    "OwnerRow",
    "PackedJson",
    "PaneBlockRow",
    "PaneListRow",
    "PaneRow",
    "PaneSegmentRow",
    "PartRow",
    "PersonRow",
    "RevisionRow",
    "SearchBlockRow",
    "ShareRow",
    "Table",
    "TagRow",
    "TokenRow",
    "UploadRow",
    "UploadSegmentRow",
    "VerdictRow",
    "WireText",
    "WorkerRow",
]
