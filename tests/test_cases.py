"""Runs the Markdown files in tests/cases: a history, what is found in it, and how it pairs.

    # A title

    What happened, in a sentence or two.

    ```json openai-chat
    [ ... ]
    ```

    ```diagnostics
    0:/2/tool_call_id  CW302  result-text-as-id  error
    ```

    ```pairing
    missing 1, orphan 1
    ```

`diagnostics anthropic` instead asks what that target would refuse; an `ids` fence tells what the
page says of each id and how it pairs, `ids anthropic` the same in that pane; a `repair` fence tells
what a repair changes and leaves, `repair drop` and `repair mark` the same with a choice for what is
missing. To make a case, write it down to the history, add the two fences empty, run `./dev test
tests/test_cases.py --accept`, and read what came.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import crosswire
import pytest
from crosswire.address import Address, resolve
from crosswire.model import Conversation, Part, ToolCallPart, ToolResultPart
from crosswire.pairing import Pairing
from tests.selection import for_each
from webapp.readmodel.cells import cells
from webapp.wording.ids import id_text, id_words

CASES = sorted((Path(__file__).parent / "cases").rglob("*.md"))

CASE = re.compile(r"# \S[^\n]*\n\n(?:[^\n`#][^\n]*\n)+(?:\n[^\n`#][^\n]*\n(?:[^\n`#][^\n]*\n)*)*\n```json ")
HISTORY = re.compile(r"^```json ([\w-]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXPECTED = re.compile(r"^```(diagnostics|pairing|ids|repair) ?([\w-]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def diagnostics(conversation: Conversation, target: str) -> str:
    found = crosswire.verdict(conversation, target).findings if target else crosswire.diagnose(conversation)
    rows = [(one.address, one.code, one.name, one.severity.value) for one in found]
    return "".join("  ".join(row) + "\n" for row in rows)


def pairing(conversation: Conversation, _: str) -> str:
    counts = crosswire.pair(conversation).counts()
    told = ", ".join(f"{name} {number}" for name, number in counts.items() if number)
    return f"{told or 'nothing'}\n"


def ids(conversation: Conversation, target: str) -> str:
    pairing = crosswire.pair(conversation)
    rendering = crosswire.render(conversation, target, pairing=pairing) if target else None
    ties = {part.address: tie(part, pairing) for _, part in conversation.parts()}
    lines = []
    for cell in (cell for row in cells(conversation, pairing, rendering) for cell in row if "id" in cell):
        words = id_words(cell["id"], rendered=bool(target))
        words += "" if target else f"; {ties[Address(cell['address'])]}"
        lines.append(f"{cell['address']}  {cell['wire_type']}  {id_text(cell['id'])}  ({words})\n")
    return "".join(lines)


def tie(part: Part, pairing: Pairing) -> str:
    if part.key in pairing.pair_of:
        return f"paired {pairing.pair_of[part.key].how}"
    if part in pairing.unshown:
        return "holds its result, which is not shown"
    expected = getattr(part, "expects_call", True)
    return "not paired" if expected else "no call expected"


def repair(conversation: Conversation, missing: str) -> str:
    repaired = crosswire.repair(conversation, missing=missing or "leave")  # type: ignore[arg-type]
    lines = []
    for change in repaired.changes:
        sure = "" if change.certain else "  (likely)"
        moved = f" -> {change.target}" if change.kind in ("order", "group", "split") else ""
        new = f"  {json.dumps(change.before)} -> {json.dumps(change.after)}" if change.kind == "id" else ""
        place = change.source or f"new {change.target}"
        lines.append(f"{place}{moved}  {change.kind}  {change.rule}{new}{sure}\n")
    lines += [f"left {left.source}  {left.finding.name}  {left.why}\n" for left in repaired.remaining]
    return "".join(lines) or "nothing\n"


FOUND: dict[str, Callable[[Conversation, str], str]] = {
    "diagnostics": diagnostics,
    "pairing": pairing,
    "ids": ids,
    "repair": repair,
}


def with_what_is_found(text: str) -> str:
    """The case with its expectations replaced by what is so."""
    ((format, history),) = HISTORY.findall(text)
    (conversation,) = crosswire.load(history.encode(), format=format).conversations

    def fence(found: re.Match[str]) -> str:
        kind, target = found[1], found[2]
        return f"```{kind}{' ' if target else ''}{target}\n{FOUND[kind](conversation, target)}```"

    return EXPECTED.sub(fence, text)


@for_each("path", CASES, ids=lambda path: path.stem)
def test_a_case_is_found_as_it_is_written(path: Path, pytestconfig: pytest.Config) -> None:
    text = path.read_text()
    found = with_what_is_found(text)
    if pytestconfig.getoption("--accept"):
        path.write_text(found)
        text = found
    assert found == text


@for_each("path", CASES, ids=lambda path: path.stem)
def test_a_case_has_a_title_a_story_and_both_expectations(path: Path) -> None:
    text = path.read_text()
    assert CASE.match(text)
    assert {kind for kind, _, _ in EXPECTED.findall(text)} >= {"diagnostics", "pairing"}


@for_each("path", CASES, ids=lambda path: path.stem)
def test_every_id_in_the_model_stands_in_the_upload(path: Path) -> None:
    ((format, history),) = HISTORY.findall(path.read_text())
    log = crosswire.load(history.encode(), format=format)
    for part in (part for conversation in log.conversations for _, part in conversation.parts()):
        if isinstance(part, (ToolCallPart, ToolResultPart)) and part.call_id.value is not None:
            assert part.call_id.address is not None
            assert resolve(part.call_id.address, log.documents, json.loads) == part.call_id.value
