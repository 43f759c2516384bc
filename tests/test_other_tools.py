"""The comparison with other tools: its program prints what it says, and its rows are those of the reports."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.selection import NEEDS_PACKAGES
from tests.test_how_to import blocks_of

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "other-tools.md"


def test_the_rows_of_figures_are_those_of_the_reports() -> None:
    reports = [(ROOT / "docs" / "reports" / name).read_text() for name in ("conformance.md", "battery.md")]
    _, figures = PAGE.read_text().split("## On cases")
    rows = [line for line in figures.splitlines() if line.startswith("| ")]
    assert len(rows) > 10
    for row in rows:
        assert any(f"\n{row}\n" in report for report in reports), f"copy it from docs/reports: {row}"


@pytest.mark.thorough
def test_the_program_prints_what_stands_below_it() -> None:
    for package in ("langchain_core", "mistral_common", "openai"):
        pytest.importorskip(package, reason=NEEDS_PACKAGES)
    program, printed = blocks_of(PAGE)
    run = subprocess.run([sys.executable, "-c", program.text], cwd=ROOT, capture_output=True, text=True)
    assert run.stdout == printed.text, run.stderr
