"""Diagnostics as SARIF 2.1.0, which code hosts and editors show.

Source: the OASIS standard "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from crosswire.address import Address
from crosswire.cli.checked import Checked, Unreadable
from crosswire.rules import RULES
from crosswire.rules.docs import sections
from crosswire.rules.rule import Diagnostic

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def report(answers: Sequence[Checked | Unreadable]) -> dict[str, Any]:
    """One run with all findings; a file that could not be read is one of its notifications."""
    unread = [answer for answer in answers if isinstance(answer, Unreadable)]
    checked = [answer for answer in answers if isinstance(answer, Checked)]
    invocation = {
        "executionSuccessful": not unread,
        "toolExecutionNotifications": [
            {"level": "error", "message": {"text": f"{answer.path}: {answer.error}"}}
            for answer in unread
        ],
    }
    artifacts = _Artifacts()
    results = [
        _result(answer, found, artifacts) for answer in checked for found in _all(answer)
    ]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "crosswire", "rules": _rules()}},
                "invocations": [invocation],
                "results": results,
                **({"artifacts": artifacts.listed} if artifacts.listed else {}),
            }
        ],
    }


def _rules() -> list[dict[str, Any]]:
    return [
        {
            "id": rule.code,
            "name": rule.name,
            "shortDescription": {"text": rule.title},
            "fullDescription": {"text": sections(rule.doc).get("What it checks", rule.title)},
            "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        }
        for rule in RULES.values()
    ]


def _all(answer: Checked) -> list[Diagnostic]:
    """Defects, and what the targets that were named would refuse."""
    refusals = (found for one in answer.verdicts for found in one.logged.findings)
    return [*answer.diagnostics, *filter(answer.wanted, refusals)]


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


def _result(answer: Checked, found: Diagnostic, artifacts: _Artifacts) -> dict[str, Any]:
    related = [
        {
            "id": number,
            "message": {"text": word},
            **_location(answer, address, artifacts),
        }
        for number, (word, address) in enumerate(found.related, 1)
    ]
    return {
        "ruleId": found.code,
        "level": _LEVELS[found.severity],
        "message": {"text": found.message},
        "properties": {"kind": found.kind, "targets": list(found.targets)},
        "locations": [_location(answer, found.address, artifacts)],
        **({"relatedLocations": related} if related else {}),
    }


def _location(answer: Checked, address: Address, artifacts: _Artifacts) -> dict[str, Any]:
    origin = answer.origin_of(address)
    line = origin.line
    region = {} if line is None else {"region": {"startLine": line}}
    return {
        "physicalLocation": {
            "artifactLocation": artifacts.location(answer.path, origin.file),
            **region,
        },
        "logicalLocations": [{"fullyQualifiedName": address, "kind": "value"}],
    }
