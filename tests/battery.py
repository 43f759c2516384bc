"""The battery: 48 small histories in four formats, with a key that says what was planted in each.

It stands beside the project, in ../shared/battery; tests that need it are skipped where it is not.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import crosswire
import pytest
from crosswire.model import Conversation, JsonValue
from crosswire.reading.loading import Log
from tests.selection import for_each

ROOT = Path(__file__).resolve().parent.parent
BATTERY = ROOT.parent / "shared" / "battery"
TABLE = ROOT / "docs" / "reports" / "battery.md"

SOURCES = {
    "chat": "openai-chat",
    "responses": "openai-responses",
    "anthropic": "anthropic",
    "gemini": "gemini",
}
"""The battery's word for a format -> ours."""

needs_battery = pytest.mark.skipif(
    not BATTERY.is_dir(), reason="The battery is not here: there is no folder ../shared/battery."
)


@cache
def key() -> dict[str, Any]:
    """Source -> name of a history -> `defects`, and `refusals` by target."""
    found: dict[str, Any] = json.loads((BATTERY / "expected.json").read_text())
    return found


@cache
def histories() -> dict[tuple[str, str], tuple[JsonValue, list[str]]]:
    """Source and name of each -> the history, and the names of the planted defects."""
    if not BATTERY.is_dir():
        return {}
    return {
        (source, name): (history, key()[source][name]["defects"])
        for source in SOURCES
        for name, history in json.loads((BATTERY / f"{source}.json").read_text()).items()
    }


each_history = for_each(
    ("source", "name"), [pytest.param(*where, id="-".join(where)) for where in histories()]
)


def load(history: JsonValue) -> Log:
    return crosswire.load(json.dumps(history).encode())


def read(history: JsonValue) -> Conversation:
    (conversation,) = load(history).conversations
    return conversation


@cache
def scorers() -> dict[str, Callable[[Any], list[str]]]:
    """The battery's own scorer, unchanged: target -> what is wrong with a list of messages or items."""
    spec = importlib.util.spec_from_file_location("battery_verdict", BATTERY / "verdict.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {target: module.V[target] for target in SOURCES}


@cache
def peers() -> dict[tuple[str, str, str], dict[str, str]]:
    """Source, name and target -> column -> cell, of the other converters: what the battery's matrix says."""
    return dict(_rows((BATTERY / "matrix.md").read_text()))


def _rows(text: str) -> Iterator[tuple[tuple[str, str, str], dict[str, str]]]:
    source, columns, target = "", [""], ""
    for line in text.splitlines():
        if line.startswith("## "):
            source = line.split()[1]
        elif line.startswith("|case → "):
            first, *columns = line.strip("|").split("|")
            target = first.removeprefix("case → ")
        elif line.startswith("|") and not line.startswith("|---"):
            name, *cells = line.strip("|").split("|")
            yield (source, name, target), dict(zip(columns, cells, strict=True))
