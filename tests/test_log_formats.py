"""What a log format costs: small modules, one line in the registry, and no other file that names it."""

import re
from pathlib import Path

import crosswire
import pytest

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "crosswire" / "logs"
MOST_LINES = 150
WITH_RULES_OF_ITS_OWN = {"toolcall-record"}
"""Made for this project: its own rules hold its checklist, and name it."""
KNOWN_OF_OLD = {
    "inspect-ai": {"crosswire/ids/shapes.py"},
    "langfuse": {"crosswire/secrets/shapes_of_models.py"},
    "langsmith": {"crosswire/secrets/shapes_of_models.py"},
}
"""A format -> files that name its program as the source of something in a provider's format."""
FAMILIES = {"crosswire/logs/spans/words.py"}
"""Tables of a family of formats, whose conventions have the names of their programs."""
EXAMPLES = ROOT / "webapp" / "examples" / "__init__.py"
"""Its words tell what is in the example files."""


def test_the_modules_of_a_log_format_are_small() -> None:
    packages = [folder for folder in LOGS.iterdir() if (folder / "names.py").exists()]
    modules = [module for folder in packages for module in folder.glob("*.py")]
    assert len(modules) > 10
    long = [module.name for module in modules if len(module.read_text().splitlines()) > MOST_LINES]
    assert long == []


@pytest.mark.parametrize("name", sorted(crosswire.LOGS.keys() - WITH_RULES_OF_ITS_OWN))
def test_no_other_file_of_the_product_names_a_log_format(name: str) -> None:
    own = LOGS / name.replace("-", "_")
    words = filter(None, (re.escape(name), own.name, crosswire.LOGS[name].TRAITS.program))
    pattern = re.compile(rf"(?<![\w/-])({'|'.join(words)})(?![\w#-])")
    assert pattern.search((own / "names.py").read_text())
    files = [*(ROOT / "crosswire").rglob("*.py"), *(ROOT / "webapp").rglob("*.py")]
    others = [one for one in files if not one.is_relative_to(own) and one != EXAMPLES]
    naming = {str(one.relative_to(ROOT)) for one in others if pattern.search(one.read_text())}
    assert naming - FAMILIES - KNOWN_OF_OLD.get(name, set()) == {"crosswire/logs/__init__.py"}


def test_a_log_format_takes_one_line_in_the_registry() -> None:
    listed = (LOGS / "__init__.py").read_text().partition("_ALL: tuple[LogFormat, ...] = (")[2]
    names = listed.partition(")")[0].replace(",", " ").split()
    assert names == [name.replace("-", "_") for name in crosswire.LOGS]
