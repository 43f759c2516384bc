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

`diagnostics anthropic` instead asks for the refusals of that target too. To make a case, write it
down to the history, add the two fences empty, run `./dev test tests/test_cases.py --accept`, and
read what came.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import crosswire
from crosswire.model import Conversation

CASES = sorted((Path(__file__).parent / "cases").glob("*.md"))

CASE = re.compile(r"# \S[^\n]*\n\n(?:[^\n`#][^\n]*\n)+(?:\n[^\n`#][^\n]*\n(?:[^\n`#][^\n]*\n)*)*\n```json ")
HISTORY = re.compile(r"^```json ([\w-]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXPECTED = re.compile(r"^```(diagnostics|pairing) ?([\w-]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def diagnostics(conversation: Conversation, target: str) -> str:
    rows = [
        (found.address, found.code, found.name, found.severity.value)
        for found in crosswire.diagnose(conversation, target=target or None)
    ]
    return "".join("  ".join(row) + "\n" for row in rows)


def pairing(conversation: Conversation, _: str) -> str:
    counts = crosswire.pair(conversation).counts()
    told = ", ".join(f"{name} {number}" for name, number in counts.items() if number)
    return f"{told or 'nothing'}\n"


FOUND: dict[str, Callable[[Conversation, str], str]] = {"diagnostics": diagnostics, "pairing": pairing}


def with_what_is_found(text: str) -> str:
    """The case with its expectations replaced by what is so."""
    ((format, history),) = HISTORY.findall(text)
    (conversation,) = crosswire.load(history.encode(), format=format).conversations

    def fence(found: re.Match[str]) -> str:
        kind, target = found[1], found[2]
        return f"```{kind}{' ' if target else ''}{target}\n{FOUND[kind](conversation, target)}```"

    return EXPECTED.sub(fence, text)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_is_found_as_it_is_written(path: Path, pytestconfig: pytest.Config) -> None:
    text = path.read_text()
    found = with_what_is_found(text)
    if pytestconfig.getoption("--accept"):
        path.write_text(found)
        text = found
    assert found == text


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_has_a_title_a_story_and_both_expectations(path: Path) -> None:
    text = path.read_text()
    assert CASE.match(text)
    assert {kind for kind, _, _ in EXPECTED.findall(text)} == set(FOUND)
