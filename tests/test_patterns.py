"""No pattern has a possessive quantifier or an atomic group: Python 3.11.0 to 3.11.4 match them wrongly.

Debian 12 has 3.11.2, where a private key was masked by half.
"""

import ast
import importlib
import pkgutil
import re
import re._constants as opcodes
import re._parser as parser
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import crosswire
import pytest
from crosswire.secrets import SECRET_RULES

import webapp

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("crosswire", "webapp", "bench", "tests", "migrations")
MISMATCHED = (opcodes.POSSESSIVE_REPEAT, opcodes.ATOMIC_GROUP)
LIKE_ONE = re.compile(r"[*+?}][+]|\(\?[>]")
NO_PATTERNS = ("cpp c++ cc cxx hpp hh", "+++ ", "++1234", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b")
"""Texts in the code that look like one and are none."""


def text_of(pattern: str | bytes) -> str:
    return pattern if isinstance(pattern, str) else pattern.decode("latin-1")


def is_mismatched(pattern: str | bytes) -> bool:
    text = text_of(pattern)
    try:
        return LIKE_ONE.search(text) is not None and has_mismatched(parser.parse(text))
    except re.error:
        return True  # a part of a pattern: who can say


def has_mismatched(tree: Any) -> bool:
    if isinstance(tree, parser.SubPattern | list | tuple):
        return any(map(has_mismatched, tree))
    return any(tree is code for code in MISMATCHED)


def constants(path: Path) -> Iterator[str | bytes]:
    text = path.read_text(encoding="utf-8")
    nodes = ast.walk(ast.parse(text)) if LIKE_ONE.search(text) else ()
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            yield node.value


def modules(package: ModuleType) -> Iterator[ModuleType]:
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            try:
                yield importlib.import_module(module.name)
            except ModuleNotFoundError as error:  # a package of an extra that is not installed
                if (error.name or "").startswith(("crosswire", "webapp")):
                    raise


def compiled(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict | list | tuple | set | frozenset):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from compiled(inner)


@pytest.mark.parametrize(
    "pattern", ["a*+", "a++", "a?+", "a{1,2}+", "(?>a)", "(b|(?:c(?>a)d))", rb'"[^"]*+"', "(?=a++)", "(a++"]
)
def test_what_is_sought_is_known(pattern: str | bytes) -> None:
    assert is_mismatched(pattern)


@pytest.mark.parametrize("pattern", ["[+*]+", r"\++", "a+b+", "(?:a+)+", "(?=a)b", "[?>]", r"\*+", "{}"])
def test_what_is_allowed_is_known(pattern: str) -> None:
    assert not is_mismatched(pattern)


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_text_in_the_code_is_such_a_pattern(folder: str) -> None:
    files = [path for path in sorted((ROOT / folder).rglob("*.py")) if path != Path(__file__)]
    assert files
    assert [
        (str(path.relative_to(ROOT)), text)
        for path in files
        for text in constants(path)
        if text not in NO_PATTERNS and is_mismatched(text)
    ] == []


@pytest.mark.parametrize("package", [crosswire, webapp], ids=lambda package: package.__name__)
def test_no_pattern_that_was_put_together_is_such_a_one(package: ModuleType) -> None:
    patterns = {
        found.pattern for module in modules(package) for found in compiled(list(vars(module).values()))
    }
    assert len(patterns) > 20
    assert [pattern for pattern in patterns if is_mismatched(pattern)] == []


def test_no_rule_of_secrets_has_such_a_pattern() -> None:
    assert [rule.id for rule in SECRET_RULES if is_mismatched(rule.pattern)] == []
