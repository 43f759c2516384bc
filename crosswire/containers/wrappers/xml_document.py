"""A document in XML, as proxies for security tests (Burp Suite) and load tests export what
they recorded: its elements as JSON.

An element is an object: its attributes and its elements by their names, its text as `text`;
one that has text alone is that text. What says `base64="true"` is unpacked, and what is a
message of HTTP then, an object of its first line, its headers and its body.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from crosswire.containers import json_document
from crosswire.containers.wrappers import http_message
from crosswire.containers.wrappers.budget import Budget, OverBudget
from crosswire.containers.wrappers.protocol import Member, Skipped
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonObject, JsonValue

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

NAME = "xml"
TITLE = "a document in XML"
MAX_DEPTH = 100
"""Elements within elements."""
MAX_ELEMENTS = 2_000_000
_BEGIN = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:(?P<declared><\?xml\s)|<(?P<root>[A-Za-z_][\w.-]{0,80})[\s>])"
)
_END = re.compile(rb"</([A-Za-z_][\w.-]{0,80})\s{0,9}>\s{0,99}\Z")
_DECLARED = re.compile(rb"(?:\xef\xbb\xbf)?\s*<[?!]")
"""What declares itself has one element around all; of several they are put into one."""
_LONGEST_END = 200
_OF_PAGES = re.compile(
    rb"(?:html|head|body|details|summary|div|span|p|pre|code|table|ul|ol|h\d|img|a|b|svg)\Z",
    re.IGNORECASE,
)
"""Elements of HTML, which people use in Markdown too."""
_WRITTEN = "The JSON that is shown was written from its XML."
_BASE64: JsonObject = {"base64": "true"}


def fits(data: bytes) -> bool:
    """Whether it says that it is XML, or ends with the element that it begins with."""
    begin = _BEGIN.match(data)
    if begin is None or begin["declared"]:
        return begin is not None
    end = _END.search(data[-_LONGEST_END:])
    is_closed = end is not None and end[1] == begin["root"]
    return is_closed and _OF_PAGES.match(begin["root"]) is None


def members(data: bytes, budget: Budget) -> Iterator[Member | Skipped]:
    tree = _Tree(budget)
    cut = tree.read(data)
    text = json_document.write(tree.value(), indent=True, newline=True)
    budget.take(len(text))
    yield Member(text, cut=cut, remarks=(_WRITTEN,), written_from=TITLE)


class _Element(Struct):
    """An element that is not closed yet."""

    name: str
    fields: JsonObject
    texts: list[str] = field(default_factory=list)
    repeated: set[str] = field(default_factory=set)
    """The names of its elements that stand in a list."""

    def add(self, name: str, value: JsonValue) -> None:
        """An element in it; those of one name are a list."""
        before = self.fields.get(name)
        if name in self.repeated and isinstance(before, list):
            before.append(value)
        elif name in self.fields:
            self.repeated.add(name)
            self.fields[name] = [before, value]
        else:
            self.fields[name] = value

    def value(self) -> JsonValue:
        text = "".join(self.texts)
        if not self.fields or self.fields == _BASE64:
            return _unpacked(text) if self.fields else text
        if text.strip():
            self.add("text", text)
        return self.fields


class _Tree:
    """The elements of a document, as they are opened and closed."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._open = [_Element("", {})]
        self._left = MAX_ELEMENTS

    def read(self, data: bytes) -> str | None:
        """Read all elements, and what of them could not be had; raises UnreadableUpload where
        there is nothing."""
        parser = self._parser()
        from xml.parsers.expat import ExpatError

        around = () if _DECLARED.match(data) else (b"<documents>", b"</documents>")
        try:
            for piece in (*around[:1], data, *around[1:]):
                parser.Parse(piece.removeprefix(codecs.BOM_UTF8), False)
            parser.Parse(b"", True)
        except (ExpatError, ValueError, LookupError, OverBudget) as error:
            if len(self._open) < 2 and not self._open[0].fields:
                raise _fault(error, parser) from error
            while len(self._open) > 1:
                self._end(self._open[-1].name)
            return f"{_fault(error, parser)} What stands before that was read."
        return None

    def value(self) -> JsonValue:
        return self._open[0].value()

    def _parser(self) -> XMLParserType:
        from xml.parsers import expat  # few files are XML

        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = _refuse_entity
        return parser

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self._left -= 1
        if self._left < 0 or len(self._open) > MAX_DEPTH:
            what = f"{MAX_ELEMENTS:,} elements" if self._left < 0 else f"{MAX_DEPTH} levels"
            raise OverBudget(f"This XML has more than {what}.")
        self._open.append(_Element(name, dict(attributes)))

    def _end(self, name: str) -> None:
        self._open[-2].add(name, self._open.pop().value())

    def _text(self, text: str) -> None:
        self._open[-1].texts.append(text)


def _refuse_entity(name: str, *_: Any) -> None:
    """An entity stands for text that may repeat without end, or lie in another file."""
    raise OverBudget(f"This XML declares an entity ({name[:40]!r}), which is not followed.")


def _fault(error: Exception, parser: XMLParserType) -> UnreadableUpload:
    if isinstance(error, OverBudget):
        return error
    place = f"line {parser.CurrentLineNumber}, column {parser.CurrentColumnNumber + 1}"
    return UnreadableUpload(
        f"Not XML: {error}, at {place}.",
        offset=max(parser.CurrentByteIndex, 0),
        line=parser.CurrentLineNumber,
    )


def _unpacked(text: str) -> JsonValue:
    """What stands as base64, where it is text or a message of HTTP; else it stays so."""
    try:
        data = base64.b64decode(text, validate=False)
    except (binascii.Error, ValueError):
        return text
    message = http_message.read(data)
    if message is not None:
        return message
    try:
        return data.decode()
    except UnicodeDecodeError:
        return text
