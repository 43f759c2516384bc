"""What fits on one line of a row: the arguments of a call, and the settings of a request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from crosswire.model import JsonValue
from webapp.inspector.reading.fields import object_of
from webapp.readmodel import wire
from webapp.readmodel.cell import Cell
from webapp.readmodel.invisible import shortened
from webapp.wording.invisible import marked, seen

LONGEST_LINE = 100
"""Characters of arguments that stand beside the name of their tool."""
LONGEST_BEGINNING = 160
"""Characters of longer ones, which stand on the line that folds them."""
MOST_SETTINGS = 6
LONGEST_SETTING = 40
MOST_TOOLS = 12
LONGEST_TOOLS = 120
_TEXTS = {
    *("old_string", "new_string", "old_str", "new_str", "oldText", "newText"),
    *("old_text", "new_text", "content", "file_text", "contents", "new_source"),
    *("diff", "patch"),
}
"""Fields that have a view of their own, however short they are."""


def arguments_in_line(cell: Cell) -> Markup | None:
    """A call's arguments, where they stand on one line; None where they do not."""
    if cell["arguments"] == "free text":
        text = cell["text"]
        fits = 0 < len(text) <= LONGEST_LINE and "\n" not in text
        return Markup('<span class="args">{}</span>').format(marked(text)) if fits else None
    text = cell.get("json", "")
    if text == "{}":
        return Markup('<span class="args">{}</span>').format(text)
    read = object_of(text) if 2 < len(text) <= LONGEST_LINE else None
    if read is None or read[1] or not all(map(_is_short, read[0].left.items())):
        return None
    return _line(read[0].left)


def _is_short(field: tuple[str, JsonValue]) -> bool:
    name, value = field
    if name in _TEXTS or isinstance(value, dict):
        return False
    if isinstance(value, list):
        return not any(isinstance(one, (dict, list)) for one in value)
    return not isinstance(value, str) or "\n" not in value


def _line(fields: Mapping[str, JsonValue]) -> Markup:
    told = Markup(", ").join(
        Markup("<i>{}</i> {}").format(marked(name), marked(wire.compact(value)))
        for name, value in fields.items()
    )
    return Markup('<span class="args">{}</span>').format(told)


def arguments_begin(cell: Cell) -> Markup | str:
    """The first words of arguments that are folded."""
    return beginning(cell.get("json") or cell.get("text", ""))


def beginning(text: str) -> Markup | str:
    """The first words of a text, on the line that folds it."""
    return seen(" ".join(text[: 2 * LONGEST_BEGINNING].split()), LONGEST_BEGINNING)


def request_in_line(settings: Sequence[Cell], tools: Sequence[Cell]) -> Markup:
    """What a request says beside its messages: its model, further settings, its tools."""
    told = [_setting(cell) for cell in _model_first(settings)[:MOST_SETTINGS]]
    if len(settings) > MOST_SETTINGS:
        told.append(Markup("{} more").format(len(settings) - MOST_SETTINGS))
    if tools:
        told.append(_tools(tools))
    return Markup(", ").join(told)


def is_all_in_line(settings: Sequence[Cell], tools: Sequence[Cell]) -> bool:
    """Whether that line leaves nothing to open: it is the name of a model, as it was sent."""
    if len(settings) != 1 or tools or settings[0]["name"] != "model":
        return False
    value = settings[0]["json"]
    beside = {"note", "further", "mended"} & {key for key, it in settings[0].items() if it}
    sent = settings[0]["relation"] not in ("added", "moved")
    return value[:1] == '"' and len(value) <= LONGEST_SETTING and sent and not beside


def _model_first(settings: Iterable[Cell]) -> list[Cell]:
    return sorted(settings, key=lambda cell: cell["name"] != "model")


def _setting(cell: Cell) -> Markup | str:
    value = cell["json"]
    if len(value) > LONGEST_SETTING or value[:1] in "{[":
        return marked(shortened(cell["name"], LONGEST_SETTING))
    if cell["name"] == "model":
        return marked(value.strip('"'))
    return Markup("{} {}").format(
        marked(shortened(cell["name"], LONGEST_SETTING)), marked(value)
    )


def _tools(tools: Sequence[Cell]) -> Markup:
    names = ", ".join(cell["name"] or "unnamed" for cell in tools[:MOST_TOOLS])
    count = f"{len(tools):,} tools: " if len(tools) > MOST_TOOLS else "tools: "
    return Markup("{}{}").format(count, seen(names, LONGEST_TOOLS))
