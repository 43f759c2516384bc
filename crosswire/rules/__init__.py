"""All rules, found by walking this folder: to add one, add its module."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from crosswire.rule import Rule


def _collect() -> dict[str, Rule]:
    found: dict[str, Rule] = {}
    for module in iter_modules(__path__):
        rule = import_module(f"{__name__}.{module.name}").rule
        if rule.code in found:
            raise RuntimeError(f"{rule.name} and {found[rule.code].name} both have the code {rule.code}")
        found[rule.code] = rule
    return dict(sorted(found.items()))


RULES: dict[str, Rule] = _collect()
"""By code, in its order."""

RULES_BY_NAME: dict[str, Rule] = {rule.name: rule for rule in RULES.values()}
