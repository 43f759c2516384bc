"""What is done with a log costs no more than in proportion to it, whatever stands in it.

Work is counted by function, so that one whose work outgrows the log shows however little it is of the
whole. Formats, rules, targets and shapes are those that there are: a new one is held to it as it comes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import crosswire
import pytest
from crosswire import exports
from crosswire.errors import CrosswireError
from crosswire.exports import SHAPES, Export
from crosswire.formats import FORMATS
from crosswire.model import Conversation
from crosswire.rules import TARGETS
from crosswire.secrets import find_secrets
from tests.claude_code_lines import answered, said, session_bytes
from tests.growth import HISTORIES, Growth, history, in_words_of, lines_by_function, outgrowing
from tests.measured import work_of
from tests.selection import for_each, is_thorough, some_of

SIZES = (100, 800) if is_thorough() else (24, 144)
LONG = (800, 6_400) if is_thorough() else SIZES
"""Of a session, of which all formats look at only so many lines."""
MUST_RUN = {
    "pairing",
    "rules",
    "rendering",
    "formats",
    "repairs",
    "answers",
    "explanations",
    "exports",
    "secrets",
}
ERROR = "messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: call_7"


def only(data: bytes) -> Conversation:
    (conversation,) = crosswire.load(data).conversations
    return conversation


def everything(conversation: Conversation, data: bytes) -> None:
    """All that the core does with a conversation."""
    pairing = crosswire.pair(conversation)
    crosswire.diagnose(conversation, pairing)
    crosswire.verdicts(conversation, TARGETS, pairing=pairing, counted=True)
    for missing in ("leave", "mark", "drop"):
        crosswire.repair(conversation, missing=missing)
    crosswire.answer(conversation)
    crosswire.compare(conversation, conversation)
    crosswire.explain(conversation, ERROR)
    list(find_secrets(data))
    for target in FORMATS:
        rendering = crosswire.render(conversation, target)
        for shape in SHAPES if target == "openai-chat" else ():
            with suppress(CrosswireError):
                exports.write(shape, Export(conversation, rendering, upload=data))


@pytest.mark.parametrize("name", some_of(HISTORIES, 7))
def test_no_function_of_the_core_outgrows_the_log(name: str) -> None:
    growth = Growth(*SIZES)
    for size in SIZES:
        data = history(name, size)
        growth.count(partial(everything, only(data), data))
    assert growth.rooms() >= MUST_RUN
    assert growth.outgrowing() == []


@for_each("format", some_of(FORMATS, 4))
def test_no_function_of_reading_outgrows_the_log(format: str) -> None:
    growth = Growth(*SIZES)
    for size in SIZES:
        growth.count(partial(crosswire.load, in_words_of(format, "sound", size)))
    assert growth.outgrowing() == []


def many_branches(size: int) -> bytes:
    """A session that goes on from an answer and is asked something else beside it, again and again."""
    lines, last = [said("u0", None, "Look")], "u0"
    for turn in range(size // 3):
        lines += [
            answered(f"a{turn}", last),
            said(f"b{turn}", last, "No, wait"),
            said(f"u{turn + 1}", f"a{turn}", "And then?"),
        ]
        last = f"u{turn + 1}"
    return session_bytes(*lines)


def test_no_function_of_reading_outgrows_a_session_of_many_branches() -> None:
    growth = Growth(*LONG)
    for size in LONG:
        growth.count(partial(crosswire.load, many_branches(size)))
    assert growth.outgrowing() == []


def test_the_places_of_many_faulty_tools_are_found_in_work_in_proportion() -> None:
    """Each of the tools has a schema of which a target refuses a keyword, at its place in the log."""
    growth = Growth(*SIZES)
    for size in SIZES:
        data = history("sound", 8, faulty_tools=size)
        conversation = only(data)
        found = crosswire.verdict(conversation, "openai-chat").findings
        assert len(found) >= size
        growth.count(partial(crosswire.verdicts, conversation))
    assert growth.outgrowing() == []


def test_a_function_that_outgrows_its_log_is_told() -> None:
    def seek(values: list[int]) -> None:
        for value in values:
            for other in values:
                if other == value:
                    break

    few, many = (lines_by_function(partial(seek, list(range(size))), within="tests/") for size in (50, 400))
    assert ["seek" in line for line in outgrowing(few, many, 8)] == [True]
    assert outgrowing(few, many, 64) == []


ACTIONS: dict[str, Callable[[Conversation], object]] = {
    "pair": crosswire.pair,
    "diagnose": crosswire.diagnose,
    "repair": crosswire.repair,
    "answer": crosswire.answer,
    **{f"write {name}": partial(crosswire.render, target=name) for name in FORMATS},
    **{f"ask {name}": partial(crosswire.verdict, target=name) for name in TARGETS},
}


@pytest.mark.thorough
@pytest.mark.parametrize("action", ACTIONS)
def test_the_seconds_of_each_thing_grow_as_the_log_does(action: str) -> None:
    def seconds(size: int) -> float:
        sound, faulty = (only(history(name, size)) for name in ("sound", "faulty"))
        return work_of(lambda: (ACTIONS[action](sound), ACTIONS[action](faulty)))

    assert seconds(10_000) < 20 * seconds(1_000)


@pytest.mark.thorough
def test_the_seconds_of_a_program_with_a_long_text_grow_as_the_text_does() -> None:
    def seconds(size: int) -> float:
        log = only(history("sound", 4, said="a few words " * size))
        export = Export(log, crosswire.render(log, "openai-chat"))
        return work_of(lambda: exports.write("python", export))

    assert seconds(160_000) < 8 * seconds(40_000)
