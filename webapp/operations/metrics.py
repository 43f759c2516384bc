"""Numbers for Prometheus: what this process did, and what the database holds when it is asked.

No label is a slug, a name or anything else that somebody sent.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric

from webapp.database.engine import Database, DatabaseError
from webapp.store import totals
from webapp.telemetry.events import Fact
from webapp.telemetry.logs import facts_of

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
"""Seconds."""
UPLOADS = {"kept": "kept", "accepted": "accepted", "refused": "refused", "no room": "no_room"}
"""What an event says of an upload."""

own = CollectorRegistry(auto_describe=True)
"""Of this process; all its apps are counted together."""
REQUESTS = Counter(
    "crosswire_requests", "Requests answered", ["endpoint", "method", "status"], registry=own
)
SECONDS = Histogram(
    "crosswire_request_seconds",
    "Time until an answer was sent",
    ["endpoint"],
    buckets=BUCKETS,
    registry=own,
)
RECEIVED = Counter("crosswire_received_bytes", "Bytes of bodies of requests", registry=own)
SENT = Counter("crosswire_sent_bytes", "Bytes of bodies of answers", registry=own)
UPLOADED = Counter(
    "crosswire_uploads",
    ("Uploads by what became of them"),
    ["outcome", "format"],
    registry=own,
)
UPLOADED_BYTES = Counter(
    "crosswire_uploaded_bytes", ("Bytes of uploads that were kept"), registry=own
)
EVENTS = Counter(
    "crosswire_events", "What else was told to the log", ["event", "level"], registry=own
)
PURGED = Counter(
    "crosswire_purged", ("What was deleted when its time was over"), ["kind"], registry=own
)

_attaching = threading.Lock()


def count_events() -> None:
    """Count what is told to the log from now on."""
    with _attaching:
        for name in ("crosswire", "webapp"):
            logger = logging.getLogger(name)
            if not any(isinstance(handler, _Counting) for handler in logger.handlers):
                logger.addHandler(_Counting())
                logger.setLevel(min(logger.level or logging.INFO, logging.INFO))


class _Counting(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        facts = facts_of(record)
        event = str(facts["event"])
        if event == "request":
            _count_request(facts)
        else:
            EVENTS.labels(event, record.levelname.lower()).inc()
        if event in UPLOADS:
            UPLOADED.labels(UPLOADS[event], facts.get("format") or "").inc()
        if event in ("kept", "accepted"):
            UPLOADED_BYTES.inc(_number(facts.get("bytes")))
        if event == "purged":
            for kind in ("copies", "uploads", "panes", "objects"):
                PURGED.labels(kind).inc(_number(facts.get(kind)))


def _count_request(facts: Mapping[str, Fact]) -> None:
    endpoint = facts["endpoint"] or "none"
    REQUESTS.labels(endpoint, facts["method"], facts["status"]).inc()
    SECONDS.labels(endpoint).observe(_number(facts["ms"]) / 1000)
    RECEIVED.inc(_number(facts["in"]))
    SENT.inc(_number(facts["out"]))


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def exposition(database: Database) -> bytes:
    """All numbers, as Prometheus reads them."""
    stored = CollectorRegistry()
    stored.register(_Stored(database))
    return generate_latest(own) + generate_latest(stored)


class _Stored:
    """What the database holds; nothing where it is not reached, which `crosswire_database_up`
    says."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def collect(self) -> Iterator[Metric]:
        try:
            with self._database.session() as session:
                held = totals.totals(session)
        except DatabaseError:
            yield GaugeMetricFamily("crosswire_database_up", "Whether the database answers", 0)
            return
        yield GaugeMetricFamily("crosswire_database_up", "Whether the database answers", 1)
        yield GaugeMetricFamily(
            "crosswire_database_bytes", "Size of the database", held.database_bytes
        )
        kept = GaugeMetricFamily(
            "crosswire_kept_uploads", "Uploads that are kept", labels=["format"]
        )
        size = GaugeMetricFamily(
            "crosswire_kept_bytes", "Their bytes as they came", labels=["format"]
        )
        for format, count, total in held.uploads:
            kept.add_metric([format], count)
            size.add_metric([format], total)
        jobs = GaugeMetricFamily(
            "crosswire_jobs", "Uploads that are not read", labels=["state"]
        )
        for state, count in held.jobs.items():
            jobs.add_metric([state], count)
        yield from (kept, size, jobs)
        yield GaugeMetricFamily("crosswire_copies", "Copies for others", held.copies)
        yield GaugeMetricFamily("crosswire_workers", "Workers heard from", held.workers)
