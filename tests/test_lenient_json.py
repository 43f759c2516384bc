"""JSON with slips: what is understood is noted, what could mean two things is refused, values are exact."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import crosswire
import pytest
from bench.slips import with_slips
from crosswire.address import Address, child, resolve, root
from crosswire.containers import json_document, lenient_json, open_upload
from crosswire.containers.byte_spans import byte_spans
from crosswire.containers.mended import TOLD_OF_A_KIND
from crosswire.containers.opened import Opened
from crosswire.errors import CrosswireError, UnreadableUpload, UploadTooDeep
from crosswire.model import JsonValue, ToolCallPart
from crosswire.secrets import find_secrets
from crosswire.secrets.places import addresses_at
from crosswire.secrets.secret_rule import made_up
from tests.json_cases import NO
from tests.measured import work_of
from tests.selection import for_each, tries

PAGES = sorted((Path(__file__).parents[2] / "shared" / "seeds").glob("*.txt"))
CHAT = '{"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": %s}]}'


def notes(opened: Opened) -> list[tuple[str, str | None]]:
    return [(note.code, note.address) for note in opened.notes]


def refusal(text: str) -> str:
    with pytest.raises(UnreadableUpload) as refused:
        open_upload(text.encode())
    assert refused.value.line is not None
    assert refused.value.offset is not None
    return str(refused.value)


@for_each(
    ("text", "value", "told"),
    [
        ('{"a": null, // c\n "b": 1}', {"a": None, "b": 1}, [("comment", "0:/a")]),
        ('/* c\n */ {"a": [1, # d\n 2]}', {"a": [1, 2]}, [("comment", "0:"), ("comment", "0:/a/1")]),
        ('{"a": "//", "b": "/* */ #",}', {"a": "//", "b": "/* */ #"}, [("trailing-comma", "0:/b")]),
        ('{"a": [true, false,], "b": null}', {"a": [True, False], "b": None}, [("trailing-comma", "0:/a")]),
        ("[1, /* c */ ]", [1], [("trailing-comma", "0:"), ("comment", "0:")]),
        ("{'a': null}", {"a": None}, [("single-quotes", "0:")]),
        ('{"a": \'it\\\'s "x"\'}', {"a": 'it\'s "x"'}, [("single-quotes", "0:/a")]),
        ("['\\u00e9\\n\\/\\\\']", ["é\n/\\"], [("single-quotes", "0:/0")]),
        ('{a: 1, $b_2: null, "c": 3}', {"a": 1, "$b_2": None, "c": 3}, [("unquoted-key", None)] * 2),
        ('{"a": 1\n "b": [1]\n "c": 3}', {"a": 1, "b": [1], "c": 3}, [("missing-comma", None)] * 2),
        ('[{"a": 1}\n{"a": "2"}]', [{"a": 1}, {"a": "2"}], [("missing-comma", "0:/1")]),
        ('{“a”: “b”, „c“: ‘d "e"’}', {"a": "b", "c": 'd "e"'}, [("smart-quotes", None)] * 4),
        ('{"a": "two\nlines\tand\x1b"}', {"a": "two\nlines\tand\x1b"}, [("control-character", "0:/a")] * 3),
        (
            '{"a": [-Infinity,]}',
            {"a": [float("-inf")]},
            [("trailing-comma", "0:/a"), ("not-a-number", "0:/a/0")],
        ),
        ('{"a": 1, "a": 2,}', {"a": 2}, [("trailing-comma", "0:/a"), ("equal-keys", "0:/a~40")]),
        ('{"a": {"b": 1,}, "a": 2}', {"a": 2}, [("trailing-comma", "0:/a~40/b"), ("equal-keys", "0:/a~40")]),
        ("\ufeff[1,]", [1], [("byte-order-mark", "0:"), ("trailing-comma", "0:")]),
    ],
)
def test_a_slip_is_understood_and_noted_with_its_place(text: str, value: object, told: list[object]) -> None:
    opened = open_upload(text.encode())
    assert (opened.container, opened.documents) == ("json", [value])
    assert [code for code, _ in notes(opened)] == [code for code, _ in told]
    assert [at for (_, at), (_, wanted) in zip(notes(opened), told, strict=True) if wanted] == [
        wanted for _, wanted in told if wanted
    ]


def test_a_note_tells_line_and_column_and_what_was_understood() -> None:
    opened = open_upload(b'{"a": 1, // why\n\n  b: 2,\n}')
    assert [note.message for note in opened.notes] == [
        "A comment was left out, '// why' (line 1, column 10).",
        "The key 'b' stands without quotes (line 3, column 3).",
        "A comma before a closing bracket was left out (line 3, column 7).",
    ]


@for_each(
    ("text", "value"),
    [
        ('{"a": [1, 2', {"a": [1]}),  # there may have been more digits
        ('{"a": [1, 2 ', {"a": [1, 2]}),
        ('{"a": [1, 2,', {"a": [1, 2]}),
        ('{"a": [1, tru', {"a": [1]}),
        ('{"a": [1, true', {"a": [1, True]}),
        ('{"a": {"b": "thr', {"a": {"b": "thr"}}),
        ('{"a": "x\\', {"a": "x"}),
        ('{"a": "x\\u00', {"a": "x"}),
        ('{"a": "x\\\\', {"a": "x\\"}),
        ('{"a": 1, "b', {"a": 1}),
        ('{"a": 1, "b"', {"a": 1}),
        ('{"a": 1, "b": ', {"a": 1}),
        ('{"a": 1, b', {"a": 1}),
        ('{"a": 1, b: -', {"a": 1}),
        ("{'a': 'x", {"a": "x"}),
        ("[[[{", [[[{}]]]),
        ('{"a": "né', {"a": "né"}),
    ],
)
def test_a_text_that_was_cut_is_read_up_to_what_is_whole(text: str, value: object) -> None:
    opened = open_upload(text.encode())
    assert opened.documents == [value]
    assert "cut-end" in [code for code, _ in notes(opened)]


def test_a_text_cut_within_a_character_is_read_too() -> None:
    opened = open_upload('{"a": "né'.encode()[:-1])
    assert (opened.documents, notes(opened)) == ([{"a": "n"}], [("cut-end", "0:/a")])


@for_each(
    ("text", "value"),
    [
        ('{:a=>"x", "b" => nil, c: :d}', {"a": "x", "b": None, "c": "d"}),
        ("{a: undefined, b: 1}", {"b": 1}),
        ("{a: 1, b: undefined, c: [undefined]}", {"a": 1, "c": [None]}),
        ("{a: {b: undefined,\n}, c: 'x',\n}", {"a": {}, "c": "x"}),
    ],
)
def test_hashes_of_ruby_and_objects_of_a_console_are_read_as_they_are_sent(text: str, value: object) -> None:
    opened = open_upload(text.encode())
    assert opened.documents == [value]
    assert {"arrow", "foreign-word"} & {code for code, _ in notes(opened)}


@for_each(
    ("text", "cause", "place"),
    [
        ("[fals]", "'fals' is no word of JSON", "line 1, column 2"),
        ('{"a" "b"}', "a colon should follow the key", "line 1, column 6"),
        ('["a"\n "b"]', "may be two, or one in two pieces", "line 2, column 2"),
        ("['a' 'b']", "a comma or ']' should stand here", "line 1, column 6"),
        ("[1 2]", "a comma or ']' should stand here", "line 1, column 4"),
        ("[1,, 2]", "a value should stand here", "line 1, column 4"),
        ('{"a": 1]', "'}' should close what is open", "line 1, column 8"),
        ('{"a": 1}}', "something else follows", "line 1, column 9"),
        ('{"a": 01, }', "'01' is no number as JSON writes it", "line 1, column 7"),
        ('{"a": .5, }', "'.5' is no number as JSON writes it", "line 1, column 7"),
        ('{"a": undefind}', "'undefind' is no word of JSON", "line 1, column 7"),
        ('{"a": +1}', "JSON writes no plus before a number, as in '+1'", "line 1, column 7"),
        ('{"b": null, "a": +1}', "JSON writes no plus before a number, as in '+1'", "line 1, column 18"),
        ('{"a":\n [1, +2.5]}', "JSON writes no plus before a number", "line 2, column 6"),
        ('{"a": "b" + "c"}', "JSON puts no values together with '+'", "line 1, column 11"),
        ("{'a': 1 - 2}", "JSON puts no values together with '-'", "line 1, column 9"),
        ('{"a": "\\x41",}', "JSON has no escape '\\\\x'", "line 1, column 8"),
        ("{null: 1}", "a key in quotes should stand here", "line 1, column 2"),
        ("{1: 2}", "a key in quotes should stand here", "line 1, column 2"),
        ('{"a": “b"c”}', "may end the text, or belong to it", "line 1, column 9"),
        ("{'a': 'b\nc'}", "in single quotes has no end on its line", "line 1, column 9"),
        ('{"a": "b}', "the text '\"b}' of line 1 has no end", "line 1, column 10"),
        ('{"a": "b\n', "has no end", "line 2, column 1"),
        ('{"a": 1 /* b}', "a comment begins here and does not end", "line 1, column 9"),
        ("{'a': 'it's'}", "should stand here", "line 1, column 11"),
    ],
)
def test_what_could_mean_two_things_or_none_is_refused_with_its_place(
    text: str, cause: str, place: str
) -> None:
    message = refusal(text)
    assert cause in message
    assert place in message


@for_each("text", ['{"a": None, "b": 1 + 1}', "f(a=1 + 1)", '{"a": f"b"}', '{"a": "b" if True else "c"}'])
def test_what_python_alone_would_have_to_run_is_called_python(text: str) -> None:
    with pytest.raises(UnreadableUpload, match="This is Python code, not a literal: line 1 has"):
        open_upload(text.encode())


@for_each(
    ("text", "python", "other"),
    [
        ('{"a": None, "b": null}', "'None' (line 1, column 7)", "'null' (line 1, column 18)"),
        ("{'a': true,\n 'b': (1, 2)}", "'(' (line 2, column 7)", "'true' (line 1, column 7)"),
        ("{'a': False, 'b': 'x\\/y'}", "'False' (line 1, column 7)", "(line 1, column 19)"),
    ],
)
def test_a_mix_of_python_and_json_is_refused_with_both_places(text: str, python: str, other: str) -> None:
    message = refusal(text)
    assert python in message
    assert other in message
    assert "write all of it in one of the two languages" in message


@for_each(
    ("text", "value"),
    [
        ("{'a': None}", {"a": None}),
        ("['\\x1b[0m']", ["\x1b[0m"]),
        ("[{'text': 'one '\n          'two'}]", [{"text": "one two"}]),
        ("{'a': 'null and true', 'b': True}", {"a": "null and true", "b": True}),
    ],
)
def test_what_python_alone_writes_makes_a_python_literal(text: str, value: object) -> None:
    opened = open_upload(text.encode())
    assert (opened.container, opened.documents) == ("python", [value])


def test_a_null_beside_a_trailing_comma_stays_null() -> None:
    log = crosswire.load(
        b'{"messages": [{"role": "user", "content": "Hi"}, '
        b'{"role": "assistant", "content": null, "tool_calls": '
        b'[{"id": null, "type": "function", "function": {"name": "f", "arguments": "{}"}}]},'
        b'{"role": "tool", "tool_call_id": null, "content": "1"},]}'
    )
    [call] = [part for _, part in log.conversations[0].parts() if isinstance(part, ToolCallPart)]
    assert call.call_id.value is None
    assert not any(part.raw == "null" for _, part in log.conversations[0].parts())
    assert [note.code for note in log.notes] == ["trailing-comma"]


@for_each("value", NO.values(), ids=NO)
def test_a_broken_value_within_a_log_is_refused_or_has_a_note(value: bytes) -> None:
    before, after = CHAT.encode().split(b"%s")
    try:
        opened = open_upload(before + value + after)
    except UnreadableUpload as error:
        refused: UnreadableUpload | None = error
    else:
        refused = None
    if refused is not None:
        assert re.search(r"\bline \d+", str(refused)) or isinstance(refused, UploadTooDeep)
    else:
        assert opened.notes
        assert opened.container == ("python" if value == b"[True]" else "json")


def test_only_these_broken_values_within_a_log_are_understood() -> None:
    before, after = CHAT.encode().split(b"%s")
    understood = set()
    for value in NO.values():
        try:
            understood |= {(value, note.code) for note in open_upload(before + value + after).notes}
        except CrosswireError:
            continue
    kinds = Counter(code for _, code in understood)
    assert kinds == {
        "trailing-comma": 4,
        "not-a-number": 3,
        "unquoted-key": 2,
        "single-quotes": 3,
        "python-literal": 1,  # True
        "control-character": 3,
        "cut-end": 7,
        "comment": 4,
    }


def test_of_very_many_slips_the_first_of_each_kind_are_told_and_the_rest_counted() -> None:
    opened = open_upload(("[" + "'a'," * 500 + "b" * 0 + "{c: 1}").encode())
    told = [note for note in opened.notes if note.code == "single-quotes"]
    assert len(told) == TOLD_OF_A_KIND + 1
    assert told[-1].message == "There are 490 more places of this kind, the last (line 1, column 1998)."
    assert [code for code, _ in notes(opened)][-2:] == ["unquoted-key", "cut-end"]


# Lines and events


def test_a_line_with_slips_is_read_and_noted_with_its_line() -> None:
    opened = open_upload(b'// a log\n{"a": 1,}\n\n  # more\n{\'a\': null}\n{"a": 3}\n')
    assert (opened.container, opened.documents) == ("jsonl", [{"a": 1}, {"a": None}, {"a": 3}])
    assert opened.lines == [2, 5, 6]
    assert [(note.code, note.address) for note in opened.notes] == [
        ("comment", None),
        ("trailing-comma", "0:/a"),
        ("comment", None),
        ("single-quotes", "1:"),
    ]
    assert "(line 5, column 2)" in opened.notes[-1].message


def test_a_line_that_ends_in_the_middle_stays_a_broken_one() -> None:
    opened = open_upload(b'{"a": 1}\n{"a": \n{"a": 3}\n{"a": 4}\n{"a": 5}\n')
    assert (opened.documents, notes(opened)) == ([{"a": n} for n in (1, 3, 4, 5)], [("broken-line", None)])


def test_an_event_with_slips_is_read_and_noted_with_its_line() -> None:
    opened = open_upload(b'data: {"a": 1}\n\ndata: {"b": null,}\n\n')
    assert opened.documents == [{"a": 1}, {"b": None}]
    [note] = opened.notes
    assert (note.code, note.address) == ("trailing-comma", "1:/b")
    assert "(line 3, column 17)" in note.message


# Where values stand


def all_addresses(value: JsonValue, at: Address) -> list[Address]:
    found = [at]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        found += all_addresses(item, child(at, key))
    return found


@for_each(
    "text",
    [
        "// é\n{'ä': ['ö\\'s', \"x\",], // c\n b: {c: null\n 'd': 1.50}, }",
        '\ufeff/* c *//* d */{"a": [1 /* e */, /* f */ 2 , ], "b": "two\nlines", "c": “é”}',
        '{"a": [{"b": "é", "c": [1,\n',
    ],
)
def test_each_range_in_a_text_with_slips_reads_as_the_value_there(text: str) -> None:
    data = text.encode()
    opened = open_upload(data)
    addresses = all_addresses(opened.documents[0], root())
    spans = byte_spans(data, "json", addresses)
    assert set(spans) == set(addresses)
    for at, place in spans.items():
        inside = data[slice(*place)]
        value = resolve(at, opened.documents, json.loads)
        assert lenient_json.read(b"[" + inside + b" ", root())[0] == [value]
        assert not inside[:1].isspace()
        assert not inside.startswith((b"/", b"#", b","))


def test_ranges_on_lines_and_in_events_with_slips() -> None:
    lines = b"# c\n{'a': 1}\n{\"a\": 2}\n"
    spans = byte_spans(lines, "jsonl", [Address("0:/a"), Address("1:/a")], open_upload(lines).lines)
    assert [lines[slice(*place)] for place in spans.values()] == [b"1", b"2"]
    events = b"data: {'a': 'b',}\n\n"
    assert byte_spans(events, "sse", [Address("0:/a")]) == {Address("0:/a"): (12, 15)}


def test_a_secret_in_a_text_with_slips_has_its_address_and_one_in_a_comment_has_none() -> None:
    key = "gh" + "p_" + made_up(36)
    data = f"{{'é': null, // {key}\n 'b': ['it\\'s', '{key}'], }}".encode()
    places = [secret.start for secret in find_secrets(data)]
    assert list(addresses_at(data, places).values()) == ["0:/b/1"]


# Exact values, and all of them


def made(chance: random.Random, depth: int = 0) -> JsonValue:
    kind = chance.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return chance.choice([None, True, False])
    if kind in (1, 2):
        return chance.choice([0, -7, 10**30, 1.5, -0.0, 1e300, 123456789012345678, chance.random()])
    if kind < 6:
        alphabet = [
            "a",
            "é",
            "null",
            "'",
            '\\"',
            "//",
            "\n",
            "\t",
            "\\",
            "{",
            ",",
            ":",
            "名",
            "\u2028",
            "#",
            " ",
        ]
        return "".join(chance.choices(alphabet, k=chance.randrange(6))).replace('\\"', '"')
    count = chance.randrange(4)
    if kind < 7:
        return [made(chance, depth + 1) for _ in range(count)]
    return {f"k{n}": made(chance, depth + 1) for n in range(count)}


def test_each_value_of_an_upload_with_slips_is_the_strict_readers() -> None:
    chance = random.Random(15)
    understood = 0
    for number in range(tries(200, thorough=10_000)):
        value: JsonValue = {"k1": made(chance), "k2": made(chance), "k3": None}
        strict = json.dumps(value, indent=1, ensure_ascii=chance.random() < 0.5)
        text = with_slips(value, chance) if number % 3 == 0 else strict
        opened = open_upload(text.encode())
        assert json_document.write(opened.documents[0]) == json_document.write(
            json_document.read(strict.encode())
        )
        assert bool(opened.notes) != is_strict(text)
        understood += bool(opened.notes)
    assert understood > tries(40, thorough=2_000)


def is_strict(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def test_a_text_cut_anywhere_keeps_all_before_the_cut_and_makes_up_nothing() -> None:
    chance = random.Random(7)
    refused = set()
    for _ in range(tries(20, thorough=300)):
        value: JsonValue = [{"k1": made(chance), "k2": made(chance)}]
        text = json.dumps(value)
        for end in range(1, len(text)):
            try:
                [found] = open_upload(text[:end].encode()).documents
            except UnreadableUpload as error:
                refused.add(str(error).partition(" line ")[0].partition("the text")[1])
            else:
                assert is_begin_of(found, value)
    assert refused <= {"the text"}  # one that looks like a forgotten quote has no end


def is_begin_of(found: object, whole: object) -> bool:
    if isinstance(found, dict) and isinstance(whole, dict):
        return list(found) == list(whole)[: len(found)] and all(
            is_begin_of(found[key], whole[key]) for key in found
        )
    if isinstance(found, list) and isinstance(whole, list):
        return len(found) <= len(whole) and all(map(is_begin_of, found, whole))
    if isinstance(found, str) and isinstance(whole, str):
        return whole.startswith(found)
    return type(found) is type(whole) and found == whole


# Documents with comments, as people print them into a page


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (
            '{\n  "role": "assistant",\n  "content": null,\n  "tool_calls": [{\n'
            '    "id": "call_q8",     // an id\n'
            '    "type": "function",\n    "function": {\n      "name": "add",    // which tool\n'
            '      "arguments": "{\\"a\\": 1}"\n    }\n  }]\n}\n',
            "openai-chat",
        ),
        (
            '// chunks, choices[0].delta\n{ "choices": [ { "delta": { "tool_calls": [ '
            '{ "index": 0, "function": { "name": "add" } } ] } } ] }\n'
            '{ "choices": [ { "delta": { "tool_calls": [ '
            '{ "index": 0, "function": { "arguments": "{}" } } ] } } ] }\n'
            '{ "choices": [ { "delta": { }, "finish_reason": "tool_calls" } ] }\n',
            "openai-chat",
        ),
        (
            '// a candidate\n{ "candidates": [ { "content": { "role": "model", "parts": [ { "functionCall": '
            '{ "id": "f1", "name": "add", "args": { "a": 1 } } } ] } } ] }\n',
            "gemini",
        ),
    ],
)
def test_a_call_with_comments_beside_it_is_read(text: str, format: str) -> None:
    log = crosswire.load(text.encode())
    [call] = [part for _, part in log.conversations[0].parts() if isinstance(part, ToolCallPart)]
    assert (log.format, call.name) == (format, "add")
    assert {note.code for note in log.notes} == {"comment"}


@pytest.mark.skipif(not PAGES, reason="There is no folder ../shared/seeds.")
def test_blocks_of_json_in_pages_are_read_or_refused_by_name() -> None:
    refused = []
    for page in PAGES:
        for block in re.findall(r"```json\n(.*?)```", page.read_text(), re.DOTALL):
            try:
                crosswire.load(block.encode())
            except CrosswireError as error:
                refused.append(str(error))
    assert not [message for message in refused if "'tools'" not in message]


# Nothing stops the reader


@for_each(
    "family",
    [
        lambda n: "{'messages':" + "'\\" * n,
        lambda n: "['" + "\\'" * n,
        lambda n: "[" + "'\\'" * n,
        lambda n: '["' + '\\"' * n,
        lambda n: "[" + "/*" * n,
        lambda n: "[" + "//\n" * n,
        lambda n: "[" + "\n" * n + "x",
        lambda n: "[1" + ",/**/" * n,
        lambda n: "[" + "“" * n,
        lambda n: "{" + "a:" * n,
        lambda n: "{" + "a" * n,
        lambda n: "[" + "9" * n + "x",
        lambda n: "[" + "{'a':1}\n" * (n // 8),
        lambda n: '{"a":' * 200 + "[" + "1," * n,
        lambda n: "[" + '{"a":[' * 100 + '"x",' * (n // 4) + "'" + "]}" * 100 + ",]",
        lambda n: '{"a": "' + "\n" * n + '"}',
        lambda n: "<" + "<a: '" * n,
        lambda n: "f(" + "<a.b: '" * n,
        lambda n: "[None," + "'a' " * n,
    ],
)
def test_work_grows_with_the_text_whatever_stands_in_it(family: Callable[[int], str]) -> None:
    def work(size: int) -> float:
        data = family(size).encode()

        def read() -> None:
            with suppress(UnreadableUpload):
                open_upload(data)

        return work_of(read)

    size = tries(1_000, thorough=100_000)
    assert work(4 * size) < 10 * work(size)  # a quadratic one takes 16 times as long


@pytest.mark.thorough
@pytest.mark.parametrize("entry", ["{'a': 'b'}, ", '{"a": "b\n"}, '])
def test_a_long_text_full_of_slips_takes_time_in_proportion(entry: str) -> None:
    def work(count: int) -> float:
        return work_of(lambda: open_upload(f"[{entry * count}]".encode()))

    assert work(80_000) < 8 * work(20_000)  # a quadratic one takes 16 times as long
