"""What becomes of a row: its records, which tables and summaries are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from crosswire.containers import is_wrapped, json_document
from crosswire.conversion import render
from crosswire.corpus.row import STATES, Outcome, Row, Wish
from crosswire.errors import CrosswireError, NotAConversation
from crosswire.facts import checksum_of
from crosswire.model import Conversation, NodeKey, Note, ToolCallPart
from crosswire.pairing import How, Pairing, pair
from crosswire.reading import load, masked_copy
from crosswire.rules import Diagnostic, Verdict, diagnose, own_target, verdicts
from crosswire.rules.as_sent import model_of
from crosswire.secrets import CannotMask, Secret, find_secrets, masked

Record = dict[str, Any]


def outcome_of(row: Row, wish: Wish) -> Outcome:
    """What becomes of a row; raises nothing, whatever is in it."""
    if row.refused:
        return _refused(row, row.refused, STATES[row.refused])
    try:
        return _VERBS[wish.verb](row, wish)
    except NotAConversation as error:
        return _refused(row, "no-conversation", str(error))
    except CrosswireError as error:
        return _refused(row, "unreadable", str(error))
    except Exception as error:  # noqa: BLE001 - one row must not stop a million others
        why = f"{STATES['failed']} ({type(error).__name__}: {error})"
        return _refused(row, "failed", why)


def _refused(row: Row, state: str, why: str) -> Outcome:
    return Outcome([{**_place(row), "state": state, "error": why}])


def _place(row: Row) -> Record:
    return {
        "source": row.source,
        "row": row.number,
        "offset": row.offset,
        "bytes": row.size,
        "sha256": row.digest,
        "state": "read",
    }


# The three verbs


def _checked(row: Row, wish: Wish) -> Outcome:
    read = _conversations(row, wish)
    return Outcome([_check(row, one, notes, wish) for one, notes in read])


def _check(row: Row, conversation: Conversation, notes: Sequence[Note], wish: Wish) -> Record:
    pairing = pair(conversation)
    own = own_target(conversation)
    named = wish.targets or row.settings.targets
    asked = dict.fromkeys([*([own] if own and wish.own_verdict else []), *named])
    judged = verdicts(conversation, asked, pairing=pairing) if asked else {}
    return {
        **_described(row, conversation, notes),
        "own_target": own,
        "pairing": pairing.counts(),
        "calls": _calls(conversation, pairing),
        "findings": _findings(row, diagnose(conversation, pairing)),
        "verdicts": [_verdict(row, verdict) for verdict in judged.values()],
    }


def _converted(row: Row, wish: Wish) -> Outcome:
    outcome = Outcome()
    for one, notes in _conversations(row, wish):
        rendering = render(one, wish.to, ids=wish.ids, model=wish.model)
        outcome.written.append(json_document.write(rendering.payload))
        losses = [
            {
                "kind": loss.kind.value,
                "code": loss.code,
                "what": loss.what,
                "address": loss.source,
            }
            for loss in rendering.losses
        ]
        outcome.records.append(
            {
                **_described(row, one, notes),
                "to": wish.to,
                "losses": losses,
                "changed_ids": len(rendering.id_map),
                "line": len(outcome.written),
            }
        )
    return outcome


def _masked(row: Row, wish: Wish) -> Outcome:
    if is_wrapped(row.text):
        return _refused(row, "unreadable", "It is packed: unpack it, and mask what is in it.")
    try:
        copy = masked_copy(row.text, only_sure=wish.only_sure)
    except CannotMask as error:
        return _refused(row, "not-masked", f"{error} Nothing was written of it.")
    except CrosswireError as error:
        return _masked_as_text(row, wish, str(error))
    return _written(row, copy.data, copy.secrets)


def _masked_as_text(row: Row, wish: Wish, why: str) -> Outcome:
    """A row that cannot be read, so that nobody knows what stands around conversations."""
    found = [one for one in find_secrets(row.text) if one.is_sure or not wish.only_sure]
    outcome = _written(row, masked(row.text, found), found)
    for record in outcome.records:
        record.update(state="masked-as-text", error=f"{STATES['masked-as-text']} {why}")
    return outcome


def _written(row: Row, text: bytes, found: Sequence[Secret]) -> Outcome:
    secrets = [
        {"kind": one.rule.id, "sure": one.is_sure, "address": one.address or None}
        for one in found
        if not one.continues
    ]
    record: Record = {**_place(row), "secrets": secrets}
    if row.is_file:
        return Outcome([record], file=text)
    return Outcome([{**record, "line": 1}], [text])


_VERBS: dict[str, Callable[[Row, Wish], Outcome]] = {
    "check": _checked,
    "convert": _converted,
    "mask": _masked,
}


# What they share


def _conversations(row: Row, wish: Wish) -> Iterator[tuple[Conversation, Sequence[Note]]]:
    """Each with what was noted; what was noted on the row goes with its first."""
    log = load(row.text, format=wish.format)
    of_row = log.notes
    for conversation in log.conversations:
        yield conversation, [*of_row, *conversation.notes]
        of_row = []


def _described(row: Row, conversation: Conversation, notes: Sequence[Note]) -> Record:
    return {
        **_place(row),
        "conversation": conversation.number,
        "format": conversation.format,
        "container": conversation.container,
        "model": model_of(conversation),
        "messages": len(conversation.messages),
        "results": sum(1 for _ in conversation.results()),
        "notes": [note.record() for note in notes],
    }


def _calls(conversation: Conversation, pairing: Pairing) -> list[Record]:
    fates = {alone.call.key: alone.fate.value for alone in pairing.unanswered}
    return [_call(call, pairing, fates) for call in conversation.calls()]


def _call(call: ToolCallPart, pairing: Pairing, fates: Mapping[NodeKey, str]) -> Record:
    found = pairing.pair_of.get(call.key)
    result = call.embedded if found is None else found.result
    checksum = checksum_of(call)
    return {
        "tool": call.name,
        "how": found.how.value if found else fates.get(call.key, How.EMBEDDED.value),
        "failed": result is not None and result.is_error,
        "checksum": None if checksum is None else checksum.hex,
        "algorithm": None if checksum is None else checksum.algorithm,
    }


def _findings(row: Row, found: Iterable[Diagnostic]) -> list[Record]:
    return [
        {
            "code": one.code,
            "name": one.name,
            "severity": one.severity.value,
            "address": one.address,
            "message": one.message,
        }
        for one in row.settings.shown(found)
    ]


def _verdict(row: Row, verdict: Verdict) -> Record:
    return {
        "target": verdict.target,
        "accepts": verdict.accepts,
        "findings": _findings(row, verdict.findings),
        "undecided": [point.code for point in verdict.undecided],
    }
