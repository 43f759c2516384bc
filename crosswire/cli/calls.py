"""`crosswire calls`: each call of some files, when and how long it ran, and the cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import click
from msgspec.structs import asdict

from crosswire.cli.exit_codes import UNREADABLE
from crosswire.cli.options import format_option, sources_option
from crosswire.cli.output import aligned, one_line, print_json, print_lines
from crosswire.cli.uploads import load_path
from crosswire.counting import counted
from crosswire.errors import CrosswireError
from crosswire.facts.calls import CallFacts, call_facts
from crosswire.facts.times import Clock
from crosswire.facts.timestamps import Moment
from crosswire.facts.usage import total, usage
from crosswire.model import Conversation
from crosswire.pairing import pair
from crosswire.reading.asked import Asked

_HEADS = (
    "call",
    "tool",
    "id",
    "result",
    "started",
    "took",
    "arguments",
    "output",
    "same call",
)
MAX_WIDTH = 40


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@format_option
@sources_option
def calls(files: tuple[str, ...], output: str, source: Asked) -> None:
    """List the tool calls of each FILE, with answers, times and sizes (`-` is standard input).

    A duration is one that a program measured, or with `~` the distance between two messages.
    Tokens are as the provider counted them.
    """
    answers = [answer for path in files for answer in _answers(path, source)]
    if output == "json":
        print_json({"files": answers})
    else:
        for answer in answers:
            print_lines(_lines(answer), err="error" in answer)
    raise SystemExit(UNREADABLE if any("error" in answer for answer in answers) else 0)


def _answers(path: str, source: Asked) -> Iterator[dict[str, Any]]:
    try:
        log = load_path(path, source)
    except CrosswireError as error:
        yield {"path": path, "error": str(error)}
        return
    for conversation in log.conversations:
        yield {"path": path, "document": conversation.number, **as_json(conversation)}


def as_json(conversation: Conversation) -> dict[str, Any]:
    """The calls, times and cost of a conversation; the keys are documented and stable."""
    clock = Clock(conversation)
    cost = total(usage(conversation))
    moments = sorted(one.at for one in clock.moments())
    return {
        "title": conversation.title,
        "format": conversation.format,
        "first": _iso(moments[0]) if moments else None,
        "last": _iso(moments[-1]) if moments else None,
        "usage": None
        if cost is None
        else {**asdict(cost.tokens), "answers": cost.answers, "cost": cost.cost},
        "calls": [_call(one) for one in call_facts(conversation, pair(conversation), clock)],
    }


def _call(one: CallFacts) -> dict[str, Any]:
    checksum = one.checksum
    return {
        "number": one.number,
        "name": one.call.name,
        "address": one.call.address,
        "id": one.call.call_id.value,
        "id_source": one.call.call_id.source.value,
        "looks_like": one.looks_like,
        "how": one.how,
        "result": None if one.result is None else one.result.address,
        "error": one.failed,
        "started": _moment(one.started),
        "ended": _moment(one.ended),
        "took": None
        if one.took is None
        else {
            "seconds": round(one.took.seconds, 6),
            "measured": one.took.measured,
            "address": one.took.address,
        },
        "argument_bytes": one.argument_bytes,
        "result_bytes": one.result_bytes,
        "checksum": None if checksum is None else asdict(checksum),
        "times": one.times,
        "nth": one.nth,
        "loops": one.loops,
        "batch": one.batch,
        "batch_size": one.batch_size,
        "waited": None if one.waiting is None else asdict(one.waiting),
    }


def _moment(moment: Moment | None) -> dict[str, Any] | None:
    return None if moment is None else {"at": _iso(moment.at), "address": moment.address}


def _iso(seconds: float) -> str:
    text = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    if "error" in answer:
        yield f"{answer['path']}: {answer['error']}"
        return
    title = f" ({answer['title']})" if answer["title"] else ""
    yield f"{answer['path']}{title}: {', '.join(_totals(answer))}"
    if answer["calls"]:
        table = aligned([_HEADS, *map(_cells, answer["calls"])])
        yield from (f"  {line}" for line in table)


def _cells(call: dict[str, Any]) -> Sequence[str]:
    took = call["took"]
    repeated = f"{call['nth']} of {call['times']}" if call["times"] > 1 else ""
    return (
        str(call["number"]),
        one_line(call["name"], MAX_WIDTH),
        one_line(call["id"] or "", MAX_WIDTH),
        call["how"] + (" (error)" if call["error"] else ""),
        call["started"]["at"] if call["started"] else "",
        "" if took is None else f"{'' if took['measured'] else '~'}{took['seconds']:.3f} s",
        f"{call['argument_bytes']} B",
        "" if call["result_bytes"] is None else f"{call['result_bytes']} B",
        f"{repeated}, a loop" if call["loops"] else repeated,
    )


def _totals(answer: dict[str, Any]) -> Iterator[str]:
    count = len(answer["calls"])
    yield f"{answer['format']}, {counted(count, 'call')}"
    if answer["first"]:
        yield f"from {answer['first']} to {answer['last']}"
    counts = answer["usage"]
    if counts:
        kinds = ("input", "output", "cached", "cache_written", "reasoning")
        known = [
            f"{kind.replace('_', ' ')} {counts[kind]}"
            for kind in kinds
            if counts[kind] is not None
        ]
        yield f"tokens as counted by the provider: {', '.join(known)}"
