"""A Python literal that somebody pasted: `print(messages)` or the repr of an SDK's object.

Read by the parser of the language and never run: dicts, lists, constants, and calls such as
`ChatCompletion(id='...', choices=[...])`, whose keywords become an object. Bytes become
base64, as the SDKs write them in JSON; a name or any other call stays the text that it is.
"""

from __future__ import annotations

import ast
import re
import warnings
from base64 import b64encode

from crosswire import address
from crosswire.containers import json_document
from crosswire.containers.opened import Opened, shortened
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonValue, Note

MAX_BYTES = 5_000_000
"""Bytes; the language's own parser needs far more memory than one for JSON."""

_START = re.compile(r"[\w{\[(]")
_TEXT_OR_MEMBER = re.compile(
    r"""('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|<[\w.]+: ('(?:[^'\\\n]|\\.)*'|-?\d+)>""",
    re.DOTALL,
)
"""A text, to be left alone, or the repr of a member of an enumeration: `<FinishReason.STOP:
'STOP'>`."""


def open(data: bytes) -> Opened | None:
    """Read an upload as a Python literal; None where it is not one."""
    tree = _parse(data) if len(data) <= MAX_BYTES else None
    if tree is None:
        return None
    note = Note(
        "python-literal",
        "The upload is a Python literal, not JSON; it was read without being run.",
        address.root(),
    )
    try:
        value = _value(tree)
        return Opened(
            "python",
            [value],
            shortened([note, *json_document.notes_on(value, address.root())]),
        )
    except RecursionError as error:
        raise UnreadableUpload(
            "The Python literal is nested too deeply to be read."
        ) from error


def in_place(text: str) -> str:
    """The text with members of enumerations as their values, and each byte where it was."""
    return _TEXT_OR_MEMBER.sub(lambda found: found[1] or _padded(found), text)


def _padded(found: re.Match[str]) -> str:
    before = found[0][: found.start(2) - found.start()]
    return " " * len(before.encode()) + found[2] + " "


def _parse(data: bytes) -> ast.expr | None:
    try:
        text = json_document.without_bom(data)[0].decode().strip()
        if not _START.match(text):
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(in_place(text), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    return tree if isinstance(tree, (ast.Dict, ast.List, ast.Tuple, ast.Call)) else None


def _value(node: ast.expr) -> JsonValue:
    match node:
        case ast.Constant(value=str() | bool() | int() | None as constant):
            return constant
        case ast.Constant(value=float()):
            return json_document.exact_float(ast.unparse(node))
        case ast.Constant(value=bytes() as octets):
            return b64encode(octets).decode()
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            return [_value(item) for item in items]
        case ast.Dict(keys=keys, values=values):
            pairs = zip(map(_key, keys), map(_value, values), strict=True)
            return json_document.object_of(list(pairs))
        case ast.Call(keywords=words, args=[]) if words and all(word.arg for word in words):
            return {str(word.arg): _value(word.value) for word in words}
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return -number
        case ast.Constant() | ast.Name() | ast.Attribute() | ast.Call():
            return ast.unparse(node)
    raise _must_be_run(node)


def _key(node: ast.expr | None) -> str:
    if node is None:
        raise UnreadableUpload(
            "This is Python code, not a literal: a dict in it is filled from another (`**`)."
        )
    value = _value(node)
    return value if isinstance(value, str) else ast.unparse(node)


def _must_be_run(node: ast.expr) -> UnreadableUpload:
    kind = (
        "an f-string"
        if isinstance(node, ast.JoinedStr)
        else f"an expression ({type(node).__name__})"
    )
    return UnreadableUpload(
        f"This is Python code, not a literal: line {node.lineno} has {kind}, which would "
        "have to be run. Print the value and paste that.",
        line=node.lineno,
    )
