"""Panes and verdicts for a page: stored ones, or made in this request where the log is short.

A request stores nothing of it: it puts what is missing into the queue, and a worker makes and
stores it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from crosswire.rendering import IdPolicy
from crosswire.rules import RULES, TARGETS
from webapp.database.engine import StorageFull
from webapp.database.tables import ConversationRow
from webapp.readmodel.panes import MadePane, PaneChoice
from webapp.readmodel.verdicts import (
    TARGETS_ASKED,
    TargetVerdict,
    all_verdicts,
    further_verdict,
)
from webapp.request_scope import session, whole
from webapp.services import services
from webapp.store import panes, permalinks, problems, verdicts, wishes

SHORT_ROWS, SHORT_BYTES = 300, 400_000

AnyPane = panes.Pane | MadePane


def is_short(row: ConversationRow) -> bool:
    """Whether the log is so short that its panes can be made during the request."""
    return row.rows <= SHORT_ROWS and row.upload.size <= SHORT_BYTES


def is_mendable(row: ConversationRow, counts: Iterable[problems.Count]) -> bool:
    """Whether the log has an error that a fix is known for, among what was counted in it."""
    if not row.summary["severities"].get("error"):
        return False
    return any(
        one.severity == "error" and one.code in RULES and RULES[one.code].repairable
        for one in counts
    )


def known_pane(row: ConversationRow, choice: PaneChoice) -> AnyPane | None:
    """The pane, if it is stored or was made lately."""
    found: MadePane | None = services().recent.get(_key(row, choice.target, choice.policy))
    return panes.stored(session(), row, choice) or found


def pane(row: ConversationRow, choice: PaneChoice) -> AnyPane | None:
    """The pane; None for a long log whose pane is still to be made (`ask_for_pane`)."""
    found = known_pane(row, choice)
    if found is not None:
        return found
    if not is_short(row):
        return None
    if not choice.left_out:
        ask_for_pane(row, choice)
    key = _key(row, choice.target, choice.policy)
    made = services().recent.get_or_make(key, lambda: choice.made_of(*whole(row)))
    if not permalinks.is_there(session(), row):
        raise permalinks.Gone
    return made


def pane_at_once(row: ConversationRow, choice: PaneChoice) -> AnyPane:
    """The pane, made now if need be; raises Busy while other long work goes on."""
    return known_pane(row, choice) or choice.made_of(*whole(row))


def known_verdicts(row: ConversationRow, targets: Iterable[str]) -> dict[str, TargetVerdict]:
    """The verdicts of some targets, as far as they are stored or were made lately."""
    lately: dict[str, TargetVerdict] = services().recent.get(_key(row, "verdicts")) or {}
    found = lately | verdicts.stored(session(), row, targets)
    return {target: found[target] for target in targets if target in found}


def own_state(row: ConversationRow) -> str | None:
    """What the log's own target makes of it in a word, if it was asked; empty where it has
    none."""
    lately: dict[str, TargetVerdict] = services().recent.get(_key(row, "verdicts")) or {}
    found = next((one for one in lately.values() if "fixed" in one), None)
    if found is not None:
        return found["outcomes"][0]["word"]
    state = verdicts.state(session(), row, verdicts.OWN)
    if state is None and (lately or verdicts.state(session(), row, TARGETS_ASKED[0])):
        return ""
    return state


def _known(row: ConversationRow) -> dict[str, TargetVerdict]:
    """The verdicts of the log's own target and of the first ones, as far as they are there."""
    lately: dict[str, TargetVerdict] | None = services().recent.get(_key(row, "verdicts"))
    if lately is not None:
        return lately
    own = verdicts.own_target(session(), row)
    further = [own] if own is not None and own not in TARGETS_ASKED else []
    return known_verdicts(row, [*further, *TARGETS_ASKED])


def are_all(found: Iterable[str]) -> bool:
    """Whether these are all targets that are asked about every log."""
    return {*found} >= {*TARGETS_ASKED}


def verdicts_so_far(row: ConversationRow) -> dict[str, TargetVerdict]:
    """The verdicts of all targets; of a long log those that are there by now, while the others
    wait in the queue."""
    found = _known(row)
    if are_all(found):
        return found
    ask_for_verdicts(row)
    if not is_short(row):
        return found
    return services().recent.get_or_make(_key(row, "verdicts"), lambda: _asked(row))


def verdicts_of(row: ConversationRow) -> dict[str, TargetVerdict] | None:
    """The verdicts of all targets; None for a long log, while some wait in the queue."""
    found = verdicts_so_far(row)
    return found if are_all(found) else None


_STATE_OF_IDS = {"keep": "logged", "fill": "filled"}


def refusing(row: ConversationRow, format: str, ids: IdPolicy) -> list[str] | None:
    """The targets that refuse the conversation in a format; None where that was not asked
    yet."""
    targets = [target.name for target in TARGETS.values() if target.format == format]
    known, state = _states_known(row), _STATE_OF_IDS.get(ids)
    asked = [name for name in targets if name in TARGETS_ASKED]
    if state is None or not targets or not known.keys() >= {*asked}:
        return None
    return [name for name in asked if known[name].get(state) == "refused"]


def _states_known(row: ConversationRow) -> dict[str, dict[str, str]]:
    """Target -> state -> word. The verdicts of a long log are long, and every page asks for
    their words, so that these are kept once all are known."""
    key = _key(row, "states")
    kept: dict[str, dict[str, str]] | None = services().recent.get(key)
    if kept is not None:
        return kept
    found = {
        name: {outcome["how"]: outcome["word"] for outcome in verdict["outcomes"]}
        for name, verdict in known_verdicts(row, TARGETS_ASKED).items()
    }
    if len(found) < len(TARGETS_ASKED):
        return found
    return services().recent.get_or_make(key, lambda: found)


def verdicts_at_once(row: ConversationRow) -> dict[str, TargetVerdict]:
    """The verdicts of all targets, however long that takes. Raises Busy where others take
    long."""
    found = _known(row)
    if are_all(found):
        return found
    ask_for_verdicts(row)
    return _asked(row)


def verdict_of(row: ConversationRow, target: str) -> TargetVerdict | None:
    """The verdict of one target; None while it waits in the queue."""
    found = (verdicts_of(row) or {}) if is_short(row) else known_verdicts(row, [target])
    if target in found or target in TARGETS_ASKED:
        return found.get(target)
    return further_verdict_of(row, target)


def further_verdict_of(row: ConversationRow, target: str) -> TargetVerdict:
    """The verdict of a target that is not asked about every log; raises Busy where others
    take long."""
    key = _key(row, "verdict", target)
    return services().recent.get_or_make(key, lambda: further_verdict(whole(row)[0], target))


def ask_for_verdicts(row: ConversationRow) -> None:
    """Let a worker ask all targets, and store what they say."""
    with suppress(StorageFull):
        wishes.ask_for_verdicts(session(), row)
        services().queue.wake()


def ask_for_the_others(row: ConversationRow) -> None:
    """Let a worker ask the targets of a long log that its card does not speak of: whoever
    looks at it most likely asks for them next."""
    if not is_short(row) and not are_all(verdicts.names_stored(session(), row)):
        ask_for_verdicts(row)


def is_given_up(row: ConversationRow, choice: PaneChoice | None = None) -> bool:
    """Whether a pane, or else its verdicts, could not be made: nobody need wait for it."""
    asked = (choice.target, choice.policy) if choice else ()
    return wishes.is_given_up(session(), row, *asked)


def _asked(row: ConversationRow) -> dict[str, TargetVerdict]:
    return all_verdicts(whole(row)[0])


def ask_for_pane(row: ConversationRow, choice: PaneChoice) -> None:
    """Put a pane into the queue, to be made and stored."""
    with suppress(StorageFull):  # it is shown all the same
        wishes.ask_for_pane(session(), row, choice)
        services().queue.wake()


def _key(row: ConversationRow, *names: str) -> tuple[object, ...]:
    return (row.slug, row.upload.reading, *names)
