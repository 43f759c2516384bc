"""318 texts that parsers of JSON often get wrong, in the classes of JSONTestSuite (Nicolas Seriot, MIT).

By RFC 8259: `y` must be accepted, `n` must be refused, about `i` a parser may decide. Made here, as bytes.
"""

from __future__ import annotations

from collections.abc import Iterable

Cases = dict[str, bytes]


def _named(kind: str, texts: Iterable[str | bytes]) -> Cases:
    made = [text if isinstance(text, bytes) else text.encode() for text in texts]
    return {f"{kind}-{number:02}": text for number, text in enumerate(made, start=1)}


def _in_array(texts: Iterable[str | bytes]) -> list[bytes]:
    return [b"[" + (text if isinstance(text, bytes) else text.encode()) + b"]" for text in texts]


def _in_quotes(texts: Iterable[str | bytes]) -> list[bytes]:
    return [b'["' + (text if isinstance(text, bytes) else text.encode()) + b'"]' for text in texts]


_WHOLE_NUMBERS = ("7", "-7", "-0", "0", "907", "9007199254740993")
_FRACTIONS = (
    "-0.0",
    "3.25",
    "0.5",
    "-0.000000000000000000000000000000000000000000000000000000000000000000000001",
)
_EXPONENTS = ("0e1", "0e+1", "7e2", "7E2", "7E+2", "7E-2", "7e-2", "3.25e2", "3.25E+22", "12.5e-9")

_ESCAPES = (
    *(r"\"", r"\\", r"\/", r"\b\f\n\r\t", r"\\a", r"\\n", r"\\u0030", r"\u0000", r"\u0012", r"\u001f"),
    *(r"\u0041", r"\u00e9", r"\u00A0", r"\u0022", r"\u005C", r"\u2028", r"\u200B", r"\u2064", r"\uFFFF"),
    *(r"\uFFFE", r"\uFDD0", r"\ud801\udc37", r"\ud83d\ude39\ud83d\udc8d", r"\uD834\uDD1E", r"\uDBFF\uDFFE"),
    *(r"\uD83F\uDFFE", r"\u0821", r"a\u000ab"),
)
_LITERAL = (
    *("a", " ", "asd /*no comment*/", "# no comment", "\x7f", "a\x7fa", "é", "π", "€", "⍂㈴⍂"),
    *("\u2028", "\u2029", "\U0010ffff", "\uffff", "\U0001bfff", "𝄞"),
)

YES: Cases = {
    **_named(
        "array", ("[]", "[[]  ]", '[""]', "[false]", "[null]", "[1\n]", " [1]", "[2] ", '[null, 1, "1", {}]')
    ),
    **_named("array-of-nulls", ("[1,null,null,null,2]",)),
    **_named("number", _in_array((*_WHOLE_NUMBERS, *_FRACTIONS, *_EXPONENTS, " 4"))),
    **_named(
        "object",
        (
            *('{"a":"b","c":"d"}', '{"a":"b"}', '{"a":"b","a":"c"}', '{"a":"b","a":"b"}', "{}", '{"":0}'),
            *('{"a\\u0000b": 42}', '{"min": -1.0e+28, "max": 1.0e+28}', '{"a":[]}', '{\n"a": "b"\n}'),
            *('{"title":"\\u041f\\u043e"}', f'{{"x":[{{"id": "{"x" * 40}"}}], "id": "{"x" * 40}"}}'),
        ),
    ),
    **_named("escape", _in_quotes(_ESCAPES)),
    **_named("string", _in_quotes(_LITERAL)),
    **_named("lonely", ("false", "42", "-0.1", "null", '"text"', "true", '""', " [] \n")),
}

_NO_NUMBERS = (
    *(
        "++1234",
        "+1",
        "+Inf",
        "-01",
        "-1.0.",
        "-2.",
        "-NaN",
        ".-1",
        ".2e-3",
        "0.1.2",
        "0.3e+",
        "0.3e",
        "0.e1",
    ),
    *(
        "0E+",
        "0E",
        "0e+",
        "0e",
        "1.0e+",
        "1.0e-",
        "1.0e",
        "1 000.0",
        "1eE2",
        "2.e+3",
        "2.e-3",
        "2.e3",
        "9.e+",
    ),
    *("Inf", "NaN", "Infinity", "-Infinity", "１", "1+2", "0x1", "0x42", "0e+-1", "-123.123foo", "123\xe5"),
    *(
        "-foo",
        "- 1",
        "-012",
        "-.123",
        "-1x",
        "1ea",
        "1.",
        ".123",
        "1.2a-3",
        "1.8011670033376514H-308",
    ),
    *(),
)
_NO_ESCAPES = (
    *(
        r"\uD800\ ".strip(),
        r"\uD800\u",
        r"\uD800\u1",
        r"\uD800\u1x",
        r"\x00",
        r"\\\ ".strip(),
        "\\\t",
        "\\🌀",
    ),
    *(
        "\\",
        r"\u00A",
        r"\uD834\uDd",
        r"\uD800\uD800\x",
        r"\a",
        r"\uqqqq",
        r"\U0041",
        "a\x00a",
        "new\nline",
        "\t",
    ),
    *(
        b"\\u\xe5",
        b"\\\xe5",
        r"\u",
        r"\u00",
    ),
)
_OPEN = (
    *(
        "[",
        "{",
        "[[",
        '["',
        '["a',
        "[{",
        '{"',
        "{[",
        "[,",
        "{,",
        "['",
        '{"a',
        '{"a":',
        '{"a"',
        '["a"',
        "[1,",
        "[1",
    ),
    *(
        "[ false, nul",
        "[ true, fals",
        "[ false, tru",
        '{"asd":"asd"',
        '[""\n,1\n,',
        "[1\n,1\n,1",
        '[{"a":"b"',
        "[\\n",
    ),
)
_TRAILING = (
    *(
        '{"a":"b"}#',
        '{"a":"b"}/**/',
        '{"a":"b"}/**//',
        '{"a":"b"}//',
        '{"a":"b"}/',
        '{"a":true} "x"',
        "[1]x",
        "[1]]",
    ),
    *(
        "2@",
        '{"a":"b"}}',
        '""x',
        "{}}",
        "[][]",
        "1]",
        "[]]",
        '{"a":"b"}#{}',
    ),
)

NO: Cases = {
    **_named(
        "array",
        (
            *("[1 true]", '["": 1]', "[,1]", "[1,,2]", '["x",,]', '["x"]]', '["",]', '["x"', "[x", "[3[4]]"),
            *(
                "[,]",
                "[-]",
                '[   , ""]',
                '["a",\n4\n,1,',
                "[1,]",
                "[1,,]",
                '["\va"\\f]',
                "[*]",
                '[""',
                "[1;2]",
            ),
            *(b"[a\xe5]", b"[\xff]", '[""],'),
        ),
    ),
    **_named("number", _in_array(_NO_NUMBERS)),
    **_named("number-no-utf8", _in_array((b"123\xe5", b"1e1\xe5", b"0\xe5", b"1e\xe5"))),
    **_named(
        "object",
        (
            *(
                '["x", truth]',
                '{[: "x"}',
                '{"x", null}',
                '{"x"::"b"}',
                "{🇨🇭}",
                '{"a":"a" 123}',
                "{key: 'value'}",
            ),
            *('{"a" b}', '{:"b"}', '{"a" "b"}', "{1:1}", "{9999E9999:1}", "{null:null,null:null}"),
            *('{"id":0,,,,,}', "{'a':0}", '{"id":0,}', '{"a":"b",,"c":"d"}', '{a: "b"}', '{"a":"a', '{"a"}'),
            b'{"\xb9":"0",}',
        ),
    ),
    **_named("word", _in_array(("fals", "nul", "tru", "True"))),
    **_named("escape", _in_quotes(_NO_ESCAPES)),
    **_named("string", (*_in_array(("é", "\\n", "'a'", "abc", '"', '\\u0020"a"')), '"', "abc", '"a\\')),
    **_named("open", _OPEN),
    **_named("trailing", _TRAILING),
    **_named(
        "structure",
        (
            *("[" * 100_000, '[{"":' * 50_000, "[\u2060]", "<.>", "<null>", "]", "aé", "å", "*", "[\u000c]"),
            *("\u2060", b"\xef\xbb", b"\xe5", "\ufeff", " ", "", "[\x00]"),
        ),
    ),
}

_SURROGATES = (
    *(r"\uDADA", r"\uD888\u1234", r"\uD800\n", r"\uDd1ea", r"\uD800\uD800\n", r"\ud800", r"\ud800abc"),
    *(r"\uDd1e\uD834", r"\uDFAA"),
)
_NO_UTF8 = (
    *(
        b"\xe6\x97\xa5\xd1\x88\xfa",
        b"\xed\xa0\x80",
        b"\xff",
        b"\xe9",
        b"\x81",
        b"\xf4\xbf\xbf\xbf",
        b"\xc0\xaf",
    ),
    *(b"\xfc\x83\xbf\xbf\xbf\xbf", b"\xfc\x80\x80\x80\x80\x80", b"\xe0\xff"),
)
_BIG_NUMBERS = (
    *(
        "123.456e-789",
        "0.4e00669999999999999999999999999999999999999999999969999999006",
        "-1e+9999",
        "1.5e+9999",
    ),
    *("-123123e100000", "123123e100000", "123e-10000000", "-123123123123123123123123123123"),
    *("100000000000000000000", "-237462374673276894279832749832423479823246327846"),
)

MAYBE_READ: Cases = {
    **_named("big-number", _in_array(_BIG_NUMBERS)),
    **_named("lone-surrogate", _in_quotes(_SURROGATES)),
    **_named("lone-surrogate-in-a-key", ('{"\\uDFAA":0}',)),
    **_named("byte-order-mark", ("\ufeff{}",)),
}
"""Where the standard leaves it open, what is read here as it stands."""

MAYBE_REFUSED: Cases = {
    **_named("no-utf8", _in_quotes(_NO_UTF8)),
    **_named(
        "utf-16",
        ('\ufeff["é"]'.encode("utf-16-le"), '["é"]'.encode("utf-16-le"), '["é"]'.encode("utf-16-be")),
    ),
    **_named("deep", ("[" * 500 + "]" * 500,)),
}
"""And what is refused, with the reason."""
