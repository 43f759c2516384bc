"""Writes `schemas/<revision>.sql` and `.json`: what the schema of today leaves of some logs.

Before a migration is added: `.venv/bin/python -m tests.webapp.freeze_schema`. From then on
`test_upgrades.py` opens what it wrote.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.conftest import quick_app, work_off
from tests.webapp.samples import chat, chat_lines
from tests.webapp.shares import keep, shared
from webapp.access.browsers import COOKIE
from webapp.database.schema import known_revisions
from webapp.settings import Settings, data_dir

SCHEMAS = Path(__file__).with_name("schemas")
LOG = chat().replace(b'"tool_call_id": "call_a1"', b'"tool_call_id": "call_lost"')
LINES = chat_lines(2)


def freeze(file: Path) -> dict[str, object]:
    """Fill a database with an upload, its panes, its repair and a share, and with an upload of
    two conversations; what their user has of them."""
    app = quick_app(Settings(database_url=f"sqlite:///{file}"))
    client = app.test_client()
    slug = keep(client, LOG)
    browser = client.get_cookie(COOKIE)
    assert browser is not None
    through_api = app.test_client().post("/api/conversations", data=LINES)
    kept = through_api.get_json()
    lines = kept["conversations"][0]["slug"]
    for pane in ("anthropic:wire", "gemini:read"):
        client.get(f"/c/{slug}?pane=original:read&pane={pane}")
    client.get(f"/c/{slug}/check")
    repaired = client.post(f"/c/{slug}/repair", data={})
    work_off(app)
    return {
        "slug": slug,
        "revision": repaired.location.removeprefix("/c/").partition("?")[0],
        "lines": lines,
        "browser_key": browser.value,
        "manage_secret": kept["manage_secret"],
        "share": shared(client, slug),
        "uploads": {slug: LOG.decode(), lines: LINES.decode()},
    }


def main() -> None:
    revision = known_revisions(data_dir("migrations"))[-1]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "crosswire.db"
        told = freeze(file)
        with closing(sqlite3.connect(file)) as database:
            dump = "\n".join(database.iterdump())
    (SCHEMAS / f"{revision}.sql").write_text(f"{dump}\n")
    (SCHEMAS / f"{revision}.json").write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
