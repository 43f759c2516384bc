"""Who has logged in: by the trusted proxy's header, or by a cookie that an OpenID login
left."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Any

from flask import request
from flask import session as cookie

from webapp.access.roles import role_of
from webapp.database.tables import PersonRow
from webapp.request_scope import session
from webapp.services import services
from webapp.settings import Settings
from webapp.store import people

PEER = "crosswire.peer"
"""In the WSGI environment: the address that a connection comes from, before a proxy's headers
change it."""
LONGEST_NAME = 200
SUBJECT = "subject"
"""The only thing in the cookie of somebody who has logged in."""


def access_settings() -> Settings:
    return services().settings


def owner_of_person(login: str, subject: str) -> str:
    """How `upload_owners` names the person whom this login calls so."""
    person = f"person {login} {subject}".encode("utf-8", "surrogatepass")
    return f"p:{hashlib.sha256(person).hexdigest()}"


def person() -> PersonRow | None:
    """Who has logged in, if anybody has."""
    settings = access_settings()
    if settings.login == "header":
        name = _name_from_proxy(settings)
        return _seen("header", name, name) if name else None
    subject = cookie.get(SUBJECT) if settings.login == "oidc" else None
    return (
        people.person(session(), owner_of_person(settings.oidc_issuer, subject))
        if subject
        else None
    )


def remembered(login: str, subject: str, name: str) -> PersonRow:
    """Who is here, written down."""
    role = role_of(name, access_settings())
    return people.remember_person(session(), owner_of_person(login, subject), name, role)


def _seen(login: str, subject: str, name: str) -> PersonRow:
    """Who is here, to be written down later."""
    owner, role = owner_of_person(login, subject), role_of(name, access_settings())
    services().sightings.saw_person(owner, name, role)
    return PersonRow(owner=owner, name=name, role=role)


def peer() -> str:
    """The address that the connection of this request comes from."""
    address: str = request.environ.get(PEER) or request.environ.get("REMOTE_ADDR", "")
    return address


def _name_from_proxy(settings: Settings) -> str:
    """The name in the proxy's header; empty where it is none, or where somebody else sent
    it."""
    if not _same_address(peer(), settings.trusted_proxy or ""):
        return ""
    name = _decoded(request.headers.get(settings.login_header, "")).strip()
    # With a comma it would be what two headers said.
    fit = len(name) <= LONGEST_NAME and "," not in name and name.isprintable()
    return name if fit else ""


def _decoded(value: str) -> str:
    """WSGI hands bytes over as Latin-1; what proxies send is UTF-8."""
    try:
        return value.encode("latin-1").decode()
    except UnicodeError:
        return value


def _same_address(one: str, other: str) -> bool:
    try:
        return _plain(one) == _plain(other)
    except ValueError:
        return False


def _plain(address: str) -> object:
    """An IPv4 address is the same where a socket for both kinds writes it as IPv6."""
    found = ip_address(address)
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


WSGI = Callable[[dict[str, Any], Any], Any]


def seeing_peers(application: WSGI) -> WSGI:
    """The same, with each connection's own address written down before a proxy's headers
    replace it."""

    def see(environ: dict[str, Any], start_response: Any) -> Any:
        environ[PEER] = environ["REMOTE_ADDR"]
        return application(environ, start_response)

    return see
