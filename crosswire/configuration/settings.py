"""What a project goes by: which rules, targets and severities, for each file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from crosswire.errors import did_you_mean
from crosswire.rules import RULES, RULES_BY_NAME
from crosswire.rules.rule import Diagnostic, FindingT, LogRule, Severity

SEVERITIES = (Severity.INFO, Severity.WARNING, Severity.ERROR)
"""The mildest first."""
NEVER = "never"
FAIL_ON = (*map(str, SEVERITIES), NEVER)


class ProjectSettings(Struct, frozen=True, omit_defaults=True):
    """How the conversations of a file are judged, and what makes a command fail."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    severities: Mapping[str, Severity] = field(default_factory=dict)
    """Of rules that find defects, by their codes, where they are not to be the usual ones."""
    fail_on: str = "error"
    allow_unsure: bool = False

    def shows(self, found: Diagnostic) -> bool:
        return self._names(found.code, found.name)

    def _names(self, code: str, name: str) -> bool:
        selected = not self.select or _is_named(code, name, self.select)
        return selected and not _is_named(code, name, self.ignore)

    def graded(self, found: FindingT) -> FindingT:
        """A defect with the severity that was set for its rule."""
        severity = self.severities.get(found.code, found.severity)
        return found if severity is found.severity else replace(found, severity=severity)

    def shown(self, found: Iterable[FindingT]) -> list[FindingT]:
        """Those that are to be shown, each with its severity."""
        return [self.graded(one) for one in found if self.shows(one)]

    @property
    def only(self) -> list[str] | None:
        """The codes of the rules that are shown; None where that is all of them."""
        if not (self.select or self.ignore):
            return None
        return [rule.code for rule in RULES.values() if self._names(rule.code, rule.name)]

    def fails_at(self, severity: Severity) -> bool:
        if self.fail_on == NEVER:
            return False
        return SEVERITIES.index(severity) >= SEVERITIES.index(Severity(self.fail_on))


def why_no_rules(names: Iterable[str]) -> str | None:
    """What is wrong with names and codes of rules, or beginnings of codes; None where each
    fits one."""
    for name in names:
        if not any(_is_named(rule.code, rule.name, (name,)) for rule in RULES.values()):
            meant = did_you_mean(name, [*RULES, *RULES_BY_NAME])
            return f"there is no rule {name!r}; `crosswire rules` lists them.{meant}"
    return None


def why_not_graded(name: str) -> str | None:
    """Why the severity of a rule cannot be set; None where it can."""
    rule = RULES.get(name.upper()) or RULES_BY_NAME.get(name.lower())
    if rule is None:
        return why_no_rules([name]) or (
            f"{name!r} stands for several rules: name each by its code or its name."
        )
    if not isinstance(rule, LogRule):
        return f"{rule.code} says what a provider refuses, which no setting makes milder."
    return None


def code_of(name: str) -> str:
    """The code of a rule that is known by its code or its name."""
    rule = RULES.get(name.upper()) or RULES_BY_NAME[name.lower()]
    return rule.code


def _is_named(code: str, name: str, names: tuple[str, ...]) -> bool:
    return any(
        wanted.lower() == name.lower() or code.startswith(wanted.upper()) for wanted in names
    )
