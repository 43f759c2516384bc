"""What somebody gives to be judged, as the bytes that would be sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from crosswire.containers import json_document


def is_path(given: Any) -> bool:
    """Whether it names a file."""
    return isinstance(given, str) or hasattr(given, "__fspath__")


def as_bytes(given: Any) -> bytes:
    """A file's bytes where a path is given; bytes as they are; all else as JSON.

    Raises TypeError, with the place, for what is no JSON and no object of an SDK.
    """
    if is_path(given):
        return Path(given).read_bytes()
    if isinstance(given, bytes):
        return given
    return json_document.write(_plain(given, "messages"))


_LISTS = {"openai-responses": "input", "azure-foundry": "input", "gemini": "contents"}
"""What the list of messages is called in a body; elsewhere it is `messages`."""


def is_list_text(data: bytes) -> bool:
    """Whether it is a list of messages, without the body around it."""
    return data.lstrip().startswith(b"[")


def in_body(data: bytes, format: str) -> bytes:
    """A list of messages as the body of a request, which tells more of its format than the
    list alone; empty where it is no list."""
    if not is_list_text(data):
        return b""
    return b'{"%b": %b}' % (_LISTS.get(format, "messages").encode(), data)


def _plain(value: Any, place: str) -> Any:
    """JSON values alone; the objects of the SDKs as they are sent, with what was set."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, dict):
        return {str(key): _plain(one, f"{place}.{key}") for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one, f"{place}[{number}]") for number, one in enumerate(value)]
    dump = getattr(value, "model_dump", None)
    if dump is None:
        raise TypeError(f"{place} is {type(value).__name__}, which is no JSON.")
    return dump(mode="json", by_alias=True, exclude_unset=True)
