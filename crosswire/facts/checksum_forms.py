"""The canonical forms of arguments that a stored checksum may have been computed from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from crosswire.containers import json_document
from crosswire.facts import checksum
from crosswire.model import JsonValue, ToolCallPart


def forms_that_fit(call: ToolCallPart, digits: str) -> list[str]:
    """The names of the forms in which the call has this sha256; the likeliest first."""
    if len(digits) != 64:
        return []
    return [name for name, text in _forms(call) if hashlib.sha256(text).hexdigest() == digits]


def _forms(call: ToolCallPart) -> Iterator[tuple[str, bytes]]:
    tool, args = call.name, checksum.normalised(call.arguments)
    both: JsonValue = {"tool": tool, "args": args}
    canonical = checksum.canonical(both)
    if canonical is not None:
        yield "RFC 8785", canonical
    yield "sorted keys", _python(both, spaced=False)
    yield "sorted keys with spaces", _python(both, spaced=True)
    yield "sorted keys in ASCII", _python(both, spaced=False, ascii_only=True)
    yield "sorted keys in ASCII with spaces", _python(both, spaced=True, ascii_only=True)
    as_written, in_order = _javascript(args), _javascript(args, sort=True)
    name = _javascript(tool)
    yield (
        "the tool first, keys as written",
        _joined(b'{"tool":', name, b',"args":', as_written),
    )
    yield (
        "the arguments first, keys as written",
        _joined(b'{"args":', as_written, b',"tool":', name),
    )
    yield (
        "the tool first, keys of the arguments sorted",
        _joined(b'{"tool":', name, b',"args":', in_order),
    )
    text = call.arguments.text
    if text is not None:
        yield "the arguments as a text", _python({"tool": tool, "args": text}, spaced=False)
        yield (
            "the tool first, the arguments as a text",
            _joined(b'{"tool":', name, b',"args":', _javascript(text)),
        )


def _joined(*pieces: bytes) -> bytes:
    return b"".join((*pieces, b"}"))


def _python(value: JsonValue, *, spaced: bool, ascii_only: bool = False) -> bytes:
    separators = None if spaced else (",", ":")
    text = json.dumps(value, sort_keys=True, ensure_ascii=ascii_only, separators=separators)
    return text.encode("utf-8", "surrogatepass")


def _javascript(value: JsonValue, *, sort: bool = False) -> bytes:
    """As `JSON.stringify` writes it: numbers as RFC 8785 has them, keys in their order or
    sorted."""
    if isinstance(value, dict):
        keys = sorted(value, key=_utf16) if sort else list(value)
        members = (
            _javascript(key) + b":" + _javascript(value[key], sort=sort) for key in keys
        )
        return b"{" + b",".join(members) + b"}"
    if isinstance(value, list):
        return b"[" + b",".join(_javascript(inner, sort=sort) for inner in value) + b"]"
    canonical = checksum.canonical(value)
    return canonical if canonical is not None else json_document.write(value)


def _utf16(key: str) -> bytes:
    return key.encode("utf-16-be", "surrogatepass")
