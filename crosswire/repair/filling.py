"""Ids that the target refuses, where it is the log's own format: as an export with `fill` writes them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from crosswire.acceptance import refusals
from crosswire.diagnosis import walk
from crosswire.id_plan import plan_ids
from crosswire.model import ToolCallPart, ToolResultPart
from crosswire.repair.change import Fix
from crosswire.repair.view import End, View
from crosswire.rule import Case
from crosswire.targets import TARGETS


def fill_ids(view: View, target: str) -> Iterator[Fix]:
    """One change for each id that is refused, at all places that have it; what has none is another step's."""
    plan = plan_ids(view.conversation, view.pairing, view.sheet.wire.ID_RULE, "fill")
    together: dict[tuple[str, str], list[End]] = defaultdict(list)
    for part in view.ends if plan.changes else ():
        change = plan.changes.get(part.key)
        if change is not None and change.logged is not None and part.call_id.address is not None:
            together[change.logged, change.written].append(part)
    rules = _refused_by(view, target) if together else {}
    who = view.sheet.wire.TITLE
    for (logged, written), parts in together.items():
        why = f"{who} does not take this id: {plan.changes[parts[0].key].why}. It gets another at both ends."
        rule = rules.get(logged) or _by_length(logged, view, parts[0])
        yield Fix(rule, "id", why, tuple(parts), view.renaming(parts, written))


def _refused_by(view: View, target: str) -> dict[str, str]:
    """An id -> the rule by which the target refuses it."""
    rules = [rule for rule in refusals(target) if rule.family == "id_form"] if target in TARGETS else []
    case = Case(view.conversation, view.pairing, target)
    values = {part.key: part.call_id.value for part in view.ends}
    found: dict[str, str] = {}
    for one in walk(case, rules):
        value = values.get(one.node)
        if value is not None:
            found.setdefault(value, one.name)
    return found


def _by_length(value: str, view: View, part: ToolCallPart | ToolResultPart) -> str:
    """The rule for a format that no verdict is known for."""
    longest = view.sheet.wire.ID_RULE.of(part).longest
    return "id-too-long" if longest is not None and len(value) > longest else "id-charset"
