"""`python -m bench.research`: writes the pages of the research in docs/reports anew."""

from bench.research.pages import FOLDER, PAGES

for name, page in PAGES.items():
    (FOLDER / name).write_text(page(), encoding="utf-8")
