"""What a message costs in microseconds where messages are small, and what a small log costs: there ratios
to `orjson.loads` of the bytes say little, as hardly any time goes by the bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import crosswire

from bench.measuring import Stages, ratios

CORPUS = Path(__file__).resolve().parents[1] / "tests" / "corpus"
MOST_BYTES = 30_000
"""Of a small log."""
MESSAGES = 2_000
VERDICTS, ALL = "the first targets' verdicts", "all targets' verdicts"
STATES = "the same as logged, filled and repaired"
FURTHER = "each further target's verdict"
GOALS = {"read": 5, "read, pair, diagnose": 12, VERDICTS: 60, STATES: 300, FURTHER: 3}
TEXT = """\
Microseconds of CPU for each message, of one chat request with {messages:,} messages of some 50 characters,
of which every fourth is a result, and of {logs} logs of `tests/corpus` of at most {kilobytes} KB, with
{in_logs:,} messages in all. Mistral refuses every id of the request, so that its verdict has a finding for
each call. In logs so short most of the time goes by the log, not by the message."""


def chat_request(messages: int) -> bytes:
    """A request of small messages, in order; each call with its result."""
    said: list[dict[str, object]] = []
    for turn in range(messages // 4):
        call = {"id": f"call_{turn}", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
        said += [
            {"role": "user", "content": f"How warm is it in the town with the number {turn}?"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": f"call_{turn}", "content": "18 degrees, and hardly a cloud"},
            {"role": "assistant", "content": f"In town {turn} it is 18 degrees."},
        ]
    return json.dumps({"model": "gpt-4o", "messages": said, "tools": [_WEATHER]}).encode()


_WEATHER = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}


def report(rounds: int) -> Iterator[str]:
    """The table, as lines."""
    logs = list(small_logs())
    in_logs = sum(len(one.messages) for one in _read(logs))
    kilobytes = MOST_BYTES // 1_000
    yield from ("", "## Small messages", "")
    yield TEXT.format(messages=MESSAGES, logs=len(logs), kilobytes=kilobytes, in_logs=in_logs)
    yield from ("", "| stage | one long request | many short logs | goal |", "|---|---:|---:|---:|")
    request, short = measured([chat_request(MESSAGES)], rounds), measured(logs, rounds)
    for stage, took in request.items():
        yield f"| {stage} | {took:.1f} | {short[stage]:.1f} | {GOALS.get(stage, '')} |"


def small_logs() -> Iterator[bytes]:
    for path in sorted(CORPUS.rglob("*.json*")):
        data = path.read_bytes()
        if len(data) <= MOST_BYTES:
            try:
                crosswire.load(data)
            except crosswire.CrosswireError:
                continue  # what a log needs beside it
            yield data


def _read(logs: Sequence[bytes]) -> list[crosswire.Conversation]:
    return [one for data in logs for one in crosswire.load(data).conversations]


def measured(logs: Sequence[bytes], rounds: int) -> dict[str, float]:
    """Stage -> microseconds a message."""
    conversations = _read(logs)
    count = sum(len(one.messages) for one in conversations)
    each = partial(_of_each, conversations)
    stages: Stages = {
        "read": partial(_read, logs),
        "read, pair, diagnose": lambda: list(map(crosswire.diagnose, _read(logs))),
        VERDICTS: partial(each, crosswire.verdicts),
        STATES: partial(each, crosswire.verdict_states),
        ALL: partial(each, lambda one: crosswire.verdicts(one, crosswire.TARGETS)),
        "write anthropic": partial(each, lambda one: crosswire.render(one, "anthropic")),
        "write gemini": partial(each, lambda one: crosswire.render(one, "gemini")),
    }
    found, seconds = ratios(stages, rounds)
    took = {stage: ratio * seconds * 1e6 / count for stage, ratio in found.items()}
    others = len(crosswire.TARGETS) - len(crosswire.FIRST_TARGETS)
    return took | {FURTHER: (took[ALL] - took[VERDICTS]) / others}


def _of_each(
    conversations: Sequence[crosswire.Conversation], stage: Callable[[crosswire.Conversation], object]
) -> list[object]:
    return [stage(one) for one in conversations]


if __name__ == "__main__":
    print("\n".join(report(rounds=5)))
