"""A curl command: the bodies that it sends, whereto, and the headers that stand with them."""

from __future__ import annotations

import re

from msgspec import Struct, field

from crosswire.containers.pasted.servers import server_of
from crosswire.containers.pasted.shell import Word, command_at

_DATA = re.compile(r"--(?:data(?:-raw|-binary|-ascii|-urlencode)?|json)(=?)", re.ASCII)
_SHORT = re.compile(r"-[a-zA-Z]*?([dHubx])", re.ASCII)
_LONG = {
    "--header": "H",
    "--user": "u",
    "--proxy-user": "u",
    "--oauth2-bearer": "u",
    "--cookie": "b",
    "--url": "a",
    "--proxy": "x",
    "--preproxy": "x",
    "--referer": "x",
}


class Curl(Struct):
    """What a curl command says, as far as it is of use here."""

    end: int
    bodies: list[tuple[Word, int]] = field(default_factory=list)
    """Words with a body, each with how many characters stand before it."""
    headers: list[str] = field(default_factory=list)
    """Their names."""
    keys: list[tuple[str, int, int]] = field(default_factory=list)
    """What may hold a key beside a header: its name, and from where to where it stands."""
    file: str = ""
    """The file with the body, where that is not in the command."""
    server: str = ""
    """The host and the path of its address."""


def curl_at(text: str, start: int, end: int) -> Curl:
    """Read the command that begins at a place and may reach up to another."""
    words, last = command_at(text, start, end)
    found = Curl(last)
    following = iter(words[1:])
    for word in following:
        option, skipped = _option(word.value)
        if not option:
            found.server = found.server or _addressed(word.value)
            continue
        value = word if skipped else next(following, None)
        if value is not None:
            _take(found, option, value, skipped)
    return found


def _addressed(word: str) -> str:
    """The server that a word without an option before it names; a path of a file or a method
    names none."""
    has_path = "://" in word or "/" in word.lstrip("./")
    return server_of(word) if has_path and not word.startswith("-") else ""


def _option(word: str) -> tuple[str, int]:
    """The option that a word is, as a letter, and where its value begins within the word (0:
    it is the next one)."""
    if not word.startswith("-"):
        return "", 0
    long = _DATA.match(word)
    if long is not None:
        return ("d", long.end() if long[1] else 0) if long[1] or long[0] == word else ("", 0)
    name, is_joined, _ = word.partition("=")
    if word.startswith("--"):
        return _LONG.get(name, ""), len(name) + 1 if is_joined else 0
    short = _SHORT.match(word[:12])
    if short is None:
        return "", 0
    return short[1], 0 if short.end() == len(word) else short.end()


def _take(found: Curl, option: str, word: Word, skipped: int) -> None:
    value = word.value[skipped:]
    if option == "d" and value.startswith("@"):
        found.file = value[1:]
    elif option == "d":
        found.bodies.append((word, skipped))
    elif option == "a":
        found.server = server_of(value)
    elif option == "H":
        name, has_value, _ = value.partition(":")
        if has_value:
            found.headers.append(name.strip())
    elif option != "x":  # an address that the request is not sent to
        name = "the cookies" if option == "b" else "the user and password"
        found.keys.append((name, word.place(skipped), _last(word)))


def _last(word: Word) -> int:
    place, run = word.runs[-1] if word.runs else (word.end, "")
    return place + len(run)
