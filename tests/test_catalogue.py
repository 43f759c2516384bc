"""The catalogue is whole: what is known of providers and of bugs has a rule, and a case that shows it."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path

import crosswire
import pytest
from crosswire.rules import FAMILIES, FAMILY_TITLES, PROVIDER_RULES, RULES_BY_NAME
from crosswire.rules.rule import Ground, Kind, ProviderRule, Rule
from tests.selection import for_each

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases"
REFUSALS = CASES / "refusals"
CLASSES = CASES / "classes"
SHARED = ROOT.parent / "shared"
KNOWN_RULES = SHARED / "data" / "provider_rules.json"
BUGS = SHARED / "design" / "bugs.md"

RULES = list(crosswire.RULES.values())
each_provider_rule = for_each("rule", PROVIDER_RULES, ids=lambda rule: rule.name)
each_rule = for_each("rule", RULES, ids=lambda rule: rule.name)
GROUNDS = [(rule, ground) for rule in PROVIDER_RULES for ground in rule.grounds]
RULES_OF_KEY: dict[str, set[str]] = defaultdict(set)
for rule, ground in GROUNDS:
    RULES_OF_KEY[ground.key].add(rule.name)
OVER = {*RULES_OF_KEY} - {ground.key for _, ground in GROUNDS if ground.until is None}
"""Keys of grounds that no longer hold: their cases show that nothing is found."""

DEFECT_OF_KEY = {"gem-finish-reasons": "model-side-failure"}
"""What a provider answers with success, so that it is no refusal: the defect that tells of it."""

FENCE = re.compile(r"^```diagnostics ?([\w-]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)

provider_rules = pytest.mark.skipif(
    not KNOWN_RULES.exists(), reason="The rules of the providers are not here: there is no ../shared/data."
)
bugs = pytest.mark.skipif(
    not BUGS.exists(), reason="The catalogue of bugs is not here: there is no ../shared/design."
)


def not_shown(folder: Path) -> dict[str, str]:
    """What no log can show, with the reason."""
    path = folder / "not_shown.txt"
    lines = [line for line in path.read_text().splitlines() if line.strip()] if path.exists() else []
    found = {key.strip(): reason.strip() for key, _, reason in (line.partition(":") for line in lines)}
    assert len(found) == len(lines)
    return found


def found_in(path: Path) -> dict[str, set[str]]:
    """The rules in the fences of a case, by target; defects stand under ''."""
    return {
        target: {line.split("  ")[2] for line in rows.splitlines()}
        for target, rows in FENCE.findall(path.read_text())
    }


def keys_of_providers() -> list[str]:
    return [row["rule"] for row in json.loads(KNOWN_RULES.read_text())]


# Rules and their grounds


@each_rule
def test_a_rule_about_providers_alone_has_targets_that_refuse_by_it(rule: Rule) -> None:
    refusing = any(rule.grounds_of(target) for target in crosswire.TARGETS)
    assert refusing == (rule.kind is Kind.REFUSAL and not rule.is_history)


@each_provider_rule
def test_the_grounds_of_a_rule_name_targets_that_are_known(rule: ProviderRule[Ground]) -> None:
    for ground in rule.grounds:
        assert ground.targets
        assert set(ground.targets) <= crosswire.TARGETS.keys()
        assert len(set(ground.targets)) == len(ground.targets)


@each_provider_rule
def test_a_ground_says_where_it_was_seen_and_when_it_holds(rule: ProviderRule[Ground]) -> None:
    for ground in rule.grounds:
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)+", ground.key)
        assert ground.source.strip()
        assert ground.error_text == ground.error_text.strip()
        for when in (ground.since, ground.until):
            assert when is None or re.fullmatch(r"20\d\d(-\d\d){0,2}", when)
        assert not (ground.since and ground.until) or ground.since <= ground.until


@each_provider_rule
def test_a_rule_whose_refusals_are_over_says_so(rule: ProviderRule[Ground]) -> None:
    is_over = all(ground.until is not None for ground in rule.grounds)
    assert is_over == rule.is_history == ("it is history" in rule.doc)


@each_rule
def test_a_rule_is_of_a_family(rule: Rule) -> None:
    assert rule.family in FAMILIES
    assert FAMILY_TITLES[rule.family]


def test_every_family_has_rules() -> None:
    assert {rule.family for rule in RULES} == set(FAMILIES)


def test_every_target_has_rules_to_refuse_by() -> None:
    refusing = {target for _, ground in GROUNDS for target in ground.targets}
    relays = {name for name, target in crosswire.TARGETS.items() if target.upstreams}
    assert refusing | relays == crosswire.TARGETS.keys()


# Cases


def test_every_rule_that_a_case_expects_is_there() -> None:
    strange = {
        (path.name, name)
        for path in CASES.rglob("*.md")
        for names in found_in(path).values()
        for name in names
        if name not in RULES_BY_NAME
    }
    assert strange == set()


def test_every_target_that_a_case_asks_is_there() -> None:
    asked = {(path.name, target) for path in CASES.rglob("*.md") for target in found_in(path) if target}
    assert {target for _, target in asked} <= crosswire.TARGETS.keys()


def test_a_case_holds_defects_and_refusals_apart() -> None:
    for path in CASES.rglob("*.md"):
        for target, names in found_in(path).items():
            kinds = {RULES_BY_NAME[name].kind for name in names if name in RULES_BY_NAME}
            assert kinds <= ({Kind.REFUSAL} if target else {Kind.DEFECT}), path.name


def test_every_refusal_that_has_a_case_of_its_own_is_shown_there() -> None:
    astray = []
    for path in sorted(REFUSALS.glob("*.md")):
        found = found_in(path)
        shown = {name for target, names in found.items() if target for name in names}
        is_shown = bool(shown & RULES_OF_KEY[path.stem])
        if DEFECT_OF_KEY.get(path.stem) not in found[""] and is_shown == (path.stem in OVER):
            astray.append((path.stem, sorted(shown)))
    assert astray == []


@provider_rules
def test_every_rule_of_a_provider_is_a_ground_or_not_to_be_shown() -> None:
    known = {*RULES_OF_KEY, *not_shown(REFUSALS), *DEFECT_OF_KEY}
    lost = [key for key in keys_of_providers() if key not in known]
    assert lost == []


@provider_rules
def test_every_rule_of_a_provider_has_a_case_or_a_reason() -> None:
    shown = {path.stem for path in REFUSALS.glob("*.md")}
    missing = [key for key in keys_of_providers() if key not in shown and key not in not_shown(REFUSALS)]
    assert missing == []
    assert not_shown(REFUSALS).keys() <= set(keys_of_providers()) - shown


@bugs
def test_every_class_of_bugs_has_a_case_or_a_reason() -> None:
    tables = BUGS.read_text().partition("### 2.1")[2].partition("### 2.8b")[0]
    classes = [
        number.zfill(3 if number[-1].isalpha() else 2)
        for number in re.findall(r"^\| (\d+[bc]?) \|", tables, re.M)
    ]
    assert len([number for number in classes if number.isdigit()]) == 77
    shown = [path.stem.partition("_")[0] for path in sorted(CLASSES.glob("*.md"))]
    reasons = not_shown(CLASSES)
    assert [number for number in classes if number not in shown and number not in reasons] == []
    assert sorted(shown) == sorted(set(shown))
    assert {*shown, *reasons} <= set(classes)


def test_every_reason_is_a_sentence() -> None:
    for folder in (REFUSALS, CLASSES):
        for key, reason in not_shown(folder).items():
            assert len(reason.split()) >= 4, key
