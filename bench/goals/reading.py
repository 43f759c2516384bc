"""Goals of the core: reading, checking and verdicts, in CPU time of this process."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import crosswire
import orjson
from crosswire.collector import collector_paused
from tests.shared_corpus import CORPUS

from bench.goals.row import Row, at_most, number
from bench.large_files import claude_code
from bench.made_up import upload
from bench.measuring import ratios
from bench.small_messages import FURTHER, STATES, VERDICTS, chat_request, measured, small_logs

SMALLEST_REAL, LARGEST_REAL = 30_000, 2_000_000
"""Bytes of a recorded log that is measured by its size."""
MESSAGES = 2_000
IN_THREE_STATES = 20_000
SESSION_MB = 20
READ, CHECKED = "read", "read, pair, diagnose"


def rows(rounds: int) -> Iterator[Row]:
    yield from _times_of_orjson(rounds)
    yield from _by_message(rounds)
    yield _three_states()
    yield _verdicts_of_a_session()


def _times_of_orjson(rounds: int) -> Iterator[Row]:
    compact = upload(1_000)
    spaced = json.dumps(json.loads(compact), ensure_ascii=False, indent=2).encode()
    found = {"made up": _ratios([compact], rounds), "spaced": _ratios([spaced], rounds)}
    if real := list(_recorded()):
        found[f"{len(real)} recorded logs"] = _ratios(real, rounds)
    for stage, at_first, goal in ((READ, "2.6 to 5.0 x", 2.0), (CHECKED, "6.4 to 10.2 x", 4.0)):
        took = {name: one[stage] for name, one in found.items()}
        said = ", ".join(f"{number(ratio)} x {name}" for name, ratio in took.items())
        what = f"{stage}, beside `orjson.loads`"
        yield Row(what, at_first, said, f"{number(goal)} x", max(took.values()) <= goal)


def _ratios(logs: Sequence[bytes], rounds: int) -> dict[str, float]:
    stages: dict[str, Callable[[], object]] = {
        "orjson.loads": partial(_parsed, logs),
        READ: lambda: list(map(crosswire.load, logs)),
        CHECKED: partial(_checked, logs),
    }
    return ratios(stages, rounds)[0]


def _parsed(logs: Sequence[bytes]) -> list[object]:
    with collector_paused():
        return list(map(orjson.loads, logs))


def _checked(logs: Sequence[bytes]) -> list[object]:
    return [crosswire.diagnose(one) for data in logs for one in crosswire.load(data).conversations]


def _recorded() -> Iterator[bytes]:
    """Logs of the corpus that are one JSON document, where it is there."""
    for path in sorted(CORPUS.rglob("*.json")):
        if SMALLEST_REAL <= path.stat().st_size <= LARGEST_REAL and (data := _read_here(path)):
            yield data


def _read_here(path: Path) -> bytes | None:
    data = path.read_bytes()
    try:
        orjson.loads(data)
        return data if crosswire.load(data).conversations else None
    except (crosswire.CrosswireError, ValueError):
        return None


def _by_message(rounds: int) -> Iterator[Row]:
    kinds = {"one long request": [chat_request(MESSAGES)], "small logs": list(small_logs())}
    if real := list(_recorded()):
        kinds["recorded logs"] = real
    took = {name: measured(logs, rounds) for name, logs in kinds.items()}
    goals = (
        (READ, "", 5),
        (CHECKED, "", 12),
        (VERDICTS, "230 to 410 us", 60),
        (FURTHER, "", 3),
    )
    for stage, at_first, goal in goals:
        found = ", ".join(f"{number(one[stage])} {name}" for name, one in took.items())
        is_met = took["one long request"][stage] <= goal
        yield Row(f"{stage}, us a message", at_first, found, f"{goal}", is_met)


def _three_states() -> Row:
    """The log as it is, filled and repaired, for the first targets; Mistral refuses each id of it."""
    (conversation,) = crosswire.load(chat_request(IN_THREE_STATES)).conversations
    took = _cpu(lambda: crosswire.verdict_states(conversation))
    return at_most(f"{STATES}, {IN_THREE_STATES:,} messages", "34 s", took, 6, "s")


def _verdicts_of_a_session() -> Row:
    (conversation,) = crosswire.load(b"".join(claude_code(SESSION_MB * 1_000_000))).conversations
    took = _cpu(lambda: crosswire.verdicts(conversation))
    return at_most(f"{VERDICTS}, session of {SESSION_MB} MB", "14 s", took, 2, "s")


def _cpu(action: Callable[[], object]) -> float:
    began = time.process_time()
    action()
    return time.process_time() - began
