"""Writes `webapp/dictionaries/<id>.zdict`: what small records of a reading have in common, for zstd.

    .venv/bin/python -m tests.webapp.train_dictionary

Records are packed with the one that `webapp.packing.NEWEST` names. Each that was ever named stays: what was
packed with it is unpacked with it alone.
"""

import random
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from crosswire.model import Conversation
from crosswire.rules import Severity
from tests.conftest import database_of, quick_app
from webapp.readmodel.ahead import Ahead
from webapp.readmodel.panes import REPAIRED, PaneChoice, usual_target
from webapp.settings import Settings
from webapp.store import uploads

from webapp import packing

ROOT = Path(__file__).resolve().parents[2]
LONGEST_LOG = 60_000
BYTES = 16_384
RECORDS = (
    "SELECT record FROM verdicts",
    "SELECT entries FROM list_blocks",
    "SELECT entries FROM pane_lists",
    "SELECT losses FROM panes",
    "SELECT id_map FROM panes",
    "SELECT places FROM panes",
)


def main() -> None:
    logs = [*(ROOT / "webapp" / "examples").glob("*.json*"), *(ROOT / "tests" / "corpus").rglob("*.json*")]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "crosswire.db"
        keep(file, [log.read_bytes() for log in sorted(logs) if log.stat().st_size < LONGEST_LOG])
        with closing(sqlite3.connect(file)) as database:
            found = {packing.unpack(packed) for query in RECORDS for (packed,) in database.execute(query)}
    samples = sorted(found)
    random.Random(1).shuffle(samples)
    trained = packing.zstd.train_dict(samples, BYTES)
    (packing.DICTIONARIES / f"{trained.dict_id}.zdict").write_bytes(trained.dict_content)


def panes_of(conversation: Conversation, found: Collection[Severity]) -> list[PaneChoice]:
    return [PaneChoice(usual_target(conversation.format)), PaneChoice(REPAIRED)]


def keep(file: Path, logs: list[bytes]) -> None:
    """Keep logs with the panes and verdicts that a page would ask for."""
    app = quick_app(Settings(database_url=f"sqlite:///{file}"))
    ahead = Ahead(panes_of, targets="all", most=20)
    with database_of(app).session() as session:
        for log in logs:
            for _ in uploads.keep_in_stages(session, log, ahead=ahead):
                pass
            session.expunge_all()


if __name__ == "__main__":
    main()
