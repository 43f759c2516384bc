"""What the newest SDKs have is known to the registry or to a reader."""

from __future__ import annotations

import re

import pytest
from crosswire.wire_types import WIRE_TYPES
from crosswire.wire_types.since import SINCE
from tests import newest
from tests.selection import for_each


@for_each("format", newest.UNIONS)
def test_no_type_of_the_newest_sdks_is_unknown(format: str) -> None:
    assert newest.unknown(format) == set()
    assert len(newest.types_in(newest.UNIONS[format])) > 20
    assert len(newest.types_in(newest.TOOLS[format])) > 9


def test_a_type_that_nobody_knows_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = newest.READ["gemini-interactions"]
    monkeypatch.setitem(newest.READ, "gemini-interactions", known - {"thought"})
    newest.main()
    assert capsys.readouterr().out == "gemini-interactions: thought\n"


def test_since_when_a_type_is_there_is_a_version_and_a_day() -> None:
    assert set(SINCE) <= {row.slug for row in WIRE_TYPES}
    assert all(re.fullmatch(r"[a-z-]+ \d+\.\d+\.\d+ \(20\d\d-\d\d-\d\d\)", told) for told in SINCE.values())
    told = {row.slug: row.since for row in WIRE_TYPES}
    assert told["openai.function_call"] == "openai 1.66.0 (2025-03-11)"
    assert told["gemini.interactions.tool_search_call"] is None
