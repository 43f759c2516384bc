"""What a log format costs: small modules, one line in the registry, and no other file that names it."""

import re
from pathlib import Path

import crosswire
import pytest

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "crosswire" / "logs"
MOST_LINES = 150
CATALOGUE = ROOT / "crosswire" / "reading" / "catalogue"
"""Its rows say what files of all programs are called, and where they lie."""
WITH_RULES_OF_ITS_OWN = {"toolcall-record"}
"""Made for this project: its own rules hold its checklist, and name it."""
EXAMPLES = ROOT / "webapp" / "examples" / "__init__.py"
"""Its words tell what is in the example files."""


def test_the_modules_of_a_log_format_are_small() -> None:
    packages = [folder for folder in LOGS.iterdir() if (folder / "__init__.py").exists()]
    modules = [module for folder in packages for module in folder.glob("*.py")]
    assert len(modules) > 10
    long = [module.name for module in modules if len(module.read_text().splitlines()) > MOST_LINES]
    assert long == []


MAPPED = {file.stem: file for file in (LOGS / "mappings").glob("*.json")}
CODED = crosswire.LOGS.keys() - MAPPED.keys()


def test_a_mapping_is_named_as_its_file() -> None:
    assert MAPPED
    assert crosswire.LOGS.keys() >= MAPPED.keys()


@pytest.mark.parametrize("name", sorted(CODED - WITH_RULES_OF_ITS_OWN - {"by-shape"}))
def test_no_other_file_of_the_product_names_a_log_format(name: str) -> None:
    own = LOGS / name.replace("-", "_")
    program = crosswire.LOGS[name].TRAITS.program
    pattern = re.compile(rf"(?<![\w/-])({re.escape(name)}|{own.name}|{program})(?![\w#-])")
    assert program
    assert pattern.search((own / "names.py").read_text())
    files = [*(ROOT / "crosswire").rglob("*.py"), *(ROOT / "webapp").rglob("*.py")]
    others = [one for one in files if not one.is_relative_to(own) and one != EXAMPLES]
    others = [one for one in others if not one.is_relative_to(CATALOGUE)]
    naming = {str(one.relative_to(ROOT)) for one in others if pattern.search(one.read_text())}
    assert naming == {"crosswire/logs/__init__.py"}


def test_a_log_format_takes_one_line_in_the_registry() -> None:
    lines = (LOGS / "__init__.py").read_text().splitlines()
    (listed,) = (line for line in lines if line.startswith("_ALL"))
    names = ", ".join(name.replace("-", "_") for name in crosswire.LOGS if name in CODED)
    assert listed.endswith(f"= ({names})")
