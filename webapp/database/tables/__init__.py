"""The tables: uploads as they came, what was read from them, and what was made of them.

An upload is deleted with everything that hangs on it; nothing is shared between uploads.
"""

from webapp.database.tables.columns import JsonText, Moment, PackedJson, Table, WireText
from webapp.database.tables.jobs import JobRow, WorkerRow
from webapp.database.tables.library import CollectedRow, CollectionRow, TagRow
from webapp.database.tables.mappings import KeptMappingRow
from webapp.database.tables.panes import (
    PaneBlockRow,
    PaneListRow,
    PaneRow,
    PaneSegmentRow,
    VerdictRow,
)
from webapp.database.tables.people import OwnerRow, PersonRow, TokenRow
from webapp.database.tables.readings import (
    LONE_RESULTS,
    CallRow,
    FindingRow,
    ListBlockRow,
    PartRow,
    SearchBlockRow,
)
from webapp.database.tables.scans import ScanRow
from webapp.database.tables.sharing import ShareRow
from webapp.database.tables.uploads import (
    ConversationRow,
    EarlierRow,
    EarlierSegmentRow,
    MovedRow,
    PackedRow,
    PackedSegmentRow,
    RevisionRow,
    UploadRow,
    UploadSegmentRow,
)
from webapp.database.tables.wishes import WishRow

__all__ = [
    "LONE_RESULTS",
    "CallRow",
    "CollectedRow",
    "CollectionRow",
    "ConversationRow",
    "EarlierRow",
    "EarlierSegmentRow",
    "FindingRow",
    "JobRow",
    "JsonText",
    "KeptMappingRow",
    "ListBlockRow",
    "Moment",
    "MovedRow",
    "OwnerRow",
    "PackedJson",
    "PackedRow",
    "PackedSegmentRow",
    "PaneBlockRow",
    "PaneListRow",
    "PaneRow",
    "PaneSegmentRow",
    "PartRow",
    "PersonRow",
    "RevisionRow",
    "ScanRow",
    "SearchBlockRow",
    "ShareRow",
    "Table",
    "TagRow",
    "TokenRow",
    "UploadRow",
    "UploadSegmentRow",
    "VerdictRow",
    "WireText",
    "WishRow",
    "WorkerRow",
]
