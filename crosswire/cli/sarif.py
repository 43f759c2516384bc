"""Diagnostics as SARIF 2.1.0, which code hosts and editors show.

Source: the OASIS standard "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

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
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "crosswire", "rules": _rules()}},
                "invocations": [invocation],
                "results": [
                    _result(answer.path, found) for answer in checked for found in _all(answer)
                ],
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


def _result(path: str, found: Diagnostic) -> dict[str, Any]:
    return {
        "ruleId": found.code,
        "level": _LEVELS[found.severity],
        "message": {"text": found.message},
        "properties": {"kind": found.kind, "targets": list(found.targets)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(path, errors="surrogateescape")}
                },
                "logicalLocations": [{"fullyQualifiedName": found.address, "kind": "value"}],
            }
        ],
    }
