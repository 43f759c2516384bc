"""The statements of a dump: tables with their columns, rows in literals, and what would change
rows if it was run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Literal, TypeAlias

from msgspec import Struct, field

from crosswire.containers.wrappers.sql_tokens import Dump, Token, in_copy

Value: TypeAlias = Any
"""A text as bytes, a number, None; NotImplemented for what would have to be computed."""

_OF_TABLES = frozenset(
    {"constraint", "primary", "unique", "foreign", "check", "index", "exclude", "like"}
)
"""Words that a line within a table begins with where it is no column."""
_OF_MYSQL = frozenset({"key", "fulltext", "spatial"})
"""The same of MySQL; elsewhere a column may be called so."""
_PROGRAMS = frozenset({"trigger", "procedure", "function", "event"})
_CHANGES = frozenset({"update", "delete", "truncate", "merge"})
_WORDS: dict[str, Value] = {"null": None, "true": 1, "false": 0}
_TO_TEXT = frozenset({"replace", "unistr", "char", "chr"})
"""Functions by which SQLite writes the ends of lines in a text."""


class Statement(Struct):
    kind: Literal["table", "rows", "changes", "cut"]
    table: str = ""
    """Its name; of a change the word that it begins with."""
    columns: list[str] = field(default_factory=list)
    rows: list[list[Value]] = field(default_factory=list)


def statements(dump: Dump) -> Iterator[Statement]:
    """Those that say something of rows, in order; many rows of one come in several."""
    reader = _Statements(dump)
    while (first := reader.next()) is not None:
        word = first.value.lower() if first.kind == "word" else ""
        if word == "create":
            yield from reader.create()
        elif word in ("insert", "replace"):
            yield from reader.insert()
        elif word == "copy":
            yield from reader.copy()
        elif word in _CHANGES:
            table = reader.table_of_change()
            if not table.startswith("sqlite_"):
                yield Statement("changes", word)
        elif first.value != ";":
            reader.skip()
    if reader.is_cut:
        yield Statement("cut")


class _Statements:
    def __init__(self, dump: Dump) -> None:
        self._dump = dump
        self._tokens = dump.tokens()
        self.is_cut = False

    def next(self) -> Token | None:
        token = next(self._tokens, None)
        if token is not None and token.kind == "cut":
            self.is_cut = True
            return None
        return token

    def skip(self, depth: int = 0) -> None:
        """To the end of the statement; `depth`: within so many blocks of a program."""
        while (token := self.next()) is not None:
            word = token.value.lower() if token.kind == "word" else ""
            depth += word in ("begin", "case") and depth > 0
            depth -= word == "end" and depth > 0
            if token.kind == "sign" and token.value == ";" and not depth:
                return

    def create(self) -> Iterator[Statement]:
        """The columns of a table; a program is passed over with all statements in it."""
        while (token := self.next()) is not None and token.value != ";":
            word = token.value.lower() if token.kind == "word" else ""
            if word in _PROGRAMS:
                self._skip_program()
                return
            if word == "table":
                name, after = self._name(("if", "not", "exists"))
                if after is not None and after.value == "(":
                    columns = self._columns()
                    yield Statement("table", name, columns)
                if after is not None and after.value != ";":
                    self.skip()
                return

    def _skip_program(self) -> None:
        while (token := self.next()) is not None and token.value != ";":
            if token.kind == "word" and token.value.lower() == "begin":
                self.skip(depth=1)
                return

    def _name(self, without: tuple[str, ...] = ()) -> tuple[str, Token | None]:
        """The name of a table, without that of its schema, and what comes behind it."""
        name = ""
        while (token := self.next()) is not None:
            is_word = token.kind == "word" and (name or token.value.lower() not in without)
            if is_word or token.kind == "name":
                name = token.value
                token = self.next()
                if token is None or token.value != ".":
                    return name, token
            elif token.kind != "word":
                break
        return name, token

    def _columns(self) -> list[str]:
        """The columns of a table, behind its `(`."""
        columns: list[str] = []
        no_columns = _OF_TABLES | _OF_MYSQL if self._dump.is_mysql else _OF_TABLES
        depth, begins = 1, True
        while depth and (token := self.next()) is not None:
            is_name = token.kind == "name" or (
                token.kind == "word" and token.value.lower() not in no_columns
            )
            if begins and is_name:
                columns.append(token.value)
            begins = token.kind == "sign" and token.value == "," and depth == 1
            if token.kind == "sign":
                depth += (token.value == "(") - (token.value == ")")
        return columns

    def table_of_change(self) -> str:
        name, after = self._name(("from", "only", "or", "table"))
        if after is not None and after.value != ";":
            self.skip()
        return name

    # Rows

    def insert(self) -> Iterator[Statement]:
        token = self.next()
        while token is not None and token.kind == "word" and token.value.lower() != "into":
            token = self.next()
        name, token = self._name()
        columns: list[str] = []
        if token is not None and token.value == "(":
            columns = self._columns()
            token = self.next()
        while token is not None and token.kind == "word" and token.value.lower() != "values":
            if token.value.lower() in ("select", "with", "default", "set"):
                yield Statement("changes", "insert ... select")
                self.skip()
                return
            token = self.next()
        while token is not None and (token := self.next()) is not None:
            if token.kind == "sign" and token.value == "(":
                row = self._row()
                yield from [Statement("rows", name, columns, [row])] if row else []
            elif token.kind == "word":  # on conflict, returning
                self.skip()
                return
            elif token.value == ";":
                return

    def _row(self) -> list[Value]:
        """The values of a row, behind its `(`; none of one that is cut off."""
        row: list[Value] = []
        value: list[Token] = []
        depth = 1
        while (token := self.next()) is not None:
            if token.kind == "sign":
                depth += (token.value == "(") - (token.value == ")")
                if depth == 0 or (depth == 1 and token.value == ","):
                    row.append(_value(value))
                    value = []
                    if depth == 0:
                        return row
                    continue
            value.append(token)
        self.is_cut = True
        return []

    def copy(self) -> Iterator[Statement]:
        """Lines that PostgreSQL copies, to the one that is `\\.`."""
        name, token = self._name()
        columns: list[str] = []
        if token is not None and token.value == "(":
            columns = self._columns()
            token = self.next()
        is_from_here, options = False, False
        while token is not None and token.value != ";":
            is_from_here |= token.value.lower() == "stdin"
            options |= token.value.lower() in ("csv", "binary")
            token = self.next()
        if not is_from_here or token is None:
            return
        self._dump.line()
        while (line := self._dump.line()) is not None and line != r"\.":
            if not options:
                texts = map(in_copy, line.split("\t"))
                row = [None if text is None else text.encode() for text in texts]
                yield Statement("rows", name, columns, [row])
        self.is_cut |= line is None
        if options:
            yield Statement("changes", "copy ... csv")


def _value(tokens: list[Token]) -> Value:
    """What a literal says; a cast behind it changes nothing that is read."""
    if tokens and tokens[0].kind == "word" and tokens[0].value.lower() in _TO_TEXT:
        text = _text_of(tokens)
        return NotImplemented if text is None else text.encode("utf-8", "surrogatepass")
    is_cast = len(tokens) > 1 and tokens[1].value == ":"
    if not tokens or (len(tokens) > 1 and not is_cast):
        return NotImplemented
    kind, text, _ = tokens[0]
    if kind == "text":
        return text.encode("utf-8", "surrogatepass")
    if kind == "bytes":
        with suppress(ValueError):
            return bytes.fromhex(text)
    if kind == "number":
        with suppress(ValueError):
            return int(text) if text.lstrip("+-").isdigit() else float(text)
    if kind == "word":
        return _WORDS.get(text.lower(), NotImplemented)
    return NotImplemented


def _text_of(tokens: list[Token]) -> str | None:
    """The text that `replace(replace('a\\nb','\\n',char(10)),...)` and the like make; None of
    anything else."""
    stack: list[list[str]] = [[]]
    names: list[str] = []
    for token in tokens:
        if token.kind == "word" and token.value.lower() in _TO_TEXT:
            names.append(token.value.lower())
        elif token.value == "(" and token.kind == "sign" and len(names) == len(stack):
            stack.append([])
        elif token.value == ")" and token.kind == "sign" and len(stack) > 1:
            made = _made(names.pop(), stack.pop())
            if made is None:
                return None
            stack[-1].append(made)
        elif token.kind in ("text", "number"):
            stack[-1].append(token.value)
        elif token.value != ",":
            return None
    return stack[0][0] if len(stack) == 1 and len(stack[0]) == 1 else None


def _made(name: str, given: list[str]) -> str | None:
    if name == "replace" and len(given) == 3:
        return given[0].replace(given[1], given[2]) if given[1] else given[0]
    if name in ("char", "chr") and len(given) == 1 and given[0].isdigit():
        return chr(int(given[0])) if int(given[0]) < 0x110000 else None
    if name == "unistr" and len(given) == 1:
        return _unistr(given[0])
    return None


def _unistr(text: str) -> str | None:
    """The text with `\\u000a` as the character that it is."""
    first, *pieces = text.replace("\\\\", "\0").split("\\u")
    made = [first]
    for piece in pieces:
        try:
            made.append(chr(int(piece[:4], 16)) + piece[4:])
        except ValueError:
            return None
    return "".join(made).replace("\0", "\\")
