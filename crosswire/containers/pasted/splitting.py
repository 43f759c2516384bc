"""Takes a paste apart, from its beginning to its end.

The text is gone through once. What is looked at again (a value within one that could not be
read) is counted, and there is an end to it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from msgspec.structs import replace

from crosswire.containers import markdown_blocks
from crosswire.containers.bodies import Body
from crosswire.containers.pasted import errors
from crosswire.containers.pasted.curl import Curl, curl_at
from crosswire.containers.pasted.escapes import unescaped
from crosswire.containers.pasted.pieces import Kind, Paste, Piece, Span
from crosswire.containers.pasted.servers import answers, server_before, server_behind
from crosswire.containers.pasted.shell import Word
from crosswire.containers.pasted.values import (
    Read,
    extent_of,
    is_error,
    is_of_conversation,
    value_of,
)
from crosswire.containers.quoted_texts import end_of_text
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonValue

MAX_BYTES = 20_000_000
"""A longer text is no paste."""
_SCANS = 8
"""How often the whole of a text may be looked at."""

_NEXT = re.compile(
    rf"""
      (?P<curl>(?<![\w./-])curl(?:\.exe)?(?=[ \t^\\]))
    | (?P<error>{errors.MARK})
    | (?P<call>(?<![\w.])[A-Za-z_][\w.]{{0,100}}\((?=\s{{0,40}}\w{{1,60}}=(?!=)))
    | (?P<quoted>"(?=\{{\s{{0,40}}\\"))
    | (?P<value>
          \{{(?=\s{{0,400}}(?:["'`]|//|\#|/\*|[A-Za-z_$][\w$]{{0,80}}\s{{0,9}}:))
        | \[(?=\s{{0,400}}[\{{\[])
      )
    """,
    re.VERBOSE,
)
_INNER = re.compile(
    r"(?:\bjson_data[\"']?\s{0,9}[:=]|\bJSON\.stringify\(|\bjson\.dumps\(|\b(?:json|body|payload|data)[\"']?\s{0,9}[:=])"
    r"\s{0,400}(?=[{\[])"
)
"""What stands before the body of a request in the options of a program."""
_DEBUG = "an SDK's debug line"
_DEBUG_LINE = re.compile(r"Request options:\s*\Z")
_ASSIGNED = re.compile(r"([A-Za-z_$][\w$.]{0,60})\s{0,9}=\s{0,9}\Z")
_LIKE_A_LOG = re.compile(
    r"\b(?:messages|contents|input|role|model|content|tool_calls|choices)[\"']?\s{0,9}[:=]"
)
_LINE = re.compile(r"[^\n]+|\n")
_DATA = re.compile(r"data:[ ]?[{\[]")
_FIELD = re.compile(r"(?:data|event|id|retry)?:|[\r\n]")
_IN_YAML = re.compile(r"""(?:^|\n)[ \t-]*\w[\w-]*:[ \t]+['\"]\Z""")
_NEAR = 200
"""Characters around the beginning of a value that say what it is."""
_JSON_BEGINS = re.compile(r"[{\[\"']")


def split(data: bytes) -> Paste | None:
    """What a text holds; None for what is no text, or is too long for a paste."""
    if len(data) > MAX_BYTES:
        return None
    try:
        data.decode()
    except UnicodeDecodeError:
        return None
    return _Splitting(data).run(data)


class _Splitting:
    def __init__(self, data: bytes) -> None:
        self.text = data.decode("latin-1")
        self.begin = 3 if data.startswith(b"\xef\xbb\xbf") else 0
        self.ends = [found.start() for found in re.finditer("\n", self.text)]
        self.left = _SCANS * len(data) + 10_000
        self.pieces: list[Piece] = []
        self.taken = 0  # where the last document ends
        self.keys: list[tuple[str, int, int]] = []
        self.block = 0

    def run(self, data: bytes) -> Paste:
        fences: set[int] = set()
        position = self.begin
        for (first, last), _ in markdown_blocks.blocks(data):
            start, end = self._start_of(first), self._start_of(last + 1) - 1
            self._walk(position, max(position, self._start_of(first - 1)), "")
            self._walk(start, max(start, end), "a fenced block")
            position = max(start, end)
            fences |= {first - 1, last + 1}
        self._walk(position, len(self.text), "")
        pieces = tuple(self.pieces)
        return Paste(pieces, tuple(self._left_out(pieces, fences)), tuple(self.keys))

    def _start_of(self, line: int) -> int:
        if line < 2:
            return 0
        return self.ends[line - 2] + 1 if line - 2 < len(self.ends) else len(self.text) + 1

    def _line(self, position: int) -> int:
        return bisect_right(self.ends, position - 1) + 1

    def _span(self, start: int, end: int) -> Span:
        return Span(start, end, self._line(start), self._line(max(start, end - 1)))

    def _walk(self, position: int, end: int, source: str) -> None:
        """Take the pieces of a stretch."""
        self.block += 1
        end = min(end, len(self.text))
        for start, last in _streams(self.text, position, end):
            self._walk_plain(position, start, source)
            server = self._server(start, last, is_debug=False)
            span = self._span(start, last)
            self.pieces.append(Piece("stream", source, span, block=self.block, server=server))
            position = self.taken = last
        self._walk_plain(position, end, source)

    def _walk_plain(self, position: int, end: int, source: str) -> None:
        """The same where no events of a stream stand."""
        while self.left > 0 and (found := _NEXT.search(self.text, position, end)) is not None:
            start = found.start()
            if found.lastgroup == "curl":
                position = self._curl(start, end)
            elif found.lastgroup == "error":
                position = self._error(start, end)
            elif found.lastgroup == "call":
                position = self._call(start, found.end(), end, source)
            elif found.lastgroup == "quoted":
                position = self._quoted(start, end, source)
            else:
                position = self._value(start, end, source)

    # Commands

    def _curl(self, start: int, end: int) -> int:
        command = curl_at(self.text, start, end)
        self.left -= command.end - start
        self.keys += command.keys
        position = command.end
        for word, skipped in command.bodies:
            position = max(position, self._body_of(command, word, skipped, end))
        return max(position, start + 4)

    def _body_of(self, command: Curl, word: Word, skipped: int, end: int) -> int:
        """Take a body that a command sends; how far it reaches."""
        body = word.body(skipped)
        if not body.text.strip():
            return word.end
        source = "a curl command"
        line = self._line(body.places[0])
        read = value_of(body, line, may_be_cut=word.is_open)
        last = body.places_of([len(body.text) - 1])[0] + 1
        if isinstance(read, UnreadableUpload):
            whole = self._unquoted(body.places[0], end)
            if whole is not None:
                body, last = whole
                read = value_of(body, line, may_be_cut=False)
        self._take(read, body, last, source, tuple(command.headers), command.server)
        return last

    def _unquoted(self, start: int, end: int) -> tuple[Body, int] | None:
        """A body as it was meant where a quote in it ended it for the shell."""
        if not self.text.startswith(("{", "["), start):
            return None
        extent = extent_of(self.text, start, end)
        self.left -= extent.end - start
        return self._body(start, extent.end) if extent.state == "whole" else None

    def _body(self, start: int, end: int) -> tuple[Body, int]:
        return Body(self.text[start:end].encode("latin-1"), (0,), (start,)), end

    # Errors

    def _error(self, start: int, end: int) -> int:
        last, looked = errors.end_of_error(self.text, start, end)
        self.left -= looked - start
        self._take_error(start, last, "")
        return max(last, start + 1)

    def _take_error(self, start: int, end: int, source: str) -> None:
        words = self.text[start:end].encode("latin-1").decode("utf-8", "replace").strip()
        said_by = errors.speaker_of(words)
        self.pieces.append(
            Piece("error", source, self._span(start, end), words, said_by=said_by)
        )

    # Values

    def _call(self, start: int, inner: int, end: int, source: str) -> int:
        """A call in Python with all of a request as its keywords; else what is within it."""
        extent = extent_of(self.text, inner - 1, end)
        self.left -= extent.end - start
        if extent.state == "whole":
            body, last = self._body(start, extent.end)
            read = value_of(body, self._line(start), may_be_cut=False)
            if isinstance(read, Read) and is_of_conversation(read.value):
                self._take(read, body, last, source or "a call in Python")
                return last
        return inner

    def _quoted(self, start: int, end: int, source: str) -> int:
        """An object in a text in quotes, as `body="{\\"a\\": 1}"` of a log line has it."""
        last = end_of_text(self.text, start + 1, '"', over_lines=False)
        if not start < last <= end:
            return start + 1
        self.left -= last - start
        body = unescaped(self.text[start + 1 : last - 1], start + 1)
        read = value_of(body, self._line(start), may_be_cut=False)
        if isinstance(read, UnreadableUpload):
            return start + 1
        self._take(read, body, last, source or "a text in quotes")
        return last

    def _value(self, start: int, end: int, source: str) -> int:
        extent = extent_of(self.text, start, end)
        self.left -= extent.end - start
        is_cut = extent.state == "cut"
        body, last = self._body(start, extent.end)
        read = value_of(body, self._line(start), may_be_cut=is_cut)
        if self._is_folded(start, extent.end):
            return extent.end
        is_read = isinstance(read, Read)
        if not isinstance(read, Read) or _is_around_another(read.value):
            inner = _INNER.search(self.text, start, extent.end)
            if inner is not None and self.left > 0:
                within = end if is_cut else extent.end
                around = self._around(start, source) or "the body of a request"
                self._value(inner.end(), within, around)
                return extent.end
        if not is_read and not _LIKE_A_LOG.search(self.text, start, extent.end):
            return start + 1  # an error may stand in it
        self._take(read, body, last, self._around(start, source))
        return last

    def _is_folded(self, start: int, end: int) -> bool:
        """Whether it stands in quotes of YAML on several lines, whose breaks YAML reads as
        blanks."""
        near = self.text[max(0, start - _NEAR) : start]
        return _IN_YAML.search(near) is not None and "\n" in self.text[start:end]

    def _around(self, start: int, source: str) -> str:
        """What a value stands in, in words."""
        near = self.text[max(0, start - _NEAR) : start]
        if _DEBUG_LINE.search(near) is not None:
            return _DEBUG
        assigned = _ASSIGNED.search(near)
        return source or (f"{assigned[1]} = ..." if assigned is not None else "")

    def _take(
        self,
        read: Read | UnreadableUpload,
        body: Body,
        end: int,
        source: str,
        headers: tuple[str, ...] = (),
        server: str = "",
    ) -> None:
        start = body.places[0]
        span = self._span(start, end)
        if isinstance(read, UnreadableUpload):
            broken = Piece("broken", source, span, body=body, headers=headers, fault=read)
            self.pieces.append(broken)
            return
        kind: Kind = "log" if is_of_conversation(read.value) else "value"
        if kind == "value" and is_error(read.value):
            self._take_error(start, end, source)
            return
        piece = Piece(kind, source, span, "", body, read.value, read.how, headers)
        server = server or self._server(start, end, is_debug=source == _DEBUG)
        self.pieces.append(replace(piece, server=server))
        self.taken = end

    def _server(self, start: int, end: int, *, is_debug: bool) -> str:
        """The server that what stands around a document names."""
        behind = server_behind(self.text, end) if is_debug else ""
        named = behind or server_before(self.text, self.taken, start)
        is_answer = not named and bool(self.pieces) and answers(self.text, self.taken, start)
        return self.pieces[-1].server if is_answer else named

    # The rest

    def _left_out(self, pieces: tuple[Piece, ...], fences: set[int]) -> Iterator[Span]:
        """Stretches of lines that hold none of the pieces, blank ones left alone."""
        taken = set(fences)
        for piece in pieces:
            if piece.kind != "value":
                taken.update(range(piece.span.first, piece.span.last + 1))
        first = last = 0
        for line in range(1, len(self.ends) + 2):
            start, end = self._start_of(line), self._start_of(line + 1)
            if line in taken:
                if first:
                    yield self._span(self._start_of(first), self._start_of(last + 1) - 1)
                first = 0
            elif self.text[start:end].strip():
                first, last = first or line, line
        if first:
            yield self._span(
                self._start_of(first), min(self._start_of(last + 1) - 1, len(self.text))
            )


def _streams(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where events of a stream stand: lines of its fields, two of them with JSON as data."""
    first = last = count = 0
    for line in _LINE.finditer(text, start, end):
        if _DATA.match(text, line.start(), line.end()) is not None:
            first = first if count else line.start()
            last, count = line.end(), count + 1
        elif count and _FIELD.match(text, line.start(), line.end()) is None:
            if count > 1:
                yield first, last
            count = 0
    if count > 1:
        yield first, last


def _is_around_another(value: JsonValue) -> bool:
    """Whether the body of a request may stand in a value, and is not all of it."""
    return not is_of_conversation(value) or (isinstance(value, dict) and "json_data" in value)


def begins_as_json(data: bytes) -> bool:
    """Whether a text begins as a value does, so that it should be one."""
    text = data[:1_000].decode("latin-1").lstrip("\xef\xbb\xbf \t\r\n")
    return _JSON_BEGINS.match(text) is not None
