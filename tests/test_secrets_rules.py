"""Each kind of secret is found by its own rule, in work that grows no faster than the text."""

import re
import re._compiler as _compiler
import re._constants as opcodes
import re._parser as parser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from crosswire.secrets import (
    SECRET_KINDS,
    SECRET_RULES,
    SecretKind,
    SecretRule,
    find_secrets,
    masked,
    named_values,
)
from crosswire.secrets.long_words import LONG, LongWords
from crosswire.secrets.secret_rule import MAX_LENGTH, entropy
from tests.selection import for_each, is_thorough, some_of
from tests.shared_corpus import STRIDE

DOC = Path(__file__).resolve().parent.parent / "docs" / "secrets.md"
LONG_TEXT = 100_000 if is_thorough() else 1_000
each_rule = for_each("rule", SECRET_RULES, ids=lambda rule: rule.id)
each_kind = for_each("rule", SECRET_KINDS, ids=lambda kind: kind.id)


@each_kind
def test_the_example_of_a_rule_is_found_by_it_alone(rule: SecretKind) -> None:
    (found,) = find_secrets(rule.example)
    assert found.rule is rule
    assert found.placeholder == f"[masked-{rule.id}-1]"
    clean = masked(rule.example, [found])
    assert found.placeholder.encode() in clean
    assert rule.example[found.start : found.end] not in clean
    assert find_secrets(clean) == []


@each_kind
def test_a_hint_tells_kind_and_length_and_nothing_of_the_secret(rule: SecretKind) -> None:
    (found,) = find_secrets(rule.example)
    secret = rule.example[found.start : found.end].decode()
    public = rule.public_prefix(secret.encode()).decode()
    own = secret.removeprefix(public)
    assert len(own) >= 8
    assert not any(own[i : i + 6] in found.hint for i in range(len(own) - 5))
    assert rule.title in found.hint
    assert f"{len(secret)} characters" in found.hint or "\\n" in secret


def test_rules_are_told_apart_and_say_where_their_shape_is_from() -> None:
    assert len({kind.id for kind in SECRET_KINDS}) == len(SECRET_KINDS) >= 150
    for kind in SECRET_KINDS:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", kind.id)
        assert re.search(r"\w\.\w|\w{3}", kind.source)


# The shape of the patterns, from which their work follows


def repeats(tree: parser.SubPattern, inside: int = 0) -> Iterator[tuple[int, int, int]]:
    """Each repetition in a pattern: how often at most those around it repeat, and its own bounds."""
    for code, given in tree:
        if code in (opcodes.MAX_REPEAT, opcodes.MIN_REPEAT):
            least, most, inner = given
            yield inside, least, most
            yield from repeats(inner, max(inside, most))
        elif code is opcodes.SUBPATTERN:
            yield from repeats(given[-1], inside)
        elif code is opcodes.BRANCH:
            for branch in given[1]:
                yield from repeats(branch, inside)
        elif code in (opcodes.ASSERT, opcodes.ASSERT_NOT):
            yield from repeats(given[1], inside)
        elif code is opcodes.ATOMIC_GROUP:
            yield from repeats(given, inside)


@each_rule
def test_no_repetition_stands_in_another_and_none_is_without_end(rule: SecretRule) -> None:
    tree = parser.parse(rule.pattern.decode("latin-1"))
    for around, _, most in repeats(tree):
        assert around <= 1, "a repetition inside a repetition"
        assert most != opcodes.MAXREPEAT, "a repetition without end"
    assert tree.getwidth()[1] <= MAX_LENGTH


LONGEST_TRIED_AGAIN = 34
"""By how much a repetition may vary of which a shorter one may fit where the longest does not."""

Nodes = list[Any]


def repetitions(nodes: Nodes, after: Nodes) -> Iterator[tuple[int, parser.SubPattern, Nodes]]:
    """By how much each repetition may vary, what it repeats, and what has to follow it."""
    for position, (code, given) in enumerate(nodes):
        rest = [*nodes[position + 1 :], *after]
        if code in (opcodes.MAX_REPEAT, opcodes.MIN_REPEAT):
            yield given[1] - given[0], given[2], rest
            yield from repetitions(list(given[2]), rest)
        elif code is opcodes.SUBPATTERN:
            yield from repetitions(list(given[-1]), rest)
        elif code is opcodes.BRANCH:
            for branch in given[1]:
                yield from repetitions(list(branch), rest)


_signs: dict[str, list[bytes]] = {}


def signs_of(node: Any) -> list[bytes]:
    """The bytes that a node matches; worked out once for each."""
    if repr(node) not in _signs:
        state = parser.State()
        state.str = b""
        one = _compiler.compile(parser.SubPattern(state, [node]))
        _signs[repr(node)] = [bytes([sign]) for sign in range(256) if one.match(bytes([sign]))]
    return _signs[repr(node)]


def first_bytes(nodes: Nodes, size: int = 2) -> Iterator[bytes]:
    """The bytes, at most so many, with which a text begins that has these nodes."""
    if not nodes or size == 0:
        yield b""
        return
    (code, given), rest = nodes[0], nodes[1:]
    if code is opcodes.ASSERT and given[0] == 1:
        yield from first_bytes(list(given[1]), size)
    elif code is opcodes.ASSERT_NOT:
        yield from signs_of(nodes[0])
    elif code is opcodes.SUBPATTERN:
        yield from first_bytes([*given[-1], *rest], size)
    elif code is opcodes.MAX_REPEAT:
        yield from first_bytes(list(given[2]), 1)
        yield from first_bytes(rest, size) if given[0] == 0 else ()
    else:
        yield from (sign + more for sign in signs_of(nodes[0]) for more in set(first_bytes(rest, size - 1)))


def following(nodes: Nodes) -> set[bytes]:
    """How a text may begin that has these nodes, and go on where they leave it open."""
    return {first + more for first in first_bytes(nodes) for more in (b"", b"\0", b"-", b"\\", b"n")}


@pytest.mark.parametrize("pattern", ["a{1,99}[ab]", "(?:a|b){1,99}(?!c)", r"(?:a|-(?!-)){1,99}(?=-)"])
def test_what_would_be_tried_again_is_known(pattern: str) -> None:
    ((_, repeated, after),) = repetitions(list(parser.parse(pattern)), [])
    assert any(map(_compiler.compile(repeated).match, following(after)))


@each_rule
def test_what_a_long_repetition_gives_back_is_never_of_use(rule: SecretRule) -> None:
    """Where it goes on, what follows it cannot begin; what can be tried in other ways is short."""
    ways = 1
    for spread, repeated, after in repetitions(list(parser.parse(rule.pattern.decode("latin-1"))), []):
        going_on = _compiler.compile(repeated)
        if after and any(going_on.match(text) for text in following(after)):
            assert spread <= LONGEST_TRIED_AGAIN
            ways *= spread + 1
    assert ways <= 1_000


@each_rule
def test_a_match_is_tried_at_the_literals_and_nowhere_else(
    rule: SecretRule, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []
    at = SecretRule.at

    def counted(self: SecretRule, text: bytes, place: int) -> tuple[int, int] | None:
        assert text.startswith(self.keywords, place)
        tried.append(place)
        return at(self, text, place)

    (found,) = find_secrets(rule.example)
    whole = rule.example[: found.end]
    for unit in (*rule.keywords, whole[:-1] + b" ", rule.example[: found.start] + b"!", whole + b"_"):
        text = unit * (LONG_TEXT // len(unit))
        tried.clear()
        with monkeypatch.context() as patched:
            patched.setattr(SecretRule, "at", counted)
            find_secrets(text)
        most = sum(_count(text, word) for one in SECRET_RULES for word in one.keywords)
        assert len(tried) <= 3 * most


def _count(text: bytes, word: bytes) -> int:
    """How often it stands there, overlapping ones among them."""
    return len(re.findall(b"(?=" + re.escape(word) + b")", text)) if word in text else 0


@each_rule
def test_a_secret_has_a_long_word_unless_it_is_sought_everywhere(rule: SecretRule) -> None:
    if rule.everywhere:
        return
    assert parser.parse(rule.pattern.decode("latin-1")).getwidth()[0] >= LONG
    words = LongWords(rule.example)
    searched = words.alone if rule.is_one_word else words.with_names
    assert any(word in searched.text for word in rule.keywords)


@pytest.mark.parametrize("extract", ["alone", "with_names"])
def test_extracts_lead_back_to_the_text(extract: str) -> None:
    words = [b"short", b"x" * 15, b"y" * 16, b'"', b"z" * 300, b"\xc3\xa9" * 200, b"k" * 40]
    text = b" ".join(words * 5)
    found = getattr(LongWords(text), extract)
    assert len(found.text) < len(text)
    for place, sign in enumerate(found.text):
        if sign != ord("\n"):
            assert text[found.place(place)] == sign
    for word in words[2:]:
        if len(word) >= LONG and word.isascii():
            assert found.text.count(word) >= 5


def test_entropy_is_that_of_the_characters() -> None:
    assert entropy(b"aaaa") == 0
    assert entropy(b"abab") == 1
    assert entropy(bytes(range(256))) == 8


NO_SECRETS = {
    "call ids": b'["call_Ab3dEf6hIj9lMn2pQr5tUv8x", "toolu_01A09q90qw90lq917835lq9", "chatcmpl-tool-'
    b'8d1f3c5e7a9b4d2f8e6c1a3b5d7f9e0c", "fc_68a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6"]',
    "checksums": b'{"sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "key": 1}',
    "a commit": b"commit 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
    "UUIDs": b'{"request_id": "3f2504e0-4f89-11d3-9a0c-0305e82c3301"}',
    "a key of documents": b"AKIAIOSFODNN7EXAMPLE and wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "a variable": b'curl -H "Authorization: Bearer $OPENAI_API_KEY" https://api.openai.com',
    "a word to fill in": b'Authorization: Bearer YOUR_API_KEY_GOES_HERE and "sk-your-key-here"',
    "addresses": b"postgresql://user:password@localhost/db https://user:$PASS@host https://a:***@b",
    "a port": b"http://localhost:8080/a@b https://host:443/x",
    "prose": b"Basic understanding of task-oriented agents and risk-averse bearer shares.",
    "a class": b".sk-fading-circle .sk-circle-fade-dot:before { animation: sk-circle }",
    "a test id": b"sk-test and sk-1234 and ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "a certificate": b"-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ2\n-----END CERTIFICATE-----",
    "a picture": b"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4",
    "a signature": b'{"thoughtSignature": "CpcBAdHtim9zcDmpaGmYyhMpxAKIAhf9yQ2mFPbDsiUvAIzaSyBsk-ZmFrZQ=="}',
}


@for_each("text", NO_SECRETS.values(), ids=NO_SECRETS)
def test_what_only_looks_random_is_no_secret(text: bytes) -> None:
    assert [found.hint for found in find_secrets(text)] == []


NO_ALARM = ("tests/corpus", "webapp/examples", "tests/cases", "../shared/corpus")
TOLD_BY_NAME = (
    # Passwords and tokens that the models or their users made up, each beside its name.
    "sharegpt/gorilla__BFCL_v4_multi_turn_base.json",
    "sharegpt/LLaMA-Factory__glaive_toolcall_en_demo.json",
    # "The passphrase is 'portal'"
    "har/1_mirascope__handles-tool-execution-errors-and-retries.har",
)
"""Logs of the shared corpus that do hold what a name says to be a secret."""


@for_each("folder", NO_ALARM)
def test_no_log_of_the_corpus_raises_a_false_alarm(folder: str) -> None:
    place = DOC.parent.parent / folder
    if not place.is_dir():
        pytest.skip(f"{folder} is not there")
    files = [path for path in sorted(place.rglob("*")) if path.is_file()]
    if "shared" in folder:
        files = some_of(files, STRIDE)
    assert files
    found = {str(path): find_secrets(path.read_bytes()) for path in files}
    sure = {path: [one.hint for one in some if one.is_sure] for path, some in found.items()}
    assert {path: some for path, some in sure.items() if some} == {}
    probable = [path for path, some in found.items() if some and not path.endswith(TOLD_BY_NAME)]
    assert len(probable) <= len(files) / 50, probable


def test_what_is_read_around_a_name_has_a_greatest_length() -> None:
    found = [one for one in vars(named_values).values() if isinstance(one, re.Pattern)]
    patterns = [*found, *named_values._LIKELY, *named_values._STOPS.values()]
    assert len(patterns) > 15
    for pattern in patterns:
        assert parser.parse(pattern.pattern.decode("latin-1")).getwidth()[1] <= 5_000
