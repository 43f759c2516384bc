"""Calls that read, write, change or search files."""

from __future__ import annotations

from crosswire.counting import counted
from webapp.inspector.reading import code, diffs
from webapp.inspector.reading.fields import Fields
from webapp.inspector.reading.shown import Shown
from webapp.inspector.reading.texts import code_block, diff_block
from webapp.inspector.reading.view import View, path, quoted
from webapp.readmodel.call_files import PATHS

_OLD = ("old_string", "old_str", "oldText", "old_text", "search")
_NEW = ("new_string", "new_str", "newText", "new_text", "replace")
_CONTENT = ("content", "file_text", "contents", "new_source")
MOST_EDITS = 20


def read(fields: Fields, view: View) -> bool:
    """A file, and which lines of it."""
    files = [found] if (found := fields.text(*PATHS)) is not None else fields.texts("paths")
    if files is None:
        return False
    lines = _lines(fields)
    for number, file in enumerate(files):
        view.line(path(file), lines if not number else "")
    return True


def _lines(fields: Fields) -> str:
    span = fields.left.get("view_range")
    if isinstance(span, list) and len(span) == 2 and all(type(one) is int for one in span):
        del fields.left["view_range"]
        return f"lines {span[0]} to {span[1]}"
    first, last = fields.number("start_line"), fields.number("end_line")
    if first is not None or last is not None:
        return " ".join(
            f"{word} line {number}"
            for word, number in (("from", first), ("to", last))
            if number is not None
        )
    offset, limit = fields.number("offset"), fields.number("limit")
    told = [] if offset is None else [f"from line {offset}"]
    return ", ".join(told if limit is None else [*told, f"{counted(limit, 'line')} at most"])


def write(fields: Fields, view: View) -> bool:
    """A file and what it is to hold."""
    if not (_has(fields, PATHS) and _has(fields, _CONTENT)):
        return False
    file, text = fields.text(*PATHS) or "", fields.text(*_CONTENT) or ""
    view.line(path(file))
    view.put(code_block(text, code.of_file(file) or code.of_shebang(text), whole=view.whole))
    return True


def edit(fields: Fields, view: View) -> bool:
    """A file, and a text in it with the one to take its place."""
    if not (_has(fields, _OLD) and _has(fields, _NEW)):
        return False
    file = fields.text(*PATHS)
    view.line(path(file) if file is not None else "")
    view.put(_change(fields, view))
    return True


def _change(fields: Fields, view: View) -> Shown:
    old, new = fields.text(*_OLD) or "", fields.text(*_NEW) or ""
    return diff_block(diffs.of_edit(old, new), whole=view.whole)


def edits(fields: Fields, view: View) -> bool:
    """Several changes of a file."""
    every = fields.objects("edits")
    if every is None:
        return False
    if (
        not all(_has(one, _OLD) and _has(one, _NEW) for one in every)
        or len(every) > MOST_EDITS
    ):
        fields.left["edits"] = [one.left for one in every]
        return False
    file = fields.text(*PATHS)
    view.line(path(file) if file is not None else "")
    for one in every:
        own = one.text("file_path", "path")
        view.line(path(own) if own is not None else "")
        view.put(_change(one, view))
        if (rest := one.rest()) is not None:
            view.put(rest)
    return True


def search(fields: Fields, view: View) -> bool:
    """What is searched for, and where."""
    pattern = fields.text("pattern", "query", "regex", "glob_pattern")
    if pattern is None:
        return False
    where = fields.text("path", "directory", "dir_path")
    view.line(quoted(pattern), *(("in", path(where)) if where is not None else ()))
    return True


def editor(fields: Fields, view: View) -> bool:
    """Anthropic's text editor, whose `command` says what it does."""
    word = fields.left.get("command")
    if word not in ("view", "create", "str_replace", "insert", "undo_edit") or not _has(
        fields, PATHS
    ):
        return False
    fields.text("command")
    view.line(quoted(str(word)))
    if word == "insert":
        return _insert(fields, view)
    maker = {"create": write, "str_replace": edit}.get(str(word), read)
    return maker(fields, view) or read(fields, view)


def _insert(fields: Fields, view: View) -> bool:
    line, text = fields.number("insert_line"), fields.text("insert_text", "new_str")
    view.line(
        path(fields.text(*PATHS) or ""), f"after line {line}" if line is not None else ""
    )
    if text is not None:
        view.put(
            diff_block([("added", f"+ {one}") for one in text.split("\n")], whole=view.whole)
        )
    return True


def patch(fields: Fields, view: View) -> bool:
    """A patch of one file or of several."""
    inner = fields.object("operation")
    if inner is not None:
        fields.left = {**inner.left, **fields.left}
    text = fields.text("diff", "patch", "input")
    if text is None:
        return False
    kind, file = fields.text("type"), fields.text(*PATHS)
    view.line(quoted(kind) if kind else "", path(file) if file is not None else "")
    view.put(diff_block(diffs.of_patch(text), whole=view.whole))
    return True


def _has(fields: Fields, names: tuple[str, ...]) -> bool:
    return any(isinstance(fields.left.get(name), str) for name in names)
