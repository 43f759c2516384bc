"""Two records of answers side by side: what differs in structure, and which wordings changed.

A structural difference is one of a code, a severity, an address, a verdict, a payload, an exit
code, or of an id or a number in a message. Each is listed. A changed wording is one of the rest of
a message, and is listed once, however many messages have it. Where lines break is neither.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Any

import click

from bench.answers_kept import TIMEOUT, Answer, Answers, Shape, read

_PHRASES = ("description", "looks_like", "phrase", "said_by", "stage", "text", "title", "what", "word")
_SENTENCES = ("error", "fallback", "hint", "meaning", "message", "note", "reason", "why")
TEXT_KEYS = frozenset((*_PHRASES, *_SENTENCES))
"""Keys of an answer whose value, where it is a string, is a text for people."""
VERBATIM_KEYS = frozenset(("after", "args", "arguments", "before", "example", "held", "payload"))
"""Keys whose objects and arrays are a log's or a payload: no text in them is ours."""
MAX_ALIGNED = 1_000
"""Longer arrays are compared item by item; to align them would take too long."""
MAX_SHOWN = 240
"""Characters of a value that are shown."""
ABSENT = "(absent)"

_VALUE = re.compile(
    r"""(?<!\w)'[^'\n]*'(?!\w) | "[^"\n]*" | `[^`\n]*`
    | \d+(?:,\d{3})+ | [\w:/.\-]*[\d_](?:[\w:/.\-]*\w)?""",
    re.VERBOSE,
)
"""What a message is about: whatever is quoted, and words with digits or underscores."""
_LISTED = re.compile(r"""(['"`]?<>)(?:, \1)+""")


@dataclass(frozen=True, slots=True)
class Difference:
    """A place of an answer, and what stands there before and after."""

    place: str
    """A pointer, after the name of the part."""
    old: str
    new: str
    is_text: bool = False
    """Both are texts for people."""


@dataclass(slots=True)
class Wording:
    """A text that changed, numbers and ids left out."""

    title: str
    """Where it was met first."""
    old: str
    new: str
    count: int = 0
    other_values: int = 0
    """How often the numbers or ids in it changed too."""

    def lines(self) -> Iterator[str]:
        """Both wordings, without the long ends that they share."""
        start = max(0, _shared(self.old, self.new) - 60)
        end = max(0, _shared(self.old[start:][::-1], self.new[start:][::-1]) - 60)
        for sign, text in ("-", self.old), ("+", self.new):
            middle = text[start : len(text) - end]
            yield f"  {sign} {'…' * bool(start)}{middle}{'…' * bool(end)}"


@dataclass(slots=True)
class Report:
    """What a comparison gives."""

    compared: int = 0
    structural: list[str] = field(default_factory=list)
    places: Counter[str] = field(default_factory=Counter)
    """The same differences, counted by kind of answer and place."""
    wordings: dict[tuple[str, str], Wording] = field(default_factory=dict)
    missing: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(which record has them, name of the input) -> answers that only this record has."""
    timeouts: list[str] = field(default_factory=list)
    """Commands that had no answer in time before, so that there is nothing to compare."""

    @property
    def is_same(self) -> bool:
        """Nothing but wordings differs, and nothing that was answered is missing."""
        return not self.structural and all(record == "after" for record, _ in self.missing)

    def add(self, title: str, kind: str, difference: Difference) -> None:
        """Note a difference; `title` names the answer, `kind` the command."""
        old, new = _template(difference.old), _template(difference.new)
        if not difference.is_text or old == new:
            self.places[f"{kind} {re.sub(r'/[0-9]+', '/*', difference.place)}"] += 1
            change = f"{_shown(difference.old)} -> {_shown(difference.new)}"
            self.structural.append(f"{title} | {difference.place} | {change}")
            return
        first = Wording(title, _unwrapped(difference.old), _unwrapped(difference.new))
        wording = self.wordings.setdefault((old, new), first)
        wording.count += 1
        wording.other_values += _values(difference.old) != _values(difference.new)

    def lines(self) -> Iterator[str]:
        """The report, the shortest part first."""
        yield f"{self.compared:,} answers compared"
        yield from (f"no answer in time before: {title}" for title in self.timeouts)
        yield from (f"only {record}: {n} answers of {name}" for (record, name), n in self.missing.items())
        yield f"\n{len(self.wordings):,} changed wordings"
        for wording in sorted(self.wordings.values(), key=lambda wording: -wording.count):
            values = f", {wording.other_values} x with other values" if wording.other_values else ""
            yield f"{wording.count} x{values}, first in {wording.title}"
            yield "\n".join(wording.lines())
        yield f"\n{len(self.structural):,} structural differences"
        yield from (f"{count} x {place}" for place, count in self.places.most_common())
        yield from self.structural


@click.command()
@click.argument("before", type=click.Path(exists=True, path_type=Path))
@click.argument("after", type=click.Path(exists=True, path_type=Path))
def compare(before: Path, after: Path) -> None:
    """List what differs between two records: folders of `record`, or files of API answers.

    Exits with 1 where anything but wordings differs, or where AFTER lacks an answer of BEFORE.
    """
    report = compared(read(before), read(after))
    for line in report.lines():
        click.echo(line.encode("utf-8", "backslashreplace"))
    raise SystemExit(0 if report.is_same else 1)


def compared(before: Mapping[str, Answers], after: Mapping[str, Answers]) -> Report:
    """Compare two records, each of which gives the answers by name of the input or test."""
    report = Report()
    for name in sorted({*before, *after}):
        old, new = before.get(name, {}), after.get(name, {})
        for command in {**old, **new}:
            title = f"{name} | {command}"
            for pair in _partners(old.get(command, ()), new.get(command, ())):
                _compare(report, name, title, *pair)
    return report


def _compare(report: Report, name: str, title: str, old: Answer | None, new: Answer | None) -> None:
    if old is None or new is None:
        report.missing["after" if old is None else "before", name] += 1
    elif old.exit == TIMEOUT:
        report.timeouts.append(title)
    else:
        report.compared += 1
        for difference in differences(old, new):
            report.add(title, old.kind, difference)


def _partners(old: Sequence[Answer], new: Sequence[Answer]) -> Iterator[tuple[Answer | None, Answer | None]]:
    """Answers to the same: those that differ in texts at most, then the others in order."""
    if len(old) == len(new) == 1:
        yield old[0], new[0]
        return
    alike: dict[str, list[Answer]] = defaultdict(list)
    for answer in reversed(new):
        alike[_outline_of(answer)].append(answer)
    others = []
    for answer in old:
        same = alike[_outline_of(answer)]
        if same:
            yield answer, same.pop()
        else:
            others.append(answer)
    left = {id(answer) for answers in alike.values() for answer in answers}
    yield from zip_longest(others, [answer for answer in new if id(answer) in left])


def _outline_of(answer: Answer) -> str:
    parts = [
        _outline(json.loads(text), _ANSWER) if shape == "answer" else text
        for shape, text in answer.parts.values()
    ]
    return _json([answer.exit, *parts])


def differences(old: Answer, new: Answer) -> Iterator[Difference]:
    """In what two answers to the same differ."""
    if old.exit != new.exit:
        yield Difference("exit", str(old.exit), str(new.exit))
    for name in {**old.parts, **new.parts}:
        shape, before = old.parts.get(name, ("payload", ABSENT))
        _, after = new.parts.get(name, ("payload", ABSENT))
        if before != after:
            yield from _in_part(name, shape, before, after)


def _in_part(name: str, shape: Shape, old: str, new: str) -> Iterator[Difference]:
    if shape == "lines":
        if _unwrapped(old) != _unwrapped(new):
            yield from _in_arrays(old.splitlines(), new.splitlines(), name, _TEXT)
        return
    before, after = _parsed(old), _parsed(new)
    differing = []
    if before is not None and after is not None:
        kind = _VERBATIM if shape == "payload" else _ANSWER
        differing = list(_in_values(before, after, name, kind))
    if not differing and (before is None or after is None or shape == "payload"):
        differing = [_at_first(name, old, new)]  # no JSON, or the same values in other bytes
    yield from differing


def _parsed(text: str) -> Any:
    """The document in a text, or a list of those on its lines; None where it is no JSON."""
    with suppress(ValueError):
        return json.loads(text)
    with suppress(ValueError):
        return [json.loads(line) for line in text.splitlines()]
    return None


def _at_first(name: str, old: str, new: str) -> Difference:
    """The first place at which two texts differ."""
    offset = _shared(old, new)
    start, end = max(0, offset - 40), offset + 80
    return Difference(f"{name}, character {offset}", old[start:end], new[start:end])


def _shared(old: str, new: str) -> int:
    """How many characters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))


_ANSWER, _VERBATIM, _TEXT = "answer", "verbatim", "text"
"""Where a value stands: in an answer, in a log or a payload, or as a text for people."""


def _in_values(old: Any, new: Any, place: str, kind: str) -> Iterator[Difference]:
    """In what two values of JSON differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        if old.keys() == new.keys() and list(old) != list(new):
            yield Difference(f"{place}, order of keys", _json(list(old)), _json(list(new)))
        for key in {**old, **new}:
            values = old.get(key, ABSENT), new.get(key, ABSENT)
            yield from _in_values(*values, f"{place}/{key}", _kind_below(kind, key))
    elif isinstance(old, list) and isinstance(new, list):
        yield from _in_arrays(old, new, place, _ANSWER if kind == _TEXT else kind)
    elif kind == _TEXT and isinstance(old, str) and isinstance(new, str):
        if _unwrapped(old) != _unwrapped(new):
            yield Difference(place, old, new, is_text=ABSENT not in (old, new))
    elif type(old) is not type(new) or old != new:
        yield Difference(place, _json(old), _json(new))


def _kind_below(kind: str, key: str) -> str:
    if kind == _VERBATIM or key in VERBATIM_KEYS:
        return _VERBATIM
    return _TEXT if key in TEXT_KEYS else _ANSWER


def _in_arrays(old: Sequence[Any], new: Sequence[Any], place: str, kind: str) -> Iterator[Difference]:
    for n, m in _pairs([_outline(item, kind) for item in old], [_outline(item, kind) for item in new]):
        if n is None or m is None:
            before, after = ABSENT if n is None else old[n], ABSENT if m is None else new[m]
            yield Difference(f"{place}/{m if n is None else n}", _json(before), _json(after))
        else:
            yield from _in_values(old[n], new[m], f"{place}/{n}", kind)


def _pairs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int | None, int | None]]:
    """Which items of two arrays belong together; one without a counterpart goes with None."""
    if old == new or max(len(old), len(new)) > MAX_ALIGNED:
        yield from zip_longest(range(len(old)), range(len(new)))
        return
    for _, n, n_end, m, m_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        yield from zip_longest(range(n, n_end), range(m, m_end))


def _outline(value: Any, kind: str) -> str:
    """A value without its texts, by which it is known again."""
    if isinstance(value, str) and kind == _TEXT:
        return _template(value)
    return _json(_without_texts(value, kind))


def _without_texts(value: Any, kind: str) -> Any:
    if kind == _VERBATIM:
        return value
    if isinstance(value, dict):
        return {key: _without_texts(item, _kind_below(kind, key)) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_texts(item, kind) for item in value]
    return None if kind == _TEXT and isinstance(value, str) else value


def _template(text: str) -> str:
    """A message without what it is about, of which it may list any number."""
    blanked = _VALUE.sub(lambda match: f"{_quote(match[0])}<>", _unwrapped(text))
    return _LISTED.sub(r"\1", blanked)


def _unwrapped(text: str) -> str:
    return " ".join(text.split())


def _quote(value: str) -> str:
    return value[0] if value[0] in "'\"`" else ""


def _values(text: str) -> list[str]:
    """What a message is about, in whichever order and quotes it says it."""
    return sorted(value.strip("'\"`") for value in _VALUE.findall(text))


def _json(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _shown(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}… ({len(text)} characters)"
