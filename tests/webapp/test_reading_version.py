"""What is stored of a reading has a version, which is made one higher when what is stored changes.

The digests of some readings lie in `reading_version.json`. Whoever changes what is stored makes
`readmodel.VERSION` one higher and runs `./dev test --accept tests/webapp/test_reading_version.py`.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import crosswire
import msgspec
import pytest
from flask import Flask
from tests.conftest import database_of
from tests.webapp.rich_logs import LOGS
from tests.webapp.samples import chat, chat_lines, long_chat
from webapp.packing import unpack, unpack_json
from webapp.readmodel import OLDEST_SHOWN, VERSION
from webapp.readmodel.answer import CARD, answer_and_verdicts
from webapp.readmodel.build import index
from webapp.readmodel.panes import PaneChoice
from webapp.readmodel.verdicts import TARGETS_ASKED
from webapp.settings import Settings
from webapp.store import uploads

ROOT = Path(__file__).resolve().parents[2]
KNOWN = Path(__file__).with_name("reading_version.json")
WORDED_BY_THE_CORE = {
    "message",
    "why",
    "note",
    "notes",
    "fallback",
    "says",
    "reason",
    "answer",
    "words",
    "phrase",
}
"""Texts that are stored as the core words them: other words are no other reading."""
PANES = (
    PaneChoice("anthropic"),
    PaneChoice("gemini", "native"),
    PaneChoice("openai-chat", "keep", "text"),
    PaneChoice("repaired", missing="drop"),
)
BROKEN = chat().replace(b'"tool_call_id": "call_a1"', b'"tool_call_id": "call_b2"')
READ: dict[str, bytes] = {
    **LOGS,
    "broken": BROKEN,
    "lines": chat_lines(3),
    "long": long_chat(150),
}


def plain(value: Any) -> Any:
    """What is stored, without what the core words."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items() if key not in WORDED_BY_THE_CORE}
    return [plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def stored_of(data: bytes) -> Iterator[Any]:
    """All that is stored of a log, as plain data."""
    log = crosswire.load(data)
    for conversation, indexed in zip(log.conversations, index(crosswire.load(data), data), strict=True):
        fields = asdict(indexed)
        del fields["ahead"]  # panes and verdicts, which come below
        fields["parts"] = list(map(msgspec.structs.asdict, indexed.parts))
        fields["lists"] = {name: list(map(unpack_json, some)) for name, some in indexed.lists.items()}
        fields["cells"] = [unpack_json(some.packed) for some in indexed.cells]
        fields["search"] = [hashlib.sha256(unpack(some.texts.packed)).hexdigest() for some in indexed.search]
        yield fields
        pairing = crosswire.pair(conversation)
        for choice in PANES:
            made = choice.made_of(conversation, pairing)
            payload = hashlib.sha256(made.payload_bytes()).hexdigest()
            yield asdict(replace(made, payload=payload))
        asked = dict(answer_and_verdicts(log, data, conversation))
        card = asked.pop(CARD)
        asked[card["target"] or TARGETS_ASKED[0]]["card"] = card
        yield asked


def digest(data: bytes) -> str:
    text = json.dumps([plain(part) for part in stored_of(data)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def test_what_is_stored_is_as_its_version_says(request: pytest.FixtureRequest) -> None:
    found = {"version": VERSION, "digests": {name: digest(data) for name, data in READ.items()}}
    known = json.loads(KNOWN.read_text()) if KNOWN.exists() else {"version": 0}
    if request.config.getoption("--accept") and known["version"] < VERSION:
        KNOWN.write_text(json.dumps(found, indent=1) + "\n")
        return
    assert found == known, "make readmodel.VERSION one higher, then run this file with --accept"


def test_pages_can_show_what_this_version_stores() -> None:
    assert 0 < OLDEST_SHOWN <= VERSION


ASK = """
import sys
from sqlalchemy import select
from webapp import create_app
from webapp.database.tables import JobRow, UploadRow
from webapp.services import services_of
from webapp.settings import Settings

app = create_app(Settings(database_url=sys.argv[1]))
page = app.test_client().get(sys.argv[2])
with services_of(app).database.session() as session:
    print(page.status_code, "Worded anew" in page.text, len(session.scalars(select(JobRow)).all()))
    print(*session.scalars(select(UploadRow.reading_version)))
"""


@pytest.mark.thorough
def test_other_words_and_comments_make_no_reading_stale(
    app: Flask, settings: Settings, tmp_path: Path
) -> None:
    """A comment at the end of each file of the core, and another wording in a template."""
    with database_of(app).session() as session:
        slug = uploads.keep(session, BROKEN).first.slug
    for folder in ("crosswire", "webapp", "templates", "static", "migrations"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for file in (tmp_path / "crosswire").rglob("*.py"):
        with file.open("a") as source:
            source.write("# a comment\n")
    menu = tmp_path / "templates" / "conversation_page" / "menu.html"
    menu.write_text(menu.read_text().replace("How it was read", "Worded anew"))
    done = subprocess.run(
        [sys.executable, "-c", ASK, settings.database_url, f"/c/{slug}"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["200", "True", "0", str(VERSION)]
