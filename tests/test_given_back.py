"""Sessions of every kind that is given back, broken by chance and mended: only the lines differ that changes
name, and the defect is gone."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import crosswire
import pytest
from crosswire.address import Address, document_of, root
from crosswire.containers import packed
from crosswire.repairs import MendedFile, Missing, mend
from tests.selection import tries
from tests.test_own_file import ALL, IN_ONE, defects
from tests.whole_sessions import Whole, lines, wire

Broken = tuple[bytes, Missing]


def lost(whole: Whole, chance: Random) -> Broken:
    pieces = [*whole.pieces[: whole.call + 1], *whole.pieces[whole.call + 2 :]]
    return whole.text(pieces), chance.choice(["mark", "drop"])


def renamed(whole: Whole, chance: Random) -> Broken:
    other = f"{chance.randrange(10**6):06}"
    result = json.dumps(whole.pieces[whole.call + 1]).replace("call_A1", f"call_{other}")
    result = result.replace("toolu_A1", f"toolu_{other}").replace("call_1", f"call_{other}")
    return whole.text(
        [*whole.pieces[: whole.call + 1], json.loads(result), *whole.pieces[whole.call + 2 :]]
    ), "leave"


def moved(whole: Whole, _chance: Random) -> Broken:
    pieces = list(whole.pieces)
    pieces.insert(whole.call, pieces.pop(whole.call + 1))
    return whole.text(pieces), "leave"


def cut(whole: Whole, chance: Random) -> Broken:
    pieces: list[Any] = list(whole.pieces)
    line = whole.dumps(pieces[whole.call + 1])
    pieces[whole.call + 1] = line[: chance.randrange(1, len(line))]
    return whole.text(pieces), chance.choice(["mark", "drop"])


def in_record(data: bytes) -> bytes:
    record = {"at": 1, "url": "https://example.org/v1", "request": {"body": data.decode()}}
    return json.dumps(record, indent=2).encode()


def in_lines(data: bytes) -> bytes:
    line = json.dumps(json.loads(data)).encode()
    return line + b"\n" + line.replace(b"So.", b"Yes.") + b"\n"


FORMS: dict[str, Callable[[bytes], bytes]] = {
    "bare": lambda data: data,
    "archive": lambda data: packed([("kept/one.json", data), ("notes.txt", b"nothing")]),
    "gzip": gzip.compress,
}
OF_WIRES = {**FORMS, "lines": in_lines, "text": in_record}


def broken_by(seed: int) -> tuple[str, bytes, Missing]:
    """A session that was broken, and what is to become of lost halves."""
    chance = Random(seed)
    name = list(ALL)[seed % len(ALL)]
    whole = ALL[name]()
    ways = [lost, renamed, moved]
    ways += [cut] if whole.written is lines else []
    data, missing = chance.choice(ways)(whole, chance)
    if not crosswire.load(data).conversations or not has_fault(data):
        data, missing = lost(whole, chance)  # ids do not tie calls and results there
    form = chance.choice(list(OF_WIRES if name.endswith("wire") else FORMS))
    make = FORMS[form] if form in FORMS else OF_WIRES[form]
    made = make(data)
    return f"{name}, {form}", made if has_fault(made) else data, missing


def has_fault(data: bytes) -> bool:
    try:
        log = crosswire.load(data)
    except crosswire.CrosswireError:
        return False
    return bool(defects(log)) or any(one.unread for one in log.conversations)


def named_lines(log: crosswire.Log, text: bytes, done: MendedFile, *, in_place: bool) -> set[int]:
    """The lines that the changes name, from 0; `in_place` where no line comes or goes, so that what is added
    names its line by its place in the result."""
    changes = [change for one in done.repaired for change in one.changes]
    named = [one.source or (one.target if in_place else None) for one in changes]
    places = {Address(one.partition("!")[0]) for one in named if one is not None}  # a text within a line
    found = log.spans(text, {outermost(one) for one in places} if in_place else places)
    numbers = {number - 1 for number in done.lines_left_out}
    for start, end in found.values():
        first = text.count(b"\n", 0, start)
        numbers |= set(range(first, first + text.count(b"\n", start, end) + 1))
    return numbers


def outermost(place: Address) -> Address:
    """Of a record its body, of a line all of it."""
    return Address("0:/request/body") if place.startswith("0:/request/body") else root(document_of(place))


@pytest.mark.parametrize("seed", range(tries(30, thorough=400)))
def test_a_session_that_was_broken_is_given_back(seed: int) -> None:
    name, data, missing = broken_by(seed)
    log = crosswire.load(data)
    done = mend(log, data, missing=missing)
    assert done.is_own, name
    assert done.data != data, name
    again = crosswire.load(done.data)
    assert not defects(again), name
    assert mend(again, done.data, missing=missing).data == done.data
    text = data if log.text is None else log.file_text(log.conversations[0])
    named = named_lines(log, text, done, in_place=name.endswith(("wire, lines", "wire, text")))
    kept = [row.rstrip(b",\r") for number, row in enumerate(text.split(b"\n")) if number not in named]
    left = iter(row.rstrip(b",\r") for row in done.data.split(b"\n"))
    assert all(row in left for row in kept), name


def test_every_format_and_form_has_its_turn() -> None:
    told = Counter(name for seed in range(tries(150, thorough=400)) for name in [broken_by(seed)[0]])
    assert {name.rpartition(", ")[0] for name in told} == ALL.keys()
    assert {name.rpartition(", ")[2] for name in told} == OF_WIRES.keys()


# Recordings and streams: the request that they make


def recorded(body: bytes, url: str) -> bytes:
    request = {"method": "POST", "url": url, "headers": [], "postData": {"text": body.decode()}}
    response = {"status": 400, "headers": [], "content": {"text": '{"error": {"message": "no"}}'}}
    entry = {"startedDateTime": "2026-01-01T00:00:00Z", "request": request, "response": response}
    return json.dumps({"log": {"version": "1.2", "entries": [entry]}}).encode()


@pytest.mark.parametrize(
    ("format", "url"),
    [
        ("openai-chat", "https://api.openai.com/v1/chat/completions"),
        ("openai-responses", "https://api.openai.com/v1/responses"),
        ("anthropic", "https://api.anthropic.com/v1/messages"),
        ("gemini", "https://generativelanguage.googleapis.com/v1beta/models/g:generateContent"),
    ],
)
def test_of_a_recording_the_mended_body_comes_back(format: str, url: str) -> None:
    data = recorded(lost(wire(format), Random(0))[0], url)
    log = crosswire.load(data)
    assert log.format == format
    assert defects(log)
    done = mend(log, data, missing="drop")
    assert not defects(crosswire.load(done.data))
    assert b"So." in done.data


@pytest.mark.parametrize("name", IN_ONE)
@pytest.mark.parametrize("form", FORMS)
def test_calls_that_hold_their_results_are_given_back(name: str, form: str) -> None:
    make, path, state = IN_ONE[name]
    document = make()
    place: Any = document
    for key in path:
        place = place[int(key)] if isinstance(place, list) else place[key]
    for key, value in state.items():
        place.pop(key, None)
        place.update({} if value is None else {key: value})
    data = FORMS[form](json.dumps(document, indent=1).encode())
    for missing in ("mark", "drop"):
        log = crosswire.load(data)
        done = mend(log, data, missing=missing)  # type: ignore[arg-type]
        assert done.is_own
        assert not defects(crosswire.load(done.data))
        assert crosswire.load(done.data).format == log.format
