"""What the documents say of the project is so."""

import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from crosswire.rules import RULES

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def commands_of_dev() -> set[str]:
    loader = SourceFileLoader("dev", str(ROOT / "dev"))
    spec = spec_from_loader("dev", loader)
    assert spec is not None
    dev = module_from_spec(spec)
    loader.exec_module(dev)
    return {"", *dev.COMMANDS}


def commands_named_in(path: Path) -> set[str]:
    return set(re.findall(r"\./dev(?: ([a-z]+))?\b", path.read_text()))


def test_the_readme_names_the_first_commands_and_none_that_is_not_there() -> None:
    named = commands_named_in(README)
    assert {"", "setup", "test"} <= named <= commands_of_dev()


def test_every_command_of_dev_is_explained() -> None:
    named = commands_named_in(README) | commands_named_in(CONTRIBUTING) | {"help"}
    assert named == commands_of_dev()


def test_help_names_every_command() -> None:
    assert commands_named_in(ROOT / "dev") == commands_of_dev()


def test_ci_runs_what_the_readme_names() -> None:
    assert commands_named_in(ROOT / ".ci" / "run") <= commands_named_in(README)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_number_of_rules_is_how_many_there_are(path: Path) -> None:
    assert {int(number) for number in re.findall(r"\b(\d+) rules\b", path.read_text())} <= {len(RULES)}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_to_files_lead_to_files(path: Path) -> None:
    text = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
    targets = re.findall(r"\]\((?![a-z]+:|#|/)([^)#\s]+)", text)
    assert [target for target in targets if not (path.parent / target).exists()] == []
