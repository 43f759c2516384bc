"""All rules, found by walking this folder, a folder for each family: to add one, add its
module."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from msgspec.structs import replace

from crosswire.rules.profiles import PROFILES
from crosswire.rules.rule import Ground, LogRule, ProviderRule, Rule
from crosswire.rules.target import Target

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


def _hand_out(profile: Target) -> None:
    """Give the grounds of a profile to the rules that they are of."""
    for shared in profile.shares:
        rule = _provider_rule(profile, shared.rule)
        held = [
            replace(
                ground,
                targets=(profile.name,),
                format=next(name for name in ground.targets if name in profile.formats),
                source=shared.source,
                error_text=shared.error_text or ground.error_text,
                confidence=min(ground.confidence, shared.confidence, key=_SURE.index),
                since=None,
            )
            for ground in rule.grounds
            if ground.key == shared.key
            and ground.until is None
            and not {*profile.formats}.isdisjoint(ground.targets)
        ]
        if not held:
            raise RuntimeError(f"{profile.name}: {rule.name} has no ground {shared.key}")
        rule.add(held)
    for name, grounds in profile.grounds.items():
        rule = _provider_rule(profile, name)
        rule.add(replace(ground, targets=(profile.name,)) for ground in grounds)


_SURE = ("low", "medium", "high")


def _provider_rule(profile: Target, name: str) -> ProviderRule[Ground]:
    rule = RULES_BY_NAME.get(name)
    if not isinstance(rule, ProviderRule):
        raise RuntimeError(f"{profile.name} has grounds of {name}, which is no provider rule")
    return rule


for _profile in PROFILES:
    _hand_out(_profile)

FAMILY_TITLES: dict[str, str] = {
    family: (import_module(f"{_HERE}.{family}").__doc__ or family).rstrip(".")
    for family in FAMILIES
}
"""What a family of rules is called on a page, by its folder."""
