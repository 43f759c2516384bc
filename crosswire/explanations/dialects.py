"""How languages and their validators write the place in a request that they complain of.

`messages[0].content` is written by arrows (FastAPI), as a reference chain (Jackson), by coding
keys (Swift), as a pointer (ajv), with the name beside the path (Google); or only the type is
named that something should have been (serde, Go, pydantic). All are brought to one form here,
so that what reads fields knows no language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

ANSWER = "<answer>"
"""The first step of a path in what a model answered, which is no part of a request."""

_ARROW = re.compile(r"(?<=[\w\]]) -> (?=[\w\[])")
_UNION = re.compile(
    r"\.?\b(?:list|union|dict|tuple|optional|function-[\w-]{1,30})\[[\w, .()-]{0,3000}\]"
)
"""A step that a validator puts into a path for the types that it tries, innermost first."""
_CUT_UNION = re.compile(r"[., ]{0,2}\b(?:list|union)\[(?:union\[)?[\w,]{0,3000}(?:…|$)")
"""The same where the message is cut inside of it."""
_DEEPEST = 4
_JAVA_CLASS = re.compile(r"->[\w.$]{1,200}\[")
_JAVA_INNER = re.compile(r"\$[\w$]{1,60}(?=\[)")
_CODING_KEY = re.compile(
    r"(?:, )?\w{0,40}keys?\(stringvalue: (?:index )?(\w{1,60}), intvalue: [\w()]{1,20}\)"
)
_POINTER = re.compile(
    r"(?<![\w.:/])(?:#|data|instance|body|request)?"
    r"(/(?:messages|input|contents|tools|tool_choice|system)(?:/[\w*]{1,60}){0,20})"
    r"(?![\w/-]*\.\w)"
)
_NAME_BESIDE = re.compile(
    r"\bunknown name (\w{1,60}) at ([a-z_]\w{0,60}[.\[][\w.\[\]]{1,300})"
)
_BEHIND = re.compile(
    r"(?<![\w./@-])([a-z_]\w{0,60}[.\[][\w.\[\]…]{1,300}): (?=(?:missing|unknown|"
    r"duplicate) field "
    r"(\w{1,60})|(?:additional )?property (\w{1,60}) is)"
)
"""A name that serde and Groq write behind the path."""
_NOT_TAKEN = re.compile(
    r"(?<![\w./@-])([a-z_]\w{0,60}[.\[][\w.\[\]…]{1,300}): "
    r"(?:[\w.]{1,80}\(\) got an unexpected keyword argument \W{0,3}(\w{1,60})|"
    r"(\w{1,60}) is not (?:supported|allowed|permitted)\b)"
)
"""A field of an object that a constructor, or a server, does not take."""
_IN_FRONT = re.compile(
    r"(?<![\w.])(\w{1,60}) is a required property - ([a-z_]\w{0,60}[.\[][\w.\[\]…]{1,300})"
)


_PATH = r"([a-z_]\w{0,60}[.\[][\w.\[\]…]{1,300})"
_UNEXPECTED = re.compile(
    rf"additional properties are not allowed \((\w{{1,60}})(?:, \w{{1,60}}){{0,20}} "
    rf"(?:was|were) unexpected\) - {_PATH}"
)
_SAID_BEFORE = re.compile(
    r"\b(is too (?:short|long)|is not of type [\w, ]{1,60}|"
    r"is not valid under any of the given schemas)"
    r" - ([a-z_]\w{0,60}(?:[.\[][\w.\[\]]{1,300})?)"
)
"""What Python's jsonschema says of a place, and the place behind it."""
_REQUIRED = re.compile(rf"\bthe {_PATH} field is required\b")
_CONDITION = re.compile(rf" when {_PATH} (?:is|equals|=) \w{{1,60}}")
"""`the messages.3.tool_call_id field is required when messages.3.role is tool`"""
_SPECIFIED = re.compile(
    rf"\bparameter {_PATH} specified in the request (?:is|are) not valid: "
)
_IN_MESSAGE = re.compile(
    r"\bmessages? (?:at )?(?:index |position |number |#)?\[?\d{1,9}\]?[ :,]{1,3}(?:has |the )?"
    r"(content|role|tool_calls|tool_call_id)\b"
)
"""`Message index[1] content`"""


_MASK = r"(?:\*{2,20}|[\[<(]redacted[\])>])"
_MASKED_ROOT = re.compile(rf"(?<![\w*.\]]){_MASK}(?=\.(?:content|parts|role|tool_calls)\b)")
_MASKED_STEP = re.compile(rf"(?<=[\w\]])\.?{_MASK}(?=[.:\[ ]|$)")
"""What somebody has painted over in a path: its beginning, a position, the name of a type."""


def _as_path(pointer: re.Match[str]) -> str:
    return pointer[1][1:].replace("/*", "/0").replace("/", ".")


def _with_name(place: re.Match[str]) -> str:
    name, path = place[1], place[2].rstrip(".")
    is_told = path.endswith((f".{name}", "…"))
    return place[0] if is_told else f"unknown name at {path}.{name}"


def _as_unknown_field(place: re.Match[str]) -> str:
    name = place[2] or place[3]
    return f"{place[1]}.{name}: unknown field {name}"


def _with_name_behind(place: re.Match[str]) -> str:
    name, path = place[2] or place[3], place[1]
    return place[0] if path.endswith(f".{name}") else f"{path}.{name}: "


_Written: TypeAlias = "str | Callable[[re.Match[str]], str]"
_DIALECTS: tuple[tuple[str, re.Pattern[str], _Written], ...] = (
    ("**", _MASKED_ROOT, "messages.0"),
    ("redacted", _MASKED_ROOT, "messages.0"),
    *((("**", _MASKED_STEP, ".0"),) * 2),
    ("redacted", _MASKED_STEP, ".0"),
    ("->", _ARROW, "."),
    ("$", _JAVA_INNER, ""),
    ("->", _JAVA_CLASS, ".["),
    *((("[", _UNION, ""),) * _DEEPEST),
    ("union[", _CUT_UNION, ""),
    ("codingpath", _CODING_KEY, r"[\1]"),
    ("codingpath", re.compile(r"codingpath: \["), "body"),
    ("/", _POINTER, _as_path),
    ("unknown name", _NAME_BESIDE, _with_name),
    ("message", _IN_MESSAGE, r"messages.0.\1"),
    (" field is required", _CONDITION, ""),
    (" field is required", _REQUIRED, r"\1: field required"),
    (" specified in the request ", _SPECIFIED, r"\1: "),
    ("keyword argument", _NOT_TAKEN, _as_unknown_field),
    (" is not ", _NOT_TAKEN, _as_unknown_field),
    (" field ", _BEHIND, _with_name_behind),
    ("property ", _BEHIND, _with_name_behind),
    (" unexpected) - ", _UNEXPECTED, r"\2.\1: unknown field \1"),
    (" - ", _SAID_BEFORE, r": \2: \1"),
    ("required property", _IN_FRONT, r"\2.\1 is a required property"),
)
"""A word of which texts in a dialect have one, its pattern, and how it is written here."""


def in_one_form(text: str) -> str:
    """A plain text with its paths as `messages.0.content` or `messages[0].content`."""
    for word, pattern, written in _DIALECTS:
        if word in text:
            text = pattern.sub(written, text)
    return text


_TYPED = re.compile(
    r"\b(?:(?:untagged|tagged) enum|enum|go value of type|(?<!enum )struct(?! field)|"
    r"construct "
    r"instance of|deserialize value of type|could not be converted to|object of class|"
    r"(?<=field )[\w.]{1,200} of type) (?:[\w$]{1,60}\.){0,12}([\w$]{3,80})"
)
"""The type that something in the request is none of."""
_OF_ANSWERS = re.compile(
    r"^(?:choice|delta|chunk)|(?<!tool)(?<!function)(?<!call)response$|"
    r"(?:completion|chunk|(?<!tool)choice|delta|candidate)s?$|completionobject$"
)
_OF_BODIES = re.compile(r"(?:request|body|payload|params)(?:\w{0,4})$")
_OF_TYPES = tuple(
    (re.compile(pattern), path)
    for pattern, path in (
        (r"toolchoice|functioncalloption", "tool_choice"),
        (r"(?:tool|function)_?call\w*arg", "messages.tool_calls.function.arguments"),
        (
            r"(?:tool|function)_?(?:use_?)?(?:result|response|return|output)|"
            r"functioncalloutput",
            "messages.content.tool_result",
        ),
        (r"toolcall|functioncall|tooluse|^validatoriterator$", "messages.tool_calls"),
        (r"role", "messages.role"),
        (r"responseformat|streamoption|reasoning(?:effort|config)|stopsequence", "settings"),
        (r"content", "messages.content"),
        (r"message", "messages"),
        (r"input(?:item|param)?s?$", "input"),
        (r"tool|function|^schema$", "tools"),
    )
)
"""What the name of a type says -> where something of that type stands in a request."""


def path_of_type(name: str) -> str | None:
    """Where in a request something of a type stands, by the name of the type; empty for the
    whole of it, None where the name says nothing."""
    bare = name.rpartition(".")[2]
    if _OF_ANSWERS.search(bare):
        return ANSWER
    for pattern, path in _OF_TYPES:
        if pattern.search(bare):
            return "" if path != "tool_choice" and _OF_BODIES.search(bare) else path
    return "" if _OF_BODIES.search(bare) else None


def typed_paths(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """The places in a request that a plain text names by types."""
    for name in _TYPED.finditer(text):
        path = path_of_type(name[1])
        if path:
            yield path, name
