"""All rules, found by walking this folder, a folder for each family: to add one, add its
module."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from crosswire.rules.rule import Ground, LogRule, ProviderRule, Rule

FAMILIES = (
    "id_form",
    "uniqueness",
    "order",
    "identity",
    "reasoning",
    "gemini",
    "content",
    "schemas",
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
    rules: dict[str, Rule] = {}
    for family in FAMILIES:
        for module in _modules(import_module(f"{_HERE}.{family}")):
            rule = module.rule
            other = rules.setdefault(rule.code, rule)
            if other is not rule:
                raise RuntimeError(f"{rule.name} and {other.name} both have {rule.code}")
    return dict(sorted(rules.items()))


RULES: dict[str, Rule] = _collect()
"""By code, in its order."""

LOG_RULES = [rule for rule in RULES.values() if isinstance(rule, LogRule)]
PROVIDER_RULES: list[ProviderRule[Ground]] = [
    rule for rule in RULES.values() if isinstance(rule, ProviderRule)
]

RULES_BY_NAME: dict[str, Rule] = {rule.name: rule for rule in RULES.values()}

FAMILY_TITLES: dict[str, str] = {
    family: (import_module(f"{_HERE}.{family}").__doc__ or family).rstrip(".")
    for family in FAMILIES
}
"""What a family of rules is called on a page, by its folder."""
