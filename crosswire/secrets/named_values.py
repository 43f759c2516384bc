"""Finds what is probably a secret: the value beside a name that says so, in whatever form
names and values are written.

The work at each name has a greatest length, so that all of it grows with the text and no
faster.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from crosswire.secrets.secret_names import (
    AUTHORIZATION,
    COOKIE,
    PASSWORD,
    PASSWORD_LINE,
    STEMS,
    kind_of,
)
from crosswire.secrets.secret_rule import SecretKind
from crosswire.secrets.secret_values import is_secret

Named = tuple[int, int, SecretKind]
"""Where a value begins and ends, and what it is."""

_LONGEST_NAME = 64
_LONGEST_VALUE = 1_000
_NAME_SIGNS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
_BLANKS = rb"(?:[ \t\r\n]|\\{1,16}(?:[nrt]|u000[aAdD])){0,40}"
_QUOTE = rb"\\{0,16}[\"'`]"
# What may stand between a name and its value. The name may have more letters behind its stem.
_AFTER_NAME = re.compile(
    rb"(?P<rest>[A-Za-z0-9_.-]{0,40})(?P<closed>" + _QUOTE + rb")?(?:"
    rb"\]?[ \t]{0,20}(?P<assigned>:[ ]?(?:str|string|String|Optional\[str\])[ ]?=(?!=)|=>|:="
    rb"|={1,2}|:(?![:/]))[ \t]{0,20}(?:\[" + _BLANKS + rb"(?=" + _QUOTE + rb"))?"
    rb"|,?" + _BLANKS + rb"(?:" + _QUOTE + rb")?[vV]alue(?:" + _QUOTE + rb")?"
    rb"[ \t]{0,2}(?P<paired>[:=])[ \t]{0,2}"
    rb"|(?P<listed>," + _BLANKS + rb")(?=" + _QUOTE + rb")"
    rb"|(?P<inside>>)"
    rb")"
)
# What follows or precedes a stem, in small letters, where a value may stand beside it.
_TIED = (
    rb"(?=[a-z0-9_.-]{0,40}(?:[\"'`\\\]=:>\r\n]|[ \t]{1,20}(?:[=:>\"'`\\]|is)"
    rb"|,[ \t\r\n]{0,40}[\\\"'`]))"
)
_FLAGGED = rb"(?=[a-z0-9_.-]{0,40}[ \t])"
_OF_NETRC = rb"|(?<= pass)(?=word[ \t])"


def _likely(stem: bytes) -> bytes:
    """A stem without its first letter, where a value may stand beside it."""
    tied = _TIED + rb"|(?<=[_-]" + stem + rb")" + _FLAGGED
    return stem[1:] + rb"(?:" + tied + (_OF_NETRC if stem == b"pass" else b"") + rb")"


# One pattern for each first letter: a text is searched for one letter as fast as for one stem.
_LIKELY = tuple(
    re.compile(letter + rb"(?:" + rb"|".join(map(_likely, stems)) + rb")")
    for letter, stems in (
        (letter, [stem for stem in STEMS if stem.startswith(letter)])
        for letter in dict.fromkeys(stem[:1] for stem in STEMS)
    )
)
_IS_PROSE = re.compile(rb"s? [a-z]")
_AFTER_A_FLAG = re.compile(
    rb"(?P<rest>[A-Za-z0-9_.-]{0,40})(?P<spaced>[ \t]{1,4})(?P<told>is:?[ \t]{1,4})?"
)
_OPENS = re.compile(rb"(?P<slashes>\\{0,16})(?P<quote>[\"'`])")
_STOPS = {quote: re.compile(rb"[\r\n\"" + quote + rb"]") for quote in (b'"', b"'", b"`")}
_MOST_SLASHES = 64
_AFTER_A_STRING = (b",", b":", b"}", b"]", b" ", b"\t", b"\r", b"\n", b"")
_HEADERS = (b"Authorization", b"Cookie")
_QUERY = re.compile(rb"&[A-Za-z_]{1,40}=")
_HEADER = re.compile(rb"[^\"'\\\r\n\x00-\x1f`]{8,500}")
_BARE = re.compile(rb"[^\s\"'\\`<>;\x00-\x1f]{1,300}")
_SCHEME = re.compile(
    rb"(?:Bearer|Basic|Token|ApiKey|Api-Key|Bot|Digest|Key|Negotiate|GenieKey|SSWS|DPoP"
    rb"|AWS4-HMAC-SHA256|bearer|basic|token) (?:token=)?"
)
_PGPASS = re.compile(
    rb"[A-Za-z0-9_.*-]{1,80}:(?:[0-9]{4,5}|\*):[A-Za-z0-9_*-]{1,60}:[A-Za-z0-9_*-]{1,60}:"
    rb"([^\s:\"'\\/]{6,100})(?![^\s\"'\\])"
)
_PROGRAMS = (b"curl ", b"sshpass ", b"mysql", b"IDENTIFIED BY ")
_COMMANDS = re.compile(
    rb"curl [^\r\n\"']{0,100}?(?:-u|--user)[ =](?:\\{0,4}[\"'])?"
    rb"[A-Za-z0-9_.@$+-]{1,80}:([^\s\"'\\]{4,200})"
    rb"|sshpass -p ?(?:\\{0,4}[\"'])?([^\s\"'\\]{4,100})"
    rb"|mysql(?:dump|admin)? [^\r\n\"']{0,80}?-p([^\s\"'\\-][^\s\"'\\]{3,100})"
    rb"|IDENTIFIED BY (?:\\{0,4}[\"'])([^\s\"'\\]{4,100})"
)


def named_values(text: bytes) -> Iterator[Named]:
    """The values that are probably secrets."""
    yield from _beside_names(text)
    yield from _of_lines(text)


def _beside_names(text: bytes) -> Iterator[Named]:
    small = text.lower()
    for likely in _LIKELY:
        until = dict.fromkeys(STEMS, 0)
        for hit in likely.finditer(small):
            stem = hit[0]
            found = _at(text, hit.start(), stem) if hit.start() >= until[stem] else None
            if found is not None:
                yield found
                until[stem] = found[1]


class _Beside(Struct):  # not frozen: that would take thrice the time, at each name
    """A name that may say that a secret stands beside it."""

    text: bytes
    start: int
    """Of the name."""
    name: bytes
    kind: SecretKind
    after: re.Match[bytes]
    """What stands between the name and the value."""

    @property
    def is_flag(self) -> bool:
        return self.name[:1] == b"-"

    @property
    def is_closed(self) -> bool:
        """Whether a quote ends the name."""
        return self.after["closed"] is not None

    @property
    def is_variable(self) -> bool:
        """`DB_PASSWORD=`, as in the environment of a program."""
        return self.name.isupper() and self.after["assigned"] == b"="

    @property
    def is_tied(self) -> bool:
        """Whether what stands between the name and the value ties them."""
        after = self.after
        if self.name.lower().endswith((b"sig", b"signature")):
            return after["assigned"] == b"=" and not self.is_closed  # of an address
        if after["listed"] is not None:
            is_header = self.name[:2] in (b"X-", b"x-") or self.name in _HEADERS
            return self.is_flag or is_header or self.name.isupper()
        if after["inside"] is not None:
            begins = self.text[self.start - 1 : self.start]
            return begins == b"<" and after["closed"] is None
        return True


class _Said(_Beside):
    """A name that has only a blank behind it."""

    @property
    def is_closed(self) -> bool:
        return False

    @property
    def is_variable(self) -> bool:
        return False

    @property
    def is_tied(self) -> bool:
        """`--password x`, `password is x`, `login me password x`, `PASSWORD 'x'`."""
        if self.after["told"]:
            return not self.name.isupper()
        if self.is_flag:
            return True
        before = self.text[max(0, self.start - 80) : self.start]
        if before.endswith(b"ENV ") or (self.name == b"password" and b"login " in before):
            return True
        return self.name.isupper() and _OPENS.match(self.text, self.after.end()) is not None


def _at(text: bytes, place: int, stem: bytes) -> Named | None:
    """The value beside the name that has this stem here."""
    behind = place + len(stem)
    how = _Beside
    after = None if _IS_PROSE.match(text, behind) else _AFTER_NAME.match(text, behind)
    if after is None:
        after, how = _said_after(text, place, behind), _Said
    if after is None:
        return None
    before = text[max(0, place - _LONGEST_NAME) : place]
    start = place - len(before) + len(before.rstrip(_NAME_SIGNS))
    if text[start - 1 : start] == b"\\" and text[start : start + 1] in b"nrtbf":
        start += 1
    name = text[start : after.end("rest")]
    kind = kind_of(name)
    if kind is None:
        return None
    beside = how(text, start, name, kind, after)
    return _value(beside) if beside.is_tied else None


def _said_after(text: bytes, place: int, behind: int) -> re.Match[bytes] | None:
    """What follows a name that has only a blank behind it; a quick look tells most prose."""
    before = text[max(0, place - 80) : behind]
    is_likely = (
        before[-1:].isupper()
        or b"--" in before
        or b"login " in before
        or b" is" in text[behind : behind + 12]
    )
    return _AFTER_A_FLAG.match(text, behind) if is_likely else None


def _value(beside: _Beside) -> Named | None:
    text, after, kind = beside.text, beside.after, beside.kind
    opens = _OPENS.match(text, after.end())
    if opens is None:
        # A number or a name of JSON: no placeholder can stand there.
        is_of_json = beside.is_closed and after["assigned"] == b":"
        return None if is_of_json else _bare(beside)
    start = opens.end()
    if not beside.is_closed and text[start : start + 1] in _AFTER_A_STRING:
        return None  # The end of the string in which the name stands.
    end = _end(text, opens)
    if end is None:
        return None
    start += _scheme(text[start:end], kind)
    is_one = is_secret(text[start:end], kind, beside.name, is_quoted=True)
    return (start, end, kind) if is_one else None


def _end(text: bytes, opens: re.Match[bytes]) -> int | None:
    """Where a quoted value ends."""
    depth = (len(opens["slashes"]) + 1).bit_length() - 1
    if 2**depth - 1 != len(opens["slashes"]):
        return None
    place = opens.end()
    until = min(len(text), place + _LONGEST_VALUE)
    for stop in _STOPS[opens["quote"]].finditer(text, place, until):
        if stop[0] != opens["quote"]:
            return None
        before = text[max(place, stop.start() - _MOST_SLASHES) : stop.start()]
        own = _slashes_of_an_end(len(before) - len(before.rstrip(b"\\")), depth)
        if own is not None:
            return stop.start() - own
    return None


def _slashes_of_an_end(slashes: int, depth: int) -> int | None:
    """How many of the backslashes before a quote are its own, where it ends a text that stands
    so deep in others; None where it is one of the text."""
    for level in range(depth + 1):
        if slashes % 2 == 0:
            return int(2**level) - 1
        slashes //= 2
    return None


def _bare(beside: _Beside) -> Named | None:
    """A value without quotes."""
    if beside.kind in (COOKIE, AUTHORIZATION):
        return _header(beside)
    text, start = beside.text, beside.after.end()
    found = _BARE.match(text, start)
    if found is None:
        return None
    value = found[0]
    if text[beside.start - 1 : beside.start] in (b"?", b"&") or _QUERY.search(value):
        value = value.partition(b"&")[0].partition(b"#")[0]
    if not beside.is_variable:
        value = value.partition(b",")[0]
    value = value.rstrip(b",)}].:|")
    end = start + len(value)
    is_code = text[end : end + 1] in (b")", b"(", b"[", b"`") or b"(" in value
    if is_code or not is_secret(value, beside.kind, beside.name, is_quoted=False):
        return None
    return start, end, beside.kind


def _header(beside: _Beside) -> Named | None:
    """The value of a header, which has blanks in it."""
    text, start, kind = beside.text, beside.after.end(), beside.kind
    found = _HEADER.match(text, start)
    if found is None:
        return None
    start += _scheme(found[0], kind)
    value = text[start : found.end()].rstrip()
    if kind is AUTHORIZATION:
        value = value.split(b" ")[0].rstrip(b",;")
    is_one = is_secret(value, kind, beside.name, is_quoted=False)
    return (start, start + len(value), kind) if is_one else None


def _scheme(value: bytes, kind: SecretKind) -> int:
    """How many bytes of a header only say what follows."""
    found = _SCHEME.match(value) if kind is not COOKIE else None
    return found.end() if found else 0


def _of_lines(text: bytes) -> Iterator[Named]:
    """Passwords that have no name, only a place in a line."""
    for sign in (b"432:", b":*:"):
        place = text.find(sign)
        while place != -1:
            before = text[max(0, place - 80) : place]
            start = place - len(before) + len(before.rstrip(_NAME_SIGNS + b"*:"))
            found = _PGPASS.match(text, start)
            if found and is_secret(found[1], PASSWORD, b"", is_quoted=True):
                yield (*found.span(1), PASSWORD_LINE)
            place = text.find(sign, place + 1)
    for word in _PROGRAMS:
        place = text.find(word)
        while place != -1:
            found = _COMMANDS.match(text, place)
            if found and is_secret(found[found.lastindex or 0], PASSWORD, b"", is_quoted=True):
                yield (*found.span(found.lastindex or 0), PASSWORD_LINE)
            place = text.find(word, place + 1)
