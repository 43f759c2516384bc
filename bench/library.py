"""`python -m bench.library`: what the library costs with very many uploads, in milliseconds a request."""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import click
from flask.testing import FlaskClient
from tests.webapp.stored import ask_all_targets
from webapp import create_app
from webapp.database.engine import Database
from webapp.database.tables import OwnerRow
from webapp.services import services_of
from webapp.settings import Settings
from webapp.store import collections
from webapp.store import uploads as stored_uploads

from bench.made_up import upload

TITLE = "# What the library costs"
WORDS = "a word that no upload has"
REQUESTS = {
    "the newest": "",
    "format": "?format=openai-chat",
    "tool": "?tool=read_file",
    "tool that no upload has": "?tool=nothing",
    "id that no upload has": "?id=call_nothing",
    "problem": "?code=CW201",
    "verdict": "?verdict=anthropic:refused",
    "date": "?from=2020-01-01",
    "tag": "?tag=tag-3",
    "with errors": "?has=errors",
    "six at once": "?tool=read_file&has=errors&tag=tag-3&from=2020-01-01&code=CW201&format=openai-chat",
    "text that every upload has": "?q=the",
    "text that no upload has": f"?q={WORDS.replace(' ', '+')}",
}
GOALS = {True: 2_000, False: 150}
"""Milliseconds: with words, and without."""


@click.command()
@click.option("--uploads", default=2_000, show_default=True, help="How many are kept.")
@click.option(
    "--messages", default=40, show_default=True, help="Messages of each; 20 times as many of every 50th."
)
@click.option("--rounds", default=7, show_default=True, help="How often each request is measured.")
@click.option("--database", help="Address of a database that is empty, or that an earlier run has filled.")
def main(uploads: int, messages: int, rounds: int, database: str | None) -> None:
    """Fill a library and ask for it in every way."""
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{Path(folder) / 'library.db'}"
        client = filled(url, uploads, messages)
        print("\n".join(_report(client, uploads, messages, rounds)))


def filled(url: str, uploads: int, messages: int) -> FlaskClient:
    """Whoever keeps so many uploads in a database."""
    app = create_app(Settings(database_url=url))
    client = app.test_client()
    client.post("/", data={"text": json.dumps({"messages": [{"role": "user", "content": "First."}]})})
    _fill(services_of(app).database, uploads, messages)
    return client


def _fill(database: Database, uploads: int, messages: int) -> None:
    chosen = random.Random(7)
    with database.session() as session:
        owner = session.query(OwnerRow.owner).limit(1).scalar()
        long = upload(messages * 20)
        for number in range(uploads - 1):
            data = long if number % 50 == 0 else upload(chosen.randint(messages // 2, messages * 3 // 2))
            row = stored_uploads.keep(
                session, data.replace(b"call_", b"call_%d_" % number), owner=owner
            ).first
            if number % 4 == 0:
                collections.tag_uploads(session, [row.upload_id], f"tag-{number % 7}")
            if number % 10 == 0:
                ask_all_targets(session, row)
            session.expunge_all()
            session.info.clear()


def _report(client: FlaskClient, uploads: int, messages: int, rounds: int) -> Iterator[str]:
    yield TITLE
    yield ""
    yield f"{uploads:,} uploads of about {messages} messages each: medians of {rounds} requests."
    yield ""
    yield "| asked for | found | ms | slowest | goal |"
    yield "|---|---|---|---|---|"
    for name, query in REQUESTS.items():
        times = sorted(took(client, f"/library{query}") for _ in range(rounds))
        found = client.get(f"/api/library{query}").json
        count = len(found["uploads"]) if "q=" in query else found["total"]
        yield f"| {name} | {count:,} | {median(times):.0f} | {times[-1]:.0f} | <= {GOALS['q=' in query]:,} |"


def took(client: FlaskClient, path: str) -> float:
    """Milliseconds of one request."""
    begun = time.perf_counter()
    assert client.get(path).status_code == 200
    return (time.perf_counter() - begun) * 1_000


if __name__ == "__main__":
    main()
