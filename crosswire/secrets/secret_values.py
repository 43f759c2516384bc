"""Whether the value beside a name is probably a secret, and no word that stands for one."""

from __future__ import annotations

import re
from itertools import pairwise

from crosswire.secrets.secret_names import COOKIE, KEY, PASSWORD, SECRET, TOKEN
from crosswire.secrets.secret_rule import SecretKind, entropy

_VARIABLE = re.compile(
    rb"\$\{?\{?[A-Za-z_(].*|\$\(.*|%[A-Za-z_(].*|<.*|\{.*|\[.*|@.*|\*+|#.*|&.*|!.*|~?/.*|\.{1,2}/.*|\\.*"
    rb"|(?:os|process|env|ENV|config|settings|secrets|self|this|args|options|params|request|req"
    rb"|user|data|vars?|local|module|cfg|conf|props|ctx|context|state|input|import\.meta|app"
    rb"|credentials|creds|body|form|event|json|payload|response|res|result|session|opts)\b[.\[?].*"
    rb"|(?:arn|projects|vault|ref|op|ssm|file|env|https?|kms|data|secretsmanager|oauth2?):.*"
)
_STAND_IN = re.compile(
    rb"your|example|change[_-]?me|placeholder|dummy|redacted|masked|replace|xxxx|\.\.\.|sample"
    rb"|insert|hidden|omitted|todo|\*\*\*|<|>|\xe2\x80\xa6|\$\{|\{\{|removed|sanitized|not[_-]?set|fake"
    rb"|filtered|scrubbed|undefined|_here\b",
    re.IGNORECASE,
)
_PLAIN_WORDS = re.compile(
    rb"(?:my|the|some|db|user|your|new|old|an?|admin|api|access|auth|client|test|super)?[ _-]?"
    rb"(?:password|passwd|passphrase|pass|pwd|pw|secret|token|key|credentials?|authorization"
    rb"|cookies?|auth|apikey|api[_-]key)s?[0-9]{0,1}"
    rb"|none|null|nil|true|false|yes|no|str|string|text|bytes|any|int|number|bool|boolean|object"
    rb"|array|optional|required|empty|unset|default|value|values|name|type|self|this|not|invalid"
    rb"|incorrect|wrong|missing|unknown|correct|valid|expired|void|varchar|char|field|input|enabled"
    rb"|disabled|basic|bearer|digest|foo|bar|baz|test|abc|and|or|is|in|for|of|to|with|from|must"
    rb"|stored|hashed|encrypted|protected|manager|reset|login|username|email|never|always|auto"
    rb"|generated|if|when|was|has|will|can|should|are|been|let|const|var|async|await|return|new"
    rb"|prompt|ask|secure|static|public|private|external|internal|inherit|same-origin|include"
    rb"|omit|session|persistent|securestring|keyring|keychain|file|vault|environment|env",
    re.IGNORECASE,
)
_TELLING = 60
"""Signs of a value in which a word may stand that says that it is none."""
_IDENTIFIER = re.compile(
    rb"_*[A-Za-z][A-Za-z0-9]*(?:(?:[_.-]|\?\.|::)+[A-Za-z][A-Za-z0-9]*)+_*"
    rb"|[a-z]+(?:[A-Z][a-z]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)*"
)
_VARIABLE_NAME = re.compile(rb"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_UUID = re.compile(rb"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_ID = re.compile(
    rb"(?:call|toolu|msg|fc|resp|chatcmpl|run|thread|step|rs|req|tool|tooluse)_.*"
)


def is_secret(value: bytes, kind: SecretKind, name: bytes, *, is_quoted: bool) -> bool:
    """Whether a value is probably a secret, and no word that stands for one."""
    if len(value) < 4 or _VARIABLE.fullmatch(value) or _STAND_IN.search(value[:_TELLING]):
        return False
    if _VARIABLE_NAME.fullmatch(value):
        return False
    if _PLAIN_WORDS.fullmatch(value.strip(b"*_-.,:;!?")) or len(set(value)) < 3:
        return False
    if kind is COOKIE:
        return _is_cookie(value)
    if kind is PASSWORD:
        return _is_password(value, name, is_quoted=is_quoted)
    return _is_random(value, 16 if kind is TOKEN else 12 if kind is KEY else 8, kind)


def _is_cookie(value: bytes) -> bool:
    sign, equals, rest = value.partition(b"=")
    if not equals:
        return _is_random(value, 16, COOKIE)
    return bool(sign) and len(rest) >= 6 and any(48 <= one <= 57 for one in rest)


def _is_password(value: bytes, name: bytes, *, is_quoted: bool) -> bool:
    if len(value) > 200:
        return False
    has_digit = any(48 <= one <= 57 for one in value)
    has_letter = value.lower() != value.upper()
    if b" " in value:
        return (
            is_quoted
            and has_digit
            and has_letter
            and value.count(b" ") <= 4
            and len(value) <= 60
        )
    if _IDENTIFIER.fullmatch(value) and not (name.isupper() or b"-" in value):
        return has_digit and is_quoted and b"_" not in value
    if has_letter and (has_digit or not value.isalpha()):
        return True
    return len(value) >= 6 and (is_quoted or name.isupper())


def _is_random(value: bytes, least: int, kind: SecretKind) -> bool:
    """Whether it looks as if nobody had thought of it."""
    if len(value) < least or b" " in value or b"://" in value or _ID.match(value):
        return False
    has_digit = any(48 <= one <= 57 for one in value)
    has_letter = value.lower() != value.upper()
    if not has_letter or entropy(value) < 2.8:
        return False
    if _IDENTIFIER.fullmatch(value) and not (has_digit and _is_mixed(value)):
        return False
    if has_digit:
        return True
    return (kind is SECRET and len(value) >= 16) or (len(value) >= 24 and _is_mixed(value))


def _is_mixed(value: bytes) -> bool:
    """Whether letters and digits, or small and big letters, change as often as by chance."""
    kinds = [one < 58 or (2 if one < 91 else 3) for one in value]
    changes = sum(one != other for one, other in pairwise(kinds))
    return changes * 4 >= len(value)
