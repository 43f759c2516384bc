"""The argument that tells what a call does: the command, the path, the question."""

from __future__ import annotations

from crosswire.model import JsonObject, JsonValue, ToolCallPart
from webapp.readmodel.call_files import PATHS
from webapp.readmodel.text import one_line

LONGEST_TELLING = 120
"""Characters that a list shows of an argument."""
LONGEST_PATH = 30
"""Characters from which on a path is shown by its end."""
_ACTIONS = ("command", "cmd", "script", "code")
_SOUGHT = ("pattern", "query", "q", "search", "search_query", "regex", "glob")
_OTHERS = (
    "url",
    "uri",
    "description",
    "task",
    "question",
    "subject",
    "title",
    "name",
    "prompt",
)


def telling_argument(call: ToolCallPart) -> str:
    """On one line; empty where a call has no arguments."""
    value = call.arguments.value
    if isinstance(value, dict):
        return one_line(_of_fields(value), LONGEST_TELLING)
    if isinstance(value, str | int | float):
        return one_line(str(value), LONGEST_TELLING)
    return one_line(call.arguments.text or "", LONGEST_TELLING)


def _of_fields(fields: JsonObject) -> str:
    action, sought = _first(fields, _ACTIONS), _first(fields, _SOUGHT)
    path = _end_of(_first(fields, PATHS))
    if action:
        return action
    if sought:
        return f"{sought} in {path}" if path else sought
    found = path or _first(fields, _OTHERS)
    return found or ", ".join(filter(None, map(_plain, fields.values()))) or _counted(fields)


def _end_of(path: str) -> str:
    """Of a long path the last folders and the name, which tell it from others."""
    rest = path
    while len(rest) > LONGEST_PATH and "/" in rest.lstrip("/"):
        rest = rest.lstrip("/").partition("/")[2]
    return path if rest == path else f"…/{rest}"


def _first(fields: JsonObject, names: tuple[str, ...]) -> str:
    return next((said for name in names if (said := _plain(fields.get(name)))), "")


def _plain(value: JsonValue) -> str:
    """A short value as text; a list of words, as of a command, stands with spaces."""
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, str | int | float):
        return str(value)[: LONGEST_TELLING * 4].strip()
    if isinstance(value, list) and 0 < len(value) <= 20:
        words = [word for word in value if isinstance(word, str)]
        return " ".join(words) if len(words) == len(value) else ""
    return ""


def _counted(fields: JsonObject) -> str:
    """`6 todos`, where the arguments are a list of something."""
    lists = ((name, len(value)) for name, value in fields.items() if isinstance(value, list))
    named = (
        f"{count} {name.removesuffix('s') if count == 1 else name}" for name, count in lists
    )
    return next(named, "")
