"""All rules, found by walking this folder, a folder for each family: to add one, add its
module."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from crosswire.rules.rule import Rule

FAMILIES = (
    "id_form",
    "uniqueness",
    "order",
    "identity",
    "reasoning",
    "gemini",
    "content",
    "logs",
    "provenance",
    "records",
)
"""The folders, in the order of lists; the docstring of each is its title."""

_HERE = __name__.rpartition(".")[0]


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for module in iter_modules(package.__path__):
        yield import_module(f"{package.__name__}.{module.name}")


def _collect() -> dict[str, Rule]:
    found: dict[str, Rule] = {}
    for family in FAMILIES:
        for module in _modules(import_module(f"{_HERE}.{family}")):
            rule = module.rule
            if rule.code in found:
                raise RuntimeError(
                    f"{rule.name} and {found[rule.code].name} both have the code {rule.code}"
                )
            found[rule.code] = rule
    return dict(sorted(found.items()))


RULES: dict[str, Rule] = _collect()
"""By code, in its order."""

RULES_BY_NAME: dict[str, Rule] = {rule.name: rule for rule in RULES.values()}

FAMILY_TITLES: dict[str, str] = {
    family: (import_module(f"{_HERE}.{family}").__doc__ or family).rstrip(".")
    for family in FAMILIES
}
"""What a family of rules is called on a page, by its folder."""
