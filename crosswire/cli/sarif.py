"""Diagnostics as SARIF 2.1.0, which code hosts and editors show.

Source: the OASIS standard "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from crosswire.address import Address
from crosswire.cli.checked import Checked, Unreadable
from crosswire.rules import RULES
from crosswire.rules.docs import advice, pieces_under, sections
from crosswire.rules.rule import Diagnostic, Rule

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def part(answers: Iterable[Checked | Unreadable]) -> dict[str, Any]:
    """What a run says of one file: the findings, and the files within it; one that could not
    be read is a notification."""
    notifications: list[Any] = []
    results: list[Any] = []
    artifacts = _Artifacts()
    for answer in answers:
        if isinstance(answer, Checked):
            results += _results(answer, artifacts)
            notifications += _open_points(answer)
        else:
            text = f"{answer.path}: {answer.error}"
            notifications.append({"level": "error", "message": {"text": text}})
    return {
        "notifications": notifications,
        "results": results,
        "artifacts": artifacts.listed,
    }


def report(parts: Sequence[dict[str, Any]], rules_at: str | None = None) -> dict[str, Any]:
    """One run with what is said of all files.

    `rules_at` is the address under which the pages of the rules are served.
    """
    notifications: list[Any] = []
    results: list[Any] = []
    artifacts: list[Any] = []
    for one in parts:
        _count_on(one, len(artifacts))
        notifications += one["notifications"]
        results += one["results"]
        artifacts += one["artifacts"]
    invocation = {
        "executionSuccessful": all(one["level"] == "note" for one in notifications),
        "toolExecutionNotifications": notifications,
    }
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "crosswire", "rules": _rules(rules_at)}},
                "invocations": [invocation],
                "results": results,
                **({"artifacts": artifacts} if artifacts else {}),
            }
        ],
    }


def _count_on(one: dict[str, Any], before: int) -> None:
    """Number the files within a file behind those of the files before it."""
    for artifact in one["artifacts"]:
        if "parentIndex" in artifact:
            artifact["parentIndex"] += before
    for result in one["results"]:
        for place in (*result["locations"], *result.get("relatedLocations", ())):
            location = place["physicalLocation"]["artifactLocation"]
            if "index" in location:
                location["index"] += before


def _rules(rules_at: str | None) -> list[dict[str, Any]]:
    return [
        {
            "id": rule.code,
            "name": rule.name,
            "shortDescription": {"text": rule.title},
            "fullDescription": {"text": sections(rule.doc).get("What it checks", rule.title)},
            "help": _help(rule),
            **({"helpUri": f"{rules_at.rstrip('/')}/{rule.code}"} if rules_at else {}),
            "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        }
        for rule in RULES.values()
    ]


def _help(rule: Rule) -> dict[str, str]:
    """Why it matters and what to write instead, as plain text and as Markdown."""
    why = [(one.kind, one.text) for one in pieces_under(rule, "Why it matters")]
    instead = advice(rule)
    if instead:
        why.append(("text", f"Use instead: {instead}"))
    quoted = (textwrap.indent(text, "> ") if kind == "quote" else text for kind, text in why)
    more = f"`crosswire rules {rule.code}` shows examples of it."
    return {
        "text": "\n\n".join([*(text for _, text in why), more.replace("`", "")]),
        "markdown": "\n\n".join([f"**{rule.title}**", *quoted, more]),
    }


class _Artifacts:
    """The files within files; those that were given are told with each finding."""

    def __init__(self) -> None:
        self.listed: list[dict[str, Any]] = []
        self._indexes: dict[tuple[str, str], int] = {}

    def location(self, path: str, file: str) -> dict[str, Any]:
        """Where a finding is: in a file, or in one that is packed in it."""
        uri = quote(path, errors="surrogateescape")
        if not file:
            return {"uri": uri}
        inner = f"/{quote(file, errors='surrogateescape')}"
        index = self._index(path, file, {"location": {"uri": inner}}, uri)
        return {"uri": inner, "index": index}

    def _index(self, path: str, file: str, artifact: dict[str, Any], uri: str) -> int:
        if (path, "") not in self._indexes:
            self._indexes[path, ""] = len(self.listed)
            self.listed.append({"location": {"uri": uri}})
        if (path, file) not in self._indexes:
            self._indexes[path, file] = len(self.listed)
            self.listed.append({**artifact, "parentIndex": self._indexes[path, ""]})
        return self._indexes[path, file]


def _results(answer: Checked, artifacts: _Artifacts) -> Iterator[dict[str, Any]]:
    shown = answer.shown()
    places = [place for found in shown for place in _places(found)]
    lines = answer.lines(places)
    for found in shown:
        yield _result(found, _Locations(answer, artifacts, lines))


def _open_points(answer: Checked) -> Iterator[dict[str, Any]]:
    """Why a target that was asked is unsure."""
    for states in answer.verdicts:
        for point in states.logged.undecided:
            text = f"{answer.path}: {states.target} is unsure: {point.message}"
            yield {"level": "note", "message": {"text": text}}


def _places(found: Diagnostic) -> list[Address]:
    return [found.address, *(address for _, address in found.related)]


class _Locations(Struct, frozen=True):
    """Where the findings of a conversation are."""

    answer: Checked
    artifacts: _Artifacts
    lines: dict[Address, int]

    def of(self, address: Address) -> dict[str, Any]:
        origin = self.answer.origin_of(address)
        line = self.lines.get(address, origin.line)
        region = {} if line is None else {"region": {"startLine": line}}
        return {
            "physicalLocation": {
                "artifactLocation": self.artifacts.location(self.answer.path, origin.file),
                **region,
            },
            "logicalLocations": [{"fullyQualifiedName": address, "kind": "value"}],
        }


def _result(found: Diagnostic, locations: _Locations) -> dict[str, Any]:
    related = [
        {"id": number, "message": {"text": word}, **locations.of(address)}
        for number, (word, address) in enumerate(found.related, 1)
    ]
    return {
        "ruleId": found.code,
        "level": _LEVELS[found.severity],
        "message": {"text": found.message},
        "properties": {"kind": found.kind, "targets": list(found.targets)},
        "locations": [locations.of(found.address)],
        **({"relatedLocations": related} if related else {}),
    }
