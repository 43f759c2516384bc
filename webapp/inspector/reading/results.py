"""Results of tools: output of programs, files, diffs, Markdown, JSON, or words."""

from __future__ import annotations

from markupsafe import Markup

from webapp.inspector.reading import code, diffs, markdown, terminal
from webapp.inspector.reading.fields import Fields, object_of
from webapp.inspector.reading.json_tree import read_json
from webapp.inspector.reading.numbered_lines import without_numbers
from webapp.inspector.reading.shown import Shown, beginning, plain
from webapp.inspector.reading.texts import Content, as_markdown, diff, json_of, one_line
from webapp.inspector.reading.tool_views import as_sent
from webapp.inspector.reading.view import View, quoted
from webapp.wording.invisible import marked

_EXIT_CODES = ("exit_code", "return_code", "exitCode", "returncode")
MOST_RUNS = 20
"""Commands of one result whose outputs are shown."""


def as_result(text: str, content: Content, path: str, *, whole: bool) -> Shown:
    """A text that a tool answered with; `path` is the file that it was asked for, where it
    was."""
    if json_of(text) is not None:
        return of_result(one_line(text), whole=whole)
    if content == "terminal":
        start = beginning(text, whole=whole)
        return Shown(terminal.block(start), len(text) - len(start))
    if content == "file":
        return _file(text, path, whole=whole)
    if diffs.is_diff(text):
        return diff(text, whole=whole)
    if content == "markdown" or markdown.is_plausible(text):
        return as_markdown(text, whole=whole)
    return plain(text, whole=whole)


def _file(text: str, path: str, *, whole: bool) -> Shown:
    """The text of a file, in colours where its name or its first line names a language."""
    start = beginning(text, whole=whole)
    numbers, bare, rest = without_numbers(start)
    language = code.of_file(path) or code.of_shebang(bare or start)
    if not numbers:
        return Shown(code.block(start, language, whole=whole), len(text) - len(start))
    coloured = code.coloured(bare, language, whole=whole).split("\n")
    lines = Markup("\n").join(
        marked(number) + line for number, line in zip(numbers, coloured, strict=True)
    )
    html = Markup('<pre class="code">{}</pre>').format(lines)
    if rest:
        html += plain(rest, whole=True).html
    return Shown(html, len(text) - len(start))


def of_result(text: str, *, whole: bool) -> Shown:
    """A structured result: the output of a program as such, all else as JSON."""
    read = object_of(text)
    if read is not None:
        fields, notes = read
        view = View(whole)
        if not notes and _output(fields, view):
            view.put(as_sent("Result", text, whole=whole))
            return view.shown()
    return read_json(text, whole=whole)


def _output(fields: Fields, view: View) -> bool:
    runs = fields.objects("output")
    if runs is not None:
        if len(runs) > MOST_RUNS or not all(_is_output(one) for one in runs):
            return False
        for one in runs:
            _run(one, view)
    elif _is_output(fields):
        _run(fields, view)
    else:
        return False
    if (rest := fields.rest()) is not None:
        view.put(rest)
    return True


def _is_output(fields: Fields) -> bool:
    left = fields.left
    if isinstance(left.get("stdout"), str):
        return True
    tells = any(name in left for name in (*_EXIT_CODES, "outcome")) or isinstance(
        left.get("metadata"), dict
    )
    return isinstance(left.get("output"), str) and tells


def _run(fields: Fields, view: View) -> None:
    """What one command wrote, and how it ended."""
    _put(view, "", fields.text("stdout", "output"))
    _put(view, "stderr", fields.text("stderr"))
    inner = fields.object("metadata") or Fields({})
    code = fields.number(*_EXIT_CODES)
    code = inner.number(*_EXIT_CODES) if code is None else code
    if code is not None:
        view.line("exit code", quoted(str(code)))
    for one in (inner, fields):
        if (rest := one.rest()) is not None:
            view.put(rest)


def _put(view: View, name: str, text: str | None) -> None:
    if not text:
        return
    view.line(name)
    start = beginning(text, whole=view.whole)
    view.put(Shown(terminal.block(start), len(text) - len(start)))
