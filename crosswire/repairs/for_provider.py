"""Repairs a conversation for whom it is sent to, and asks what that provider makes of the
outcome."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from crosswire.model import Conversation
from crosswire.repairs.change import Missing, Repaired
from crosswire.repairs.options import Only, RepairOptions
from crosswire.repairs.remaining import remaining_refusals
from crosswire.repairs.repairing import Diagnosed, plain_repair
from crosswire.rules.named_servers import own_target
from crosswire.rules.rule import Severity
from crosswire.rules.target_verdicts import Verdict, verdict
from crosswire.rules.targets import TARGETS

BEST_LAST = (False, None, True)
"""What a provider may make of a log, the best last."""


def repair(
    conversation: Conversation,
    *,
    only: Collection[Only] | None = None,
    missing: Missing = "leave",
    target: str | None = None,
) -> Repaired:
    """Mend what is certain about a conversation, in a copy; the upload stays as it is.

    `only` limits it to some findings, addresses, or rules by name or code. `missing` says what
    becomes of a call or a result whose other half was not recorded. A program's log is mended
    in its own words, in its own file; one that was put together from several places (a
    stream, a recording) as the request that it makes. It is a repair to the log's own format
    and provider: what that refuses, ids and names too, is mended where that is certain. With
    `target`, any conversation is then written in that format, with ids filled in, and repaired
    once more in it. The outcome comes with the verdict of its provider, and what that would
    still refuse is among what remains. Raises UnknownFormat.
    """
    asked = own_target(conversation) if target is None else _asked_by(target)
    if target is None:
        repaired, judged = best_repair(conversation, asked, only=only, missing=missing)
    else:
        repaired = plain_repair(conversation, only=only, missing=missing, target=target)
        judged = None if asked is None else verdict(repaired.conversation, asked)
    if judged is not None:
        repaired.verdict = judged
        options = RepairOptions(only, missing, target)
        repaired.remaining += remaining_refusals(repaired, judged, options)
    return repaired


def best_repair(
    conversation: Conversation,
    target: str | None,
    *,
    only: Collection[Only] | None = None,
    missing: Missing = "leave",
    logged: Verdict | None = None,
    diagnosed: Diagnosed | None = None,
    plain: Repaired | None = None,
) -> tuple[Repaired, Verdict | None]:
    """The repair that a target takes most surely, and what it makes of it: as much as is wrong
    for every reader, or what it alone asks for besides. Where they are known, `logged` is what
    it makes of the conversation as it stands, and `plain` the repair of what is wrong for
    every reader; `diagnosed` is as for `plain_repair`."""
    mend = partial(plain_repair, conversation, only=only, missing=missing, diagnosed=diagnosed)
    plain = plain or mend()
    if target is None:
        return plain, None
    format, is_same = plain.conversation.format, plain.conversation is conversation
    of_plain = logged if is_same and logged else verdict(plain.conversation, target)
    if of_plain.accepts or format not in TARGETS[target].formats:
        return plain, of_plain
    whole = mend(target=format)
    of_whole = verdict(whole.conversation, target)
    is_better = _goodness(of_whole) > _goodness(of_plain)
    return (whole, of_whole) if is_better else (plain, of_plain)


def _goodness(judged: Verdict) -> tuple[int, int]:
    """How well a target takes something: what it says, then how little it refuses."""
    refused = sum(one.severity is not Severity.INFO for one in judged.findings)
    return BEST_LAST.index(judged.accepts), -refused


def _asked_by(format: str) -> str | None:
    """The target that is asked about what is written in a format."""
    return format if format in TARGETS else None
