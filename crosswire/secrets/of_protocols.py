"""Secrets of protocols and files of no one provider: tokens, passwords in URLs, private
keys."""

from __future__ import annotations

import re
from base64 import b64encode, urlsafe_b64encode
from binascii import Error, a2b_base64

from crosswire.secrets.secret_rule import SecretRule, made_up


def _has_a_digit(secret: bytes) -> bool:
    return any(48 <= character <= 57 for character in secret)


def _is_no_placeholder(secret: bytes) -> bool:
    """Not `$PASSWORD`, `{password}`, `<password>`, `***` or the word itself, as in docs."""
    bare = secret.strip(b"*.xX$#{}<>%[]()").lower()
    return bool(bare) and secret[:1] not in b"$<{[%" and not _PLACEHOLDERS.fullmatch(bare)


_PLACEHOLDERS = re.compile(
    rb"(?:your|my|the|some|db|user)?[ _-]?"
    rb"(?:password|passwd|pass|pwd|pw|secret|token|key|redacted|hidden)\d?"
)


def _holds_a_password(secret: bytes) -> bool:
    """Whether base64 holds `user:password`."""
    try:
        user, colon, password = a2b_base64(secret + b"=" * (-len(secret) % 4)).partition(b":")
    except Error:
        return False
    return bool(colon and password) and user.isascii()


def _segment(text: str) -> bytes:
    return urlsafe_b64encode(text.encode()).rstrip(b"=")


_JWT = b".".join(
    (_segment('{"alg":"HS256"}'), _segment('{"sub":"nobody"}'), made_up(43).encode())
)
_BASIC = b64encode(b"nobody:" + made_up(12).encode())
_PEM = b"PRIVATE " + b"KEY-----"

RULES: tuple[SecretRule, ...] = (
    SecretRule(
        "private-key",
        "Private key",
        (b"-----BEGIN ",),
        (
            # One character a time; a backslash only as the begin of a line end's escape.
            # Without its end, nothing but base64, or what follows a cut key would go with it.
            rb"-----BEGIN [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----"
            rb"((?:[A-Za-z0-9+/=:,.()@ \t\r\n]|\\(?=[\\nrt])|-(?!-)){40,20000}(?=-----END)"
            rb"|(?:[A-Za-z0-9+/=\r\n]|\\(?=[\\nrt])){40,20000})"
        ),
        "RFC 7468, PKCS #1 and #8; RFC 4880 and OpenSSH's PROTOCOL.key",
        b'"-----BEGIN '
        + _PEM
        + b"\\n"
        + made_up(64).encode()
        + b"\\n"
        + made_up(40).encode()
        + b'\\n-----END"',
        group=1,
        least_entropy=3.0,
        everywhere=True,
    ),
    SecretRule(
        "jwt",
        "JSON Web Token",
        (b"eyJ",),
        (
            rb"(?:(?<![A-Za-z0-9_+/.-])|(?<=\\[nrtbf]))"
            rb"eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,6000}\.[A-Za-z0-9_-]{16,2000}"
        ),
        "RFC 7519 and RFC 7515: three parts of base64url, the first two of which are JSON",
        b'"' + _JWT + b'"',
    ),
    SecretRule(
        "url-password",
        "Password in an address",
        (b"://",),
        (rb"""://[^\s"'\\/@:<>{}\[\]]{0,100}:([^\s"'\\/@:<>`]{3,200})@[A-Za-z0-9\[]"""),
        "RFC 3986, section 3.2.1: user:password@",
        b"postgresql://nobody:" + made_up(14).encode() + b"@localhost/db",
        group=1,
        check=_is_no_placeholder,
        everywhere=True,
    ),
    SecretRule(
        "bearer-token",
        "Bearer token",
        (b"earer ",),
        (rb"earer ([A-Za-z0-9._~+/=-]{16,4000})(?![A-Za-z0-9._~+/=-])"),
        "RFC 6750, section 2.1: Authorization: Bearer",
        b"Authorization: Bea" + b"rer " + made_up(32).encode(),
        group=1,
        least_entropy=3.0,
        check=_has_a_digit,
    ),
    SecretRule(
        "basic-password",
        "User and password of a request",
        (b"asic ",),
        (rb"asic ([A-Za-z0-9+/]{8,400}={0,2})(?![A-Za-z0-9+/=])"),
        "RFC 7617: Authorization: Basic, user:password in base64",
        b"Authorization: Ba" + b"sic " + _BASIC,
        group=1,
        check=_holds_a_password,
        everywhere=True,
    ),
)
