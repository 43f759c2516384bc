"""Scans of what a stranger uploads take time in proportion to its length, whatever stands in it.

In the default run patterns are looked at for shapes that go back over a text again and again; with
`--thorough` texts are made from each pattern, and the time it takes is measured.
"""

import inspect
import json
import re
import re._constants as op
import re._parser as parser
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import crosswire
import pytest
from crosswire.address import Address
from crosswire.containers import spans_of
from crosswire.errors import CrosswireError
from crosswire.secrets import SECRET_RULES, find_secrets
from tests.measured import work_of
from tests.selection import for_each, tries
from tests.test_patterns import compiled, modules

MANY = 50
"""A repeat of as many may go on for long."""
ALPHABET = [chr(code) for code in range(256)] + ["\u4e00", "\u201c", "\u2028"]
CATEGORIES: dict[Any, Callable[[str], bool]] = {
    op.CATEGORY_SPACE: str.isspace,
    op.CATEGORY_DIGIT: str.isdigit,
    op.CATEGORY_WORD: lambda character: character.isalnum() or character == "_",
    op.CATEGORY_NOT_SPACE: lambda character: not character.isspace(),
    op.CATEGORY_NOT_DIGIT: lambda character: not character.isdigit(),
    op.CATEGORY_NOT_WORD: lambda character: not (character.isalnum() or character == "_"),
}
Characters = frozenset[str]
NONE: Characters = frozenset()


def patterns() -> list[re.Pattern[Any]]:
    found = {p for module in modules(crosswire) for p in compiled(list(vars(module).values()))}
    return sorted(
        found | {re.compile(rule.pattern) for rule in SECRET_RULES},
        key=lambda one: (str(one.pattern), one.flags),
    )


def members(items: Any) -> Characters:
    """The characters of a class."""
    is_negated = bool(items) and items[0][0] is op.NEGATE
    found = {character for character in ALPHABET for item in items if is_member(character, *item)}
    return frozenset(ALPHABET) - found if is_negated else frozenset(found)


def is_member(character: str, kind: Any, value: Any) -> bool:
    if kind is op.LITERAL:
        return ord(character) == value
    if kind is op.RANGE:
        return bool(value[0] <= ord(character) <= value[1])
    return kind is op.CATEGORY and CATEGORIES[value](character)


def single(kind: Any, value: Any) -> Characters:
    """What an item takes, where it takes one character."""
    if kind is op.LITERAL:
        return frozenset({chr(value)})
    if kind is op.NOT_LITERAL:
        return frozenset(ALPHABET) - {chr(value)}
    if kind is op.ANY:
        return frozenset(ALPHABET)
    return members(value) if kind is op.IN else NONE


def is_repeat(kind: Any) -> bool:
    return kind in (op.MAX_REPEAT, op.MIN_REPEAT)


def may_be_empty(kind: Any, value: Any) -> bool:
    if is_repeat(kind):
        return value[0] == 0 or all(may_be_empty(*item) for item in value[2])
    if kind is op.SUBPATTERN:
        return all(may_be_empty(*item) for item in value[3])
    if kind is op.BRANCH:
        return any(all(may_be_empty(*item) for item in one) for one in value[1])
    return kind in (op.AT, op.ASSERT, op.ASSERT_NOT, op.GROUPREF)


def beginnings(items: Any) -> Characters:
    """The characters with which a sequence may begin."""
    found = NONE
    for kind, value in items:
        if is_repeat(kind):
            found |= beginnings(value[2])
        elif kind is op.SUBPATTERN:
            found |= beginnings(value[3])
        elif kind is op.BRANCH:
            found |= NONE.union(*(beginnings(one) for one in value[1]))
        else:
            found |= single(kind, value)
        if not may_be_empty(kind, value):
            break
    return found


def long_ends(items: Any) -> Characters:
    """The characters of which a sequence may end in any number."""
    found = NONE
    for kind, value in reversed(list(items)):
        if is_repeat(kind):
            found |= long_ends(value[2])
            if value[1] >= MANY and len(value[2]) == 1:
                found |= single(*value[2][0])
        elif kind is op.SUBPATTERN:
            found |= long_ends(value[3])
        elif kind is op.BRANCH:
            found |= NONE.union(*(long_ends(one) for one in value[1]))
        if not may_be_empty(kind, value):
            break
    return found


def goes_back(items: Any) -> bool:
    """Whether what one repeat gives back another takes: then each of n characters is tried n times."""
    before = NONE
    for kind, value in items:
        inside = [value[2]] if is_repeat(kind) else [value[3]] if kind is op.SUBPATTERN else []
        inside += value[1] if kind is op.BRANCH else []
        if any(map(goes_back, inside)):
            return True
        if is_repeat(kind) and value[1] >= MANY:
            begins = beginnings(value[2])
            if begins & (before | long_ends(value[2])):
                return True
        ends = long_ends([(kind, value)])
        before = before | ends if may_be_empty(kind, value) else ends
    return False


@for_each(
    "pattern", [r"a+a*", r"[\r\n]+\s*x", r"(?:a+)*x", r"(?:a|b+)+x", r"(a*)b?a*x", r"(?:[^\"\\]+|\\.)*\""]
)
def test_shapes_that_go_back_are_known(pattern: str) -> None:
    assert goes_back(parser.parse(pattern))


@for_each(
    "pattern", [r"a+b*", r"[\r\n]\s*x", r"(?:ba+)*x", r"a+ba*x", r"[^\"\\]*(?:\\.[^\"\\]*)*\"", r"a{1,3}a*"]
)
def test_shapes_that_do_not_are_let_be(pattern: str) -> None:
    assert not goes_back(parser.parse(pattern))


def test_no_pattern_has_a_shape_that_goes_back() -> None:
    found = patterns()
    assert len(found) > 150
    assert [one.pattern for one in found if goes_back(parser.parse(one.pattern))] == []


# With a clock


def attack(items: Any, target: int, count: int, seen: list[int], pick: int) -> tuple[str, bool]:
    """A text that leads up to the `target`-th long repeat and repeats that so often; whether it did."""
    text = ""
    for kind, value in items:
        inside, is_target = "", False
        if is_repeat(kind):
            seen[0] += value[1] >= MANY
            if value[1] >= MANY and seen[0] == target:
                return text + attack(value[2], -1, 1, [0], pick)[0] * count, True
            inside, is_target = attack(value[2], target, count, seen, pick)
            inside = inside if is_target else inside * value[0]
        elif kind is op.SUBPATTERN:
            inside, is_target = attack(value[3], target, count, seen, pick)
        elif kind is op.BRANCH:
            tried = [attack(one, target, count, seen, pick) for one in value[1]]
            inside, is_target = next((one for one in tried if one[1]), tried[0])
        else:
            choice = sorted(single(kind, value), key=lambda one: (not one.isprintable(), one))
            inside = choice[pick % len(choice)] if choice else ""
        text += inside
        if is_target:
            return text, True
    return text, False


def attacks(pattern: re.Pattern[Any], count: int) -> Iterator[Any]:
    items = parser.parse(pattern.pattern)
    for target in range(1, 40):
        for pick in (0, 20, 60):
            once, is_there = attack(items, target, 1, [0], pick)
            if not is_there:
                return
            pumped = attack(items, target, count, [0], pick)[0]
            for text in (pumped, pumped + "\x01", once * (count // len(once) + 1)):
                yield text.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else text


def sought() -> set[tuple[Any, int]]:
    """Patterns that are sought in texts, and not only held against them."""
    return {
        (value.pattern, value.flags)
        for module in modules(crosswire)
        for name, value in vars(module).items()
        if isinstance(value, re.Pattern)
        and re.search(rf"\b{name}\.(?:search|finditer|sub|subn|findall|split)\(", inspect.getsource(module))
    }


@pytest.mark.thorough
def test_a_text_made_of_a_pattern_takes_time_in_proportion() -> None:
    in_texts = sought()

    def work(pattern: re.Pattern[Any], text: Any) -> float:
        if (pattern.pattern, pattern.flags) in in_texts:
            return work_of(lambda: sum(1 for _ in pattern.finditer(text)))
        return work_of(lambda: (pattern.match(text), pattern.fullmatch(text)))

    slow = [
        pattern.pattern
        for pattern in patterns()
        for short, long in zip(attacks(pattern, 5_000), attacks(pattern, 20_000), strict=True)
        if work(pattern, long) > 10 * work(pattern, short)  # a quadratic one takes 16 times as long
    ]
    assert slow == []


def chat(content: object, **beside: object) -> bytes:
    call = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "f", "arguments": beside.get("arguments", "{}")},
    }
    said = {"role": "assistant", "content": None, "tool_calls": [call]}
    result = {"role": "tool", "tool_call_id": beside.get("id", "call_1"), "content": content}
    return json.dumps({"messages": [{"role": "user", "content": content}, said, result]}).encode()


FAMILIES: dict[str, Callable[[int], bytes]] = {
    "comments of a stream": lambda n: b":" + b"\n" * n,
    "blank lines of a stream": lambda n: b"data: {}" + b"\n" * n,
    "lines of an event": lambda n: b"data: [\n" + b"data: 1,\n" * n + b"data: 1]\n\n",
    "carriage returns": lambda n: b"data: {}\n\n" + b"\r" * n,
    "comments in lines": lambda n: b'{"a":1}\n{"a":2}\n' + b"// c\n" * n,
    "brackets": lambda n: b"[" * n,
    "a key": lambda n: b'{"' + b"k" * n + b'": 1, "messages": []}',
    "a number": lambda n: b"[" + b"9" * n + b"]",
    "equal keys": lambda n: b'{"messages": [{"role": "user", "content": "x"' + b', "a": 1' * n + b"}]}",
    "a text": lambda n: chat("\\\"'" * n),
    "data addresses": lambda n: chat([{"type": "image_url", "image_url": {"url": "data:image/png;" * n}}]),
    "base64": lambda n: chat(
        [{"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * n}}]
    ),
    "an id": lambda n: chat("x", id="call_-" * n),
    "digits of an id": lambda n: chat("x", id="1" * n),
    "arguments": lambda n: chat("x", arguments='{"a": "' + '\\"' * n),
    "json in json": lambda n: chat("x", arguments=json.dumps(json.dumps({"a": "\\" * n}))),
    "fences": lambda n: chat("```\n" * n),
    "blanks": lambda n: chat(" \t\n" * n),
    "key-like": lambda n: chat("sk-ant-" * n),
    "names of secrets": lambda n: chat("password=" * n),
    "an armoured key": lambda n: chat("-----BEGIN PRIVATE KEY-----" * n),
}


@for_each("family", FAMILIES.values(), ids=FAMILIES)
def test_reading_takes_work_in_proportion(family: Callable[[int], bytes]) -> None:
    def read(data: bytes) -> None:
        find_secrets(data)
        with suppress(CrosswireError):
            log = crosswire.load(data)
            spans_of(
                data, log.container, [part.address for _, part in log.conversations[0].parts()], log.lines
            )
            crosswire.diagnose(log.conversations[0])
            crosswire.render(log.conversations[0], "anthropic")

    size = tries(500, thorough=20_000)
    small, large = family(size), family(4 * size)
    assert work_of(lambda: read(large)) < 10 * work_of(lambda: read(small))


def test_the_places_of_many_values_in_an_event_of_many_lines_take_work_in_proportion() -> None:
    def work(count: int) -> float:
        data = b"data: [\n" + b"data: 1,\n" * count + b"data: 1]\n\n"
        addresses = [Address(f"0:/{i}") for i in range(count)]
        return work_of(lambda: spans_of(data, "sse", addresses))

    size = tries(100, thorough=5_000)
    assert work(4 * size) < 8 * work(size)
