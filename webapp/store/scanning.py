"""How many secrets stand in an upload: counted while it is read, so that its page can say
it."""

from __future__ import annotations

from msgspec import structs

from crosswire.secrets import SecretCount
from webapp.database.engine import Session
from webapp.database.tables import ScanRow


def keep_scan(session: Session, upload_id: int, scan: SecretCount) -> None:
    """Store what was counted, in the place of what was counted before."""
    session.merge(ScanRow(upload_id=upload_id, **structs.asdict(scan)))


def scan_of(session: Session, upload_id: int) -> SecretCount | None:
    """What was counted in an upload; None where no scan looked at it."""
    row = session.get(ScanRow, upload_id)
    return None if row is None else SecretCount(row.sure, row.probable)
