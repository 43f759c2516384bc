"""A Python literal that somebody pasted: `print(messages)` or the repr of an SDK's object.

Read by the parser of the language and never run: dicts, lists, constants, and calls such as
`ChatCompletion(id='...', choices=[...])`, whose keywords become an object. Bytes become
base64, as the SDKs write them in JSON; a name or any other call stays the text that it is.

Only what Python alone writes makes a text one (`None`, a tuple, a call); what JSON alone
writes beside it (`null`) makes it neither, and nothing is guessed.
"""

from __future__ import annotations

import ast
import re
import warnings
from base64 import b64encode

from crosswire import address
from crosswire.containers import json_document
from crosswire.containers.opened import Opened, shortened
from crosswire.containers.python_tokens import in_place, is_python
from crosswire.errors import UnreadableUpload
from crosswire.model import JsonValue, Note

MAX_BYTES = 5_000_000
"""Bytes; the language's own parser needs far more memory than one for JSON."""

_START = re.compile(r"[\w{\[(]")


def open(data: bytes) -> Opened | None:
    """Read an upload as a Python literal; None where it is not one."""
    parsed = _parse(data) if len(data) <= MAX_BYTES else None
    if parsed is None:
        return None
    text, tree = parsed
    try:
        value = _value(tree)
    except RecursionError as error:
        raise UnreadableUpload(
            "The Python literal is nested too deeply to be read."
        ) from error
    except UnreadableUpload:
        if _is_reckoned_json(tree) and not is_python(text):
            return None  # JSON with a slip, which is told with its place
        raise
    if not is_python(text):
        return None
    note = Note(
        "python-literal",
        "The upload is a Python literal, not JSON; it was read without being run.",
        address.root(),
    )
    odd = json_document.notes_on(value, address.root())
    return Opened("python", [value], shortened([note, *odd]))


def _parse(data: bytes) -> tuple[str, ast.expr] | None:
    try:
        text = json_document.without_bom(data)[0].decode().rstrip()
        blank = len(text) - len(text.lstrip())
        if not _START.match(text, blank):
            return None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(in_place(text[blank:]), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    is_one = isinstance(tree, (ast.Dict, ast.List, ast.Tuple, ast.Call))
    return (text, tree) if is_one else None


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


def _is_reckoned_json(tree: ast.expr) -> bool:
    """Whether all that must be run in a literal are operators between constants (`+1`,
    `"a" + "b"`)."""
    return all(
        isinstance(node, _OF_JSON) or (isinstance(node, ast.Name) and node.id in _JSON_WORDS)
        for node in ast.walk(tree)
    )


_OF_JSON = (
    *(ast.Dict, ast.List, ast.Constant, ast.UnaryOp, ast.BinOp),
    *(ast.unaryop, ast.operator, ast.expr_context),
)
_JSON_WORDS = ("null", "true", "false")


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
