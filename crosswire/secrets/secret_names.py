"""Names that say that what they hold is a secret: `DB_PASSWORD`, `apiKey`, `X-Auth-Token`."""

from __future__ import annotations

import re
from functools import lru_cache

from crosswire.secrets.secret_rule import SecretKind, made_up

_VALUE = made_up(20)

PASSWORD = SecretKind(
    "password",
    "Password by its name",
    "the name: password, passwd, pwd, pass, passphrase, passcode",
    b'{"db_password": "' + _VALUE.encode() + b'"}',
    is_sure=False,
)
KEY = SecretKind(
    "named-key",
    "Key by its name",
    "the name: api key, access key, private key, signing key, and others that end so",
    b'{"x-api-key": "' + _VALUE.encode() + b'"}',
    is_sure=False,
)
TOKEN = SecretKind(
    "named-token",
    "Token by its name",
    "the name ends in token, but for those of texts and pages (next_token, max_tokens)",
    b'{"session_token": "' + _VALUE.encode() + b'"}',
    is_sure=False,
)
SECRET = SecretKind(
    "named-secret",
    "Secret by its name",
    "the name ends in secret or credential",
    b'{"client_secret": "' + _VALUE.encode() + b'"}',
    is_sure=False,
)
COOKIE = SecretKind(
    "cookie",
    "Cookie",
    "RFC 6265: Cookie and Set-Cookie; cookies of sessions by their names",
    b"Set-Cookie: sid=" + _VALUE.encode() + b"; Path=/",
    is_sure=False,
)
AUTHORIZATION = SecretKind(
    "authorization",
    "Authorization by its name",
    "RFC 9110, section 11.6.2: what follows the scheme; auth of Docker and npm",
    b"Authorization: Token " + _VALUE.encode(),
    is_sure=False,
)
PASSWORD_LINE = SecretKind(
    "password-line",
    "Password of a password file or command",
    "PostgreSQL's .pgpass; user:password of curl -u; sshpass -p; mysql -p",
    b"curl -u nobody:" + _VALUE.encode() + b" https://localhost",
    is_sure=False,
)
NAMED_KINDS: tuple[SecretKind, ...] = (
    PASSWORD,
    SECRET,
    KEY,
    TOKEN,
    AUTHORIZATION,
    COOKIE,
    PASSWORD_LINE,
)

STEMS = (
    b"pass",
    b"pwd",
    b"secret",
    b"token",
    b"key",
    b"auth",
    b"cred",
    b"cookie",
    b"sess",
    b"sig",
)
"""In small letters; every name that says so has one of them."""

_WORD = re.compile(rb"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_ENDS: tuple[tuple[SecretKind, re.Pattern[bytes]], ...] = (
    (
        PASSWORD,
        re.compile(
            rb".*(?:password|passwd|passphrase|passcode|passwort|pwd)"
            rb"|(?:.*_)?pass|(?:pg|db|my|mysql|smtp|user|root|admin|redis|mongo|require)pass"
        ),
    ),
    (
        SECRET,
        re.compile(rb".*(?:secret|secrets|credential|credentials|creds)|.*secret_?key_?base"),
    ),
    (
        KEY,
        re.compile(
            rb".*(?:api|app|access|account|private|secret|signing|encryption|master|shared|auth"
            rb"|license|service|consumer|admin|deploy|storage|webhook|server|subscription|write"
            rb"|ingest|host|client|jwt|hmac|session|cookie|crypt|crypto|integration|project"
            rb"|personal|root|token|functions|ssh)_?key(?:_?data)?"
            rb"|(?:[a-z0-9]+_)*(?:sig|signature)"
        ),
    ),
    (TOKEN, re.compile(rb".*token|.*_jwt|jwt")),
    (AUTHORIZATION, re.compile(rb".*authorization|(?:x_|.*_|_)?auth")),
    (COOKIE, re.compile(rb"(?:set_)?cookies?|.*sess(?:ion)?id|connect_sid")),
)
_KEY_OF_A_PROGRAM = re.compile(
    rb"(?!.*(?:public|primary|foreign|sort|partition|cache|idempotency|routing|registry|object"
    rb"|row|unique)_key).+_key"
)
_NO_TOKEN = re.compile(
    rb"(?:.*_)?(?:page|next|next_page|prev|previous|continuation|cursor|sync|resume|stop|start"
    rb"|end|eos|bos|pad|sep|cls|mask|unk|max|min|num|total|input|output|prompt|special|first"
    rb"|last|cached|audio|text|reasoning|completion|per|image|of|each|single|new|every|this"
    rb"|next_sync|skip|delta|marker|top|by|type|lex|parser|current|peek|your|my)_?token"
)
_NO_NAME = re.compile(
    rb".*(?:public_?key|primary_?key|foreign_?key|reset_?password|confirm"
    rb"|forgot_?password|change_?password|has_?password|is_?password"
    rb"|max_?password|min_?password|password_?policy)"
)


@lru_cache(maxsize=4096)
def kind_of(name: bytes) -> SecretKind | None:
    """What a name says of what it holds; None where that is nothing."""
    plain = _plain(name)
    if _NO_TOKEN.fullmatch(plain) or _NO_NAME.match(plain):
        return None
    for kind, ends in _ENDS:
        if ends.fullmatch(plain):
            return kind
    return KEY if name.isupper() and _KEY_OF_A_PROGRAM.fullmatch(plain) else None


def _plain(name: bytes) -> bytes:
    """The words of a name in small letters, with a bar between them."""
    words = _WORD.findall(name.rpartition(b".")[2] if not name.endswith(b".sid") else name)
    begins = b"_" if name[:1] == b"_" and len(words) == 1 else b""
    return begins + b"_".join(word.lower() for word in words)
