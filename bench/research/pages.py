"""The pages of the research, by the names of their files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bench.research import first_matrix_page, id_options_page, survey

FOLDER = Path(__file__).parents[2] / "docs" / "reports"
PAGES: dict[str, Callable[[], str]] = {
    "survey.md": survey.page,
    "id-options.md": id_options_page.page,
    "first-matrix.md": first_matrix_page.page,
}
