"""What the helpers of the tests promise each other."""

import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.selection import for_each


def drawn() -> list[str]:
    """The texts that a property test is tried with."""
    texts: list[str] = []

    @settings(max_examples=100, database=None)
    @given(st.text())
    def draw(text: str) -> None:
        texts.append(text)

    draw()
    return texts


def test_a_property_is_tried_with_the_same_examples_whatever_was_imported_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = drawn()
    file = tmp_path / "code.py"
    file.write_text("".join(f'_{n} = "never drawn {n}"\n' for n in range(200)))
    module = ModuleType("imported_meanwhile")
    module.__file__ = str(file)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    assert drawn() == before


def test_cases_that_take_long_to_make_are_made_in_the_test() -> None:
    made: list[int] = []

    @for_each("number", lambda: made)
    def try_number(number: int) -> None:
        made[number] = -1

    made += [0, 1]
    try_number()
    assert made == [-1, -1]
