"""Whom a log was sent to: the server that it names, or else the target of its format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from urllib.parse import unquote

from crosswire.address import Address, ancestry, resolve
from crosswire.containers import read_in_text
from crosswire.errors import BadAddress
from crosswire.model import Conversation, JsonObject, JsonValue
from crosswire.model.json_values import text_or_empty
from crosswire.rules.target import Target
from crosswire.rules.targets import TARGETS

_LONGEST = 300
"""Characters of an address or a name; longer texts are something else."""
_HOST = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]{0,20}://)?(?:[^/\s?#@]{1,100}@)?"
    r"(?P<host>[a-z0-9.-]{3,100}(?::\d{1,5})?)(?P<path>[/?#].*)?"
)
_PUBLIC = re.compile(r"[a-z0-9.-]+\.(?!local$|lan$|internal$|localhost$)[a-z]{2,20}")
_PASTED = "pasted"
"""The address that stands beside a document of a paste: a host alone is a server there."""
_ADDRESSES = frozenset(
    {"url", "uri", "baseurl", "apibase", "apibaseurl", "endpoint", "host", "origin", "api"}
    | {"serveraddress", "providerurl", "openaiapibase", "target", _PASTED}
)
"""What an address is called, without its marks and capitals."""
_PLACEHOLDER = r"[<${%\[]{1,2}[^/\s?#@<>${}%\[\]]{1,60}[>}%\]]{1,2}"
_MASKED_HOST = re.compile(
    r"(?P<scheme>https?://)?"
    rf"(?P<host>[a-z0-9.-]{{0,60}}(?:{_PLACEHOLDER}[a-z0-9.-]{{0,60}}){{1,3}}(?::\d{{1,5}})?)"
    r"(?P<path>/.*)?"
)
"""An address with a placeholder in its host, or for the whole of it: `<BASE_URL>/v1/chat`,
`https://{{region}}.example.org/api/chat`."""
_OF_SERVERS = frozenset(
    {"baseurl", "apibase", "apibaseurl", "endpoint", "serveraddress", "providerurl"}
    | {"openaiapibase"}
)
"""Those that are the address of a server whatever its path is; of the others the path tells
whether it is one: a link to a page is none."""
_OF_AN_API = re.compile(
    r"/(?:v\d\w{0,9}|api|openai|anthropic|inference|chat|completions?|messages|responses"
    r"|invoke|converse)(?:[/:?#-]|$)|:(?:streamG|g)enerateContent",
    re.IGNORECASE,
)
"""In the path of an address that requests are sent to."""
_MODEL_IN_PATH = re.compile(
    r"/models/(?P<gemini>[\w.@-]{1,100}):(?:streamG|g)enerateContent"
    r"|/model/(?P<bedrock>[\w.%:-]{1,100})/converse"
)
UNKNOWN_SERVER = "unknown-server"
"""The target that stands for every server that no profile knows."""
_NAMES = frozenset(
    {"provider", "providername", "providerid", "modelprovider", "customllmprovider"}
    | {"genaisystem", "genaiprovidername", "llmprovider", "lsprovider", "system"}
)
"""The same for the name of a server; elsewhere a provider may be anything."""


def own_target(conversation: Conversation) -> str | None:
    """Who a log was made by: the server that it names, where one of its targets takes that
    format, or else the target of its format, or of the messages that it wraps. For a server
    that no profile knows it is the target `unknown-server`, of which nothing is sure."""
    named = named_server(conversation)
    if named is not None:
        return named
    for format in (conversation.format, conversation.wire_format):
        if format in TARGETS:
            return format
    return None


def named_server(conversation: Conversation) -> str | None:
    """The target whose server a log names: by an address, by a field of an answer, by a word
    for a provider, by the model, by the shape of its ids; None where it names none. Where it
    names the public address of another server, models and ids tell nothing: others serve them
    too."""
    formats = {conversation.format, conversation.wire_format}
    fitting = [one for one in TARGETS.values() if not formats.isdisjoint(one.formats)]
    evidence = _Evidence(conversation)
    of_others = [one for one in TARGETS.values() if not formats.isdisjoint(one.also)]
    ways = [(evidence.has_address, [*fitting, *of_others])]
    ways += [(evidence.has_answer, fitting), (evidence.has_name, fitting)]
    if not evidence.is_public_elsewhere:
        ways += [(evidence.has_model, fitting), (evidence.has_ids, fitting)]
        ways += [(evidence.is_own_format, fitting)]
    ways.append((evidence.is_elsewhere, fitting))
    for way, asked in ways:
        found = next((one.name for one in asked if way(one)), None)
        if found is not None:
            return found
    return None


def unknown_host(conversation: Conversation) -> str:
    """The first host that a log says it was sent to and that may be no target's; empty where
    it names none."""
    return next(iter(_Evidence(conversation).servers), "")


def model_in_address(conversation: Conversation) -> str | None:
    """The model that the address of a request names, where its body has no place for it:
    `/models/gemini-2.5-flash:generateContent`, `/model/us.amazon.nova-pro-v1%3A0/converse`."""
    texts = (text for key, text in _told(conversation) if _plain(key) in _ADDRESSES)
    found = filter(None, map(_MODEL_IN_PATH.search, texts))
    return next((unquote(one["gemini"] or one["bedrock"]) for one in found), None)


def format_for(target: Target, conversation: Conversation) -> str:
    """The wire format that a conversation would be sent to a target in: its own, where the
    target takes that and something is known of it, or the log names this server; else the
    first that the target takes."""
    own = conversation.wire_format
    if own in target.formats and (
        target.is_known_in(own) or named_server(conversation) == target.name
    ):
        return own
    return target.format


class _Evidence:
    """What a log says of the server that it was sent to."""

    def __init__(self, conversation: Conversation) -> None:
        told = [(_plain(key), text) for key, text in _told(conversation)]
        addresses = [(key, text) for key, text in told if key in _ADDRESSES]
        self._hosts = {host for _, text in addresses for host in _hosts(text)}
        self.servers = list(filter(None, (_server(key, text) for key, text in addresses)))
        """The hosts that requests are sent to, in the order of the log."""
        self.is_public_elsewhere = any(map(_is_public, self.servers))
        """Whether one is of the public net; asked where none is a target's."""
        self._format = conversation.wire_format
        self._names = {_plain(text) for key, text in told if key in _NAMES}
        self._answered = {s.name: s.value for s in conversation.settings() if s.of_response}
        self._models = _models(conversation)
        self._ids = [call.call_id.text for call in conversation.calls()]

    def has_address(self, target: Target) -> bool:
        return any(
            fnmatchcase(host, end) or fnmatchcase(host, f"*.{end}")
            for end in target.signs.hosts
            for host in self._hosts
        )

    def is_own_format(self, target: Target) -> bool:
        """Whether a server on a machine of one's own is asked in a profile's own format."""
        return bool(self.servers) and target.name == self._format and target.takes is not None

    def is_elsewhere(self, target: Target) -> bool:
        return target.name == UNKNOWN_SERVER and bool(self.servers)

    def has_answer(self, target: Target) -> bool:
        return any(
            self._answered.get(name) is not None
            and (not pattern or _fits(pattern, text_or_empty(self._answered[name])))
            for name, pattern in target.signs.answers
        )

    def has_name(self, target: Target) -> bool:
        return not self._names.isdisjoint(target.signs.providers)

    def has_model(self, target: Target) -> bool:
        return any(_fits(target.signs.models, name) for name in self._models)

    def has_ids(self, target: Target) -> bool:
        return bool(self._ids) and all(_fits(target.signs.ids, id) for id in self._ids)


def _fits(pattern: str, text: str) -> bool:
    return bool(pattern) and re.fullmatch(pattern, text) is not None


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def _parts(text: str) -> re.Match[str] | None:
    """The scheme, the host and the path of an address; None for what is none."""
    lowered = text.lower()
    return _HOST.fullmatch(lowered) or _MASKED_HOST.fullmatch(lowered)


def _hosts(text: str) -> tuple[str, ...]:
    """The host of an address, with its port and without it; none of what is no address."""
    match = _parts(text)
    return () if match is None else (match["host"], match["host"].partition(":")[0])


def _server(key: str, text: str) -> str:
    """The host of an address that requests are sent to, or what stands in its place; empty
    where it is none, or another kind of address: a page, a machine's own name."""
    match = _parts(text)
    if match is None:
        return ""
    host, path, has_scheme = match["host"], match["path"] or "", bool(match["scheme"])
    is_whole = has_scheme or match.re is _MASKED_HOST or _is_public(host)
    is_server = (
        _OF_AN_API.search(path) is not None
        or (key in _OF_SERVERS and (has_scheme or key == "serveraddress"))
        or (key == _PASTED and path in ("", "/"))
    )
    return host if is_whole and is_server else ""


def _is_public(host: str) -> bool:
    """Whether a host has a name in a domain of the public net."""
    return _PUBLIC.fullmatch(host.partition(":")[0]) is not None


def _models(conversation: Conversation) -> list[str]:
    """The models that are asked for, or else those that answer."""
    named = [
        (one.of_response, one.value)
        for one in conversation.settings()
        if one.meaning == "model" and isinstance(one.value, str)
    ]
    asked = [name for of_response, name in named if not of_response]
    return asked or [name for _, name in named]


def _told(conversation: Conversation) -> Iterator[tuple[str, str]]:
    """The short texts around the bodies of a log and in their fields, each with its key."""
    if conversation.server:
        yield _PASTED, conversation.server
    bodies = {*conversation.stands_at}
    seen: set[Address] = set()
    for place in conversation.stands_at:
        for around in ancestry(place):
            if around not in seen:
                seen.add(around)
                yield from _texts_at(around, conversation, deep=around not in bodies)
    for setting in conversation.settings():
        yield from _texts_of({setting.name: setting.value})


def _texts_at(
    place: Address, conversation: Conversation, *, deep: bool
) -> Iterator[tuple[str, str]]:
    value: JsonValue = None
    with suppress(BadAddress):
        value = resolve(place, conversation.documents, read_in_text)  # type: ignore[assignment]
    if isinstance(value, dict):
        yield from _texts_of(value)
        for held in value.values() if deep else ():
            if isinstance(held, dict):
                yield from _texts_of(held)


def _texts_of(fields: JsonObject) -> Iterator[tuple[str, str]]:
    return (
        (key, value)
        for key, value in fields.items()
        if isinstance(value, str) and 0 < len(value) <= _LONGEST
    )
