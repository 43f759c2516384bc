"""What a log format costs: small modules, one line in the registry, and no other file that names it."""

import re
from functools import cache
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
PROGRAMS = {
    ROOT / "crosswire" / "doctor" / "places.py",
    ROOT / "crosswire" / "cli" / "doctor.py",
    ROOT / "crosswire" / "explanations" / "texts_of_programs.py",
}
"""Name programs, some of which are called as the format of their log, and no format."""
MAKERS = ROOT / "crosswire" / "ids" / "shapes.py"
"""It says which program makes ids of a shape."""
KNOWN_OF_OLD = {
    "llamaindex": {"crosswire/secrets/shapes_of_models.py"},
    "haystack": {"webapp/readmodel/text_search.py"},
    "strands": {
        "webapp/inspector/lines.py",
        *(f"webapp/readmodel/{name}.py" for name in ("cell", "connectors", "outline", "written_ties")),
    },
    "openai-agents": {"crosswire/ids/shapes.py", "crosswire/ids/item_ids.py"},
    "agent-framework": {"crosswire/ids/shapes.py"},
    "adk": {"crosswire/ids/shapes.py"},
    "pydantic-ai": {
        "crosswire/ids/shapes.py",
        "crosswire/rules/id_form/composite_id.py",
        "crosswire/rules/gemini/thought_signature_changed.py",
    },
    "langchain": {"crosswire/secrets/shapes_of_models.py", "crosswire/rules/content/no_tools_declared.py"},
    "inspect-ai": {"crosswire/ids/shapes.py"},
    "langfuse": {"crosswire/secrets/shapes_of_models.py"},
    "langsmith": {"crosswire/secrets/shapes_of_models.py"},
    "lm-studio": {"crosswire/rules/profiles/lmstudio.py", "crosswire/rules/order/roles_alternate.py"},
    "openai-realtime": {"crosswire/wire_types/openai_other.py"},
}
"""A format -> files that name its program as the source of something, or have its name as a plain word."""
FAMILIES = {"crosswire/logs/spans/words.py"}
"""Tables of a family of formats, whose conventions have the names of their programs."""
EXAMPLES = ROOT / "webapp" / "examples" / "__init__.py"
"""Its words tell what is in the example files."""


def _modules_of(name: str) -> list[Path]:
    """The module of a log format, or those of its package."""
    own = LOGS / name.replace("-", "_")
    return sorted(own.glob("*.py")) if own.is_dir() else [own.with_suffix(".py")]


@cache
def _product() -> dict[Path, str]:
    """Every module of the product, and its text."""
    files = [*(ROOT / "crosswire").rglob("*.py"), *(ROOT / "webapp").rglob("*.py")]
    return {file: file.read_text() for file in files}


def test_the_modules_of_a_log_format_are_small() -> None:
    own = {module for name in WITH_RULES_OF_ITS_OWN for module in LOGS.glob(f"{name.split('-')[0]}*.py")}
    packages = [folder for folder in LOGS.iterdir() if (folder / "names.py").exists()]
    modules = {module for folder in (LOGS, *packages) for module in folder.glob("*.py")}
    modules -= {*own, LOGS / "__init__.py"}
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
    own = _modules_of(name)
    program = crosswire.LOGS[name].TRAITS.program
    module = name.replace("-", "_")
    own_words = [one for one in (name, module, program or name) if not one.isalpha()]
    names = own_words or [f"logs.{name}", f"logs/{name}"]
    pattern = re.compile(rf"(?<![\w/-])({'|'.join(map(re.escape, names))})(?![\w#-])")
    likely = [one for one, text in _product().items() if any(word in text for word in names)]
    others = [one for one in likely if one not in {*own, EXAMPLES, MAKERS}]
    others = [one for one in others if not one.is_relative_to(CATALOGUE) and one not in PROGRAMS]
    naming = {str(one.relative_to(ROOT)) for one in others if pattern.search(_product()[one])}
    assert naming - FAMILIES - KNOWN_OF_OLD.get(name, set()) <= {"crosswire/logs/__init__.py"}


def test_a_log_format_takes_one_line_in_the_registry() -> None:
    _, _, listed = (LOGS / "__init__.py").read_text().partition("_ALL: tuple[LogFormat, ...] = (\n")
    modules = [line.rstrip(",").removesuffix(".FORMAT") for line in listed.partition(")")[0].split()]
    assert sorted(modules) == sorted(name.replace("-", "_") for name in CODED)
