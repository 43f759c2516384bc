"""The page of the first matrix: each statement and what holds today."""

from __future__ import annotations

import json
from collections.abc import Iterable

import crosswire
from crosswire.tools.builtin import MEANINGS
from crosswire.tools.builtin_matrix import TODAY, Availability

from bench.research import markdown
from bench.research.first_matrix import (
    AT_A_GLANCE,
    BINARY,
    IDENTIFIERS,
    LISTS,
    NAMES,
    SCENARIOS,
    THEN,
    Claim,
    Scenario,
    Step,
    steps,
)


def page() -> str:
    return markdown.page(
        "# The first matrix, and today",
        "Crosswire began with a matrix of 2025: how four providers declare tools, call them "
        "and take results. Each of its statements stands here with what holds today. Where a "
        "feature is named, `/formats` shows how Crosswire measured it.",
        "## At a glance",
        _claims(AT_A_GLANCE),
        "## Which ids tie a result to its call",
        _claims(IDENTIFIERS),
        "## Results with a picture",
        _claims(BINARY),
        "## Names of MCP tools",
        _claims(NAMES),
        "## What to do, and what not",
        _claims(LISTS),
        "## Search of the web, and reading of pages",
        "What holds today for all formats stands on `/formats`.",
        _searches(),
        "## Scenarios",
        "The same call and result in each format. The matrix says that the ids are wired "
        "alike in all scenarios, and they are. What it has for its four formats is compared "
        "with what Crosswire writes, to the letter; the other formats it does not know.",
        *map(_scenario, SCENARIOS),
    )


def _claims(claims: Iterable[Claim]) -> str:
    return markdown.table(("Format", "Of", "It says", "Today", "Holds"), map(_claim, claims))


def _claim(claim: Claim) -> tuple[str, ...]:
    feature = f" (`{claim.feature}`)" if claim.feature else ""
    today = (claim.today or "the same") + feature
    return _title(claim.format), claim.topic, claim.stated, today, claim.standing


def _searches() -> str:
    today = {(row.meaning, row.format): row for row in TODAY}
    return markdown.table(
        ("Format", "Tool", "It says", "Today"),
        (
            (_title(row.format), MEANINGS[row.meaning], _forms(row), _forms(today[key]))
            for row in THEN
            for key in [(row.meaning, row.format)]
        ),
    )


def _forms(row: Availability) -> str:
    native = {"yes": "its own", "no": "none of its own"}.get(row.native, f"its own, {row.native}")
    return f"{native}: {row.declaration}; {row.call}; {row.result}"


def _scenario(scenario: Scenario) -> str:
    declared = markdown.codes(scenario.declares)
    return "\n\n".join(
        (
            f"### {scenario.title}: `{scenario.name}`",
            f"Declared with {declared}.",
            markdown.table(("Format", "Step", "Written", "As it says"), map(_step, steps(scenario))),
        )
    )


def _step(step: Step) -> tuple[str, ...]:
    agrees = "to the letter" if step.agrees else f"differs: {_code(step.stated)}"
    agreement = "not in it" if step.stated is None else agrees
    return _title(step.format), step.kind, _code(step.written), agreement


def _code(value: object) -> str:
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def _title(name: str) -> str:
    return crosswire.FORMATS[name].TITLE
