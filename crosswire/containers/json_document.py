"""Reads and writes one JSON value without changing it.

Two readers give the same values. The strict one (the standard library's, with hooks) keeps
what fast ones lose: integers of any size, numbers that a double cannot hold, lone surrogates,
the earlier of equal keys, NaN. The fast one comes first and gives up on all that it could get
wrong, so that only unusual documents take longer.
"""

from __future__ import annotations

import codecs
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from math import isfinite

import msgspec
import orjson

from crosswire import address
from crosswire.address import Address
from crosswire.containers.opened import MAX_NOTES, Opened, shortened
from crosswire.errors import UnreadableUpload, UploadTooDeep
from crosswire.model import JsonValue, Note

MAX_DEPTH = 254
"""Levels of nesting, as many as the fast writer takes; deeper values are refused."""


class CutOff(UnreadableUpload):
    """The text is JSON as far as it goes, and ends in the middle of a value."""


class ExactNumber(float):
    """A number that a double cannot hold, with the text that stood in the document."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> ExactNumber:
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ExactNumber):
            return self.text == other.text
        return float(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other  # a float's own compares only the doubles

    __hash__ = float.__hash__


class ObjectWithEqualKeys(dict[str, JsonValue]):
    """An object with equal keys: it has the last value of each key, and the earlier ones
    apart."""

    shadowed: list[tuple[str, JsonValue]]


def open(data: bytes) -> Opened:
    """Read an upload that is one JSON value; raises UnreadableUpload with the byte offset."""
    text, notes = without_bom(data)
    value, more = read_with_notes(text, address.root(), offset=len(data) - len(text))
    return Opened("json", [value], shortened(notes + more))


def without_bom(data: bytes) -> tuple[bytes, list[Note]]:
    """The bytes after a byte order mark, and a note where there was one."""
    start, notes = begin_of(data)
    return data[start:] if start else data, notes


def begin_of(data: bytes) -> tuple[int, list[Note]]:
    """Where a text begins, after a byte order mark, of which there is a note then."""
    if not data.startswith(codecs.BOM_UTF8):
        return 0, []
    what = "The upload begins with a byte order mark; it was skipped."
    return len(codecs.BOM_UTF8), [Note("byte-order-mark", what, address.root())]


def read(data: bytes) -> JsonValue:
    """The value that some UTF-8 bytes hold."""
    fast = _read_fast(data)
    return fast[0] if fast is not None else read_strictly(data)


def read_all(texts: Sequence[str]) -> list[JsonValue]:
    """The values of many short texts, with one check that nothing is lost for all of them."""
    try:
        values: list[JsonValue] = list(map(_FAST.decode, texts))
        if _as_many_quotes("".join(texts).encode(), orjson.dumps(values)):
            return values
    except (msgspec.DecodeError, orjson.JSONEncodeError, RecursionError, ValueError):
        pass
    return [read(text.encode("utf-8", "surrogatepass")) for text in texts]


def read_with_notes(
    data: bytes, at: Address, *, offset: int = 0, line: int = 1
) -> tuple[JsonValue, list[Note]]:
    """As `read`, with notes on what JSON does not quite allow.

    `offset` and `line` are the place of the bytes in the upload.
    """
    fast = _read_fast(data)
    if fast is not None:
        return fast[0], []
    value = read_strictly(data, offset=offset, line=line)
    return value, notes_on(value, at)


class _Inexact(ValueError):
    """A number that the fast reader must leave to the strict one."""


def _only_exact(text: str) -> float:
    number = float(text)
    if repr(number) != text and not _same_number(number, text):
        raise _Inexact
    return number


_FAST = msgspec.json.Decoder(float_hook=_only_exact)


def _read_fast(data: bytes) -> tuple[JsonValue] | None:
    """The value in a tuple, or None where only the strict reader is sure to get it right."""
    # Where the usual layouts come out the same, nothing more needs to be counted.
    layout = orjson.OPT_INDENT_2 if data[1:4] == b"\n  " else None
    try:
        value = _FAST.decode(data)
        again = orjson.dumps(value, option=layout)
    except (msgspec.DecodeError, orjson.JSONEncodeError, RecursionError, ValueError):
        return None
    is_whole = (
        data.startswith(again) or _is_spaced(data, again) or _as_many_quotes(data, again)
    )
    return (value,) if is_whole else None


def _is_spaced(data: bytes, again: bytes) -> bool:
    """Whether only blanks tell two spellings apart, and the first has some."""
    return msgspec.json.format(data, indent=-1) == again


def _as_many_quotes(data: bytes, again: bytes) -> bool:
    r"""Whether nothing is lost in `again`, as the earlier of equal keys would be.

    A quote delimits a key or a text, or stands escaped in one. Both spellings of a document
    have the same number of them, so that no key is missing, unless one was spelt `\u0022`.
    """
    return b"\\u0022" not in data and data.count(b'"') == again.count(b'"')


def _nesting(value: JsonValue) -> int:
    """How deep a value is nested, without recursion; more than MAX_DEPTH is not counted."""
    level = [value] if isinstance(value, (list, dict)) else []
    depth = 0
    while level and depth <= MAX_DEPTH:
        depth += 1
        level = [
            inner
            for item in level
            for inner in (item.values() if isinstance(item, dict) else item)
            if isinstance(inner, (list, dict))
        ]
    return depth


def read_strictly(data: bytes, *, offset: int = 0, line: int = 1) -> JsonValue:
    """As `read`, by the reader that defines what is right."""
    try:
        text = data.decode()
        value: JsonValue = _STRICT.decode(text)
    except UnicodeDecodeError as error:
        raise _no_utf8(error, data, offset, line) from error
    except json.JSONDecodeError as error:
        raise _fault(error, text, offset, line) from error
    except RecursionError as error:
        raise _too_deep(data, offset, line) from error
    if _nesting(value) > MAX_DEPTH:
        raise _too_deep(data, offset, line)
    return value


_BRACKET = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)


def _too_deep(data: bytes, offset: int, line: int) -> UploadTooDeep:
    """The refusal, with the place of the bracket that goes too deep."""
    depth = 0
    for token in _BRACKET.finditer(data):
        depth += (token[0] in (b"[", b"{")) - (token[0] in (b"]", b"}"))
        if depth > MAX_DEPTH:
            place = offset + token.start()
            line, column = _line_and_column(data, token.start(), line)
            text = f"It goes too deep at byte {place} (line {line}, column {column})."
            return UploadTooDeep(f"{_TOO_DEEP} {text}", offset=place, line=line)
    return UploadTooDeep(_TOO_DEEP)


_TOO_DEEP = f"The JSON is nested more than {MAX_DEPTH} levels deep; nothing was read."
_CUT_OFF = "the text ends in the middle of a value: the file was cut off"
_CAUSES = {
    "Extra data": "the JSON ends before this place, and something else follows",
    "Expecting value": "a value should stand here, and this is none",
    "Invalid control character at": "a text holds a control character that must be escaped",
}
_WORDS = ("true", "false", "null", "NaN", "Infinity", "-Infinity")
_UNFINISHED = re.compile(r"\.|[eE][+-]?|u[0-9a-fA-F]{0,4}")
"""The end of a number or of an escape, from where the standard library's reader complains."""


def _no_utf8(
    error: UnicodeDecodeError, data: bytes, offset: int, line: int
) -> UnreadableUpload:
    place = offset + error.start
    line, column = _line_and_column(data, error.start, line)
    where = f"line {line}, column {column}"
    if error.reason == "unexpected end of data":
        text = f"Not JSON: {_CUT_OFF} (byte {place}, {where}, within a character)."
        return CutOff(text, offset=place, line=line)
    text = f"Byte {place} is not UTF-8, so this is no JSON text ({where})."
    return UnreadableUpload(text, offset=place, line=line)


def _line_and_column(data: bytes, position: int, line: int) -> tuple[int, int]:
    """The line and the character in it; `line` is that of the first byte."""
    begin = data.rfind(b"\n", 0, position) + 1
    before = data[begin:position].decode(errors="replace")
    return line + data.count(b"\n", 0, position), len(before) + 1


def _fault(error: json.JSONDecodeError, text: str, offset: int, line: int) -> UnreadableUpload:
    place = offset + len(text[: error.pos].encode("utf-8", "surrogatepass"))
    line += error.lineno - 1
    where = f"(byte {place}, line {line}, column {error.colno})"
    if _is_cut_off(error, text):
        return CutOff(f"Not JSON: {_CUT_OFF} {where}.", offset=place, line=line)
    cause = _CAUSES.get(error.msg) or error.msg[:1].lower() + error.msg[1:].rstrip(": ")
    return UnreadableUpload(f"Not JSON: {cause} {where}.", offset=place, line=line)


def _is_cut_off(error: json.JSONDecodeError, text: str) -> bool:
    """Whether more text could have made it JSON."""
    if error.msg.startswith("Unterminated string"):
        return True
    rest = text[error.pos :].rstrip()
    begins_word = any(word.startswith(rest) for word in _WORDS)
    return begins_word or _UNFINISHED.fullmatch(rest) is not None


def object_of(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    """The object that these keys and values make, equal keys kept."""
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    last = {key: i for i, (key, _) in enumerate(pairs)}
    kept = ObjectWithEqualKeys(value)
    kept.shadowed = [pair for i, pair in enumerate(pairs) if last[pair[0]] != i]
    return kept


def _same_number(number: float, text: str) -> bool:
    try:
        return isfinite(number) and Decimal(repr(number)) == Decimal(text)
    except InvalidOperation:  # an exponent beyond all bounds
        return False


def exact_float(text: str) -> float:
    """The number that a text names, with the text where a double cannot hold it."""
    number = float(text)
    return number if _same_number(number, text) else ExactNumber(text)


def _integer(text: str) -> int | float:
    # int() refuses more than 4,300 digits, against denial of service.
    return int(text) if len(text) <= 4_000 else ExactNumber(text)


_STRICT = json.JSONDecoder(
    object_pairs_hook=object_of,
    parse_float=exact_float,
    parse_int=_integer,
    parse_constant=ExactNumber,
)


def notes_on(value: JsonValue, at: Address) -> list[Note]:
    """Notes on what JSON does not quite allow in a value: equal keys, NaN.

    No more than one beyond MAX_NOTES; see `shortened`.
    """
    notes: list[Note] = []
    stack: list[tuple[JsonValue, Address]] = [(value, at)]
    while stack and len(notes) <= MAX_NOTES:
        item, place = stack.pop()
        entries = _entries(item)
        stack += [
            (inner, address.child(place, key))
            for key, inner in reversed(entries)
            if isinstance(inner, (dict, list, ExactNumber))
        ]
        if isinstance(item, ObjectWithEqualKeys):
            notes += _notes_on_equal_keys(item, place)
        elif isinstance(item, ExactNumber) and item.text in ("NaN", "Infinity", "-Infinity"):
            text = f"{item.text} is no JSON; it was kept as it stands."
            notes.append(Note("not-a-number", text, place))
    return notes


def _entries(value: JsonValue) -> list[tuple[str | int, JsonValue]]:
    """The keys or positions of what a value holds."""
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def _notes_on_equal_keys(item: ObjectWithEqualKeys, place: Address) -> list[Note]:
    numbers: dict[str, int] = defaultdict(int)
    notes = []
    for key, _ in item.shadowed[: MAX_NOTES + 1]:
        text = (
            f"The key {key!r} stands more than once in this object; the last one counts, "
            "this one is kept."
        )
        notes.append(Note("equal-keys", text, address.occurrence(place, key, numbers[key])))
        numbers[key] += 1
    return notes


def write(value: JsonValue, *, indent: bool = False, newline: bool = False) -> bytes:
    """UTF-8 JSON of a value with every number and all equal keys; the inverse of `read`. With
    `newline` it ends in one, of which it may be too large to be copied for."""
    option = orjson.OPT_PASSTHROUGH_SUBCLASS | (orjson.OPT_INDENT_2 if indent else 0)
    option |= orjson.OPT_APPEND_NEWLINE if newline else 0
    try:
        return orjson.dumps(value, option=option)
    except (orjson.JSONEncodeError, RecursionError):
        return _written_exactly(value, indent=indent) + (b"\n" if newline else b"")


def refuse_too_deep(value: JsonValue) -> None:
    """Raise UploadTooDeep for a value in memory as `read` would for its text."""
    if _nesting(value) > MAX_DEPTH:
        raise UploadTooDeep(_TOO_DEEP)


def _written_exactly(value: JsonValue, *, indent: bool) -> bytes:
    """As `write`, for large integers, exact numbers, equal keys and lone surrogates."""
    pieces: list[str] = []
    try:
        _write_exactly(value, pieces, "\n" if indent else None)
    except RecursionError as error:
        raise UploadTooDeep("The JSON is nested too deeply to be written.") from error
    return "".join(pieces).encode()


def _keys_and_values(value: dict[str, JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    """The pairs of an object; earlier values of a key come directly before the last one."""
    earlier: dict[str, list[JsonValue]] = defaultdict(list)
    for key, item in value.shadowed if isinstance(value, ObjectWithEqualKeys) else ():
        earlier[key].append(item)
    for key, item in value.items():
        yield from ((key, before) for before in earlier.get(key, ()))
        yield key, item


def _write_exactly(value: JsonValue, out: list[str], line: str | None) -> None:
    """Append the text of a value; `line` begins a line at its depth, None: no line breaks."""
    if not isinstance(value, (dict, list)) or not value:
        out.append(_scalar(value))
        return
    inner = None if line is None else line + "  "
    separator, closing = "{}" if isinstance(value, dict) else "[]"
    for key, item in written_entries(value, ":" if line is None else ": "):
        out += (separator, inner or "", key)
        _write_exactly(item, out, inner)
        separator = ","
    out += (line or "", closing)


def written_entries(
    value: dict[str, JsonValue] | list[JsonValue], colon: str
) -> Iterator[tuple[str, JsonValue]]:
    """The text before each element of an object or list, and the element."""
    if isinstance(value, list):
        yield from (("", item) for item in value)
    else:
        yield from ((_text(key) + colon, item) for key, item in _keys_and_values(value))


def _scalar(value: JsonValue) -> str:
    if isinstance(value, str):
        return _text(value)
    return value.text if isinstance(value, ExactNumber) else json.dumps(value)


def _text(value: str) -> str:
    lone_surrogate = not value.isascii() and any(
        "\ud800" <= character <= "\udfff" for character in value
    )
    return json.dumps(value, ensure_ascii=lone_surrogate)
