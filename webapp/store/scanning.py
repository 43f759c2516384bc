"""How many secrets stand in an upload: counted while it is read, so that its page can say
it."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from crosswire.secrets import find_secrets
from webapp.database.engine import Session
from webapp.database.tables import ScanRow


@dataclass(frozen=True, slots=True)
class Scan:
    """Different secrets, however often each stands in the upload."""

    sure: int
    probable: int


def scan(data: bytes) -> Scan:
    """Count the secrets in an upload."""
    found = {(one.rule.id, one.number): one.is_sure for one in find_secrets(data)}
    sure = sum(found.values())
    return Scan(sure, len(found) - sure)


def keep_scan(session: Session, upload_id: int, scan: Scan) -> None:
    """Store what was counted, in the place of what was counted before."""
    session.merge(ScanRow(upload_id=upload_id, **asdict(scan)))


def scan_of(session: Session, upload_id: int) -> Scan | None:
    """What was counted in an upload; None where no scan looked at it."""
    row = session.get(ScanRow, upload_id)
    return None if row is None else Scan(row.sure, row.probable)
