"""Calls that run something: commands, code, a hand on a screen."""

from __future__ import annotations

import shlex

from webapp.inspector.reading import code, terminal
from webapp.inspector.reading.fields import Fields
from webapp.inspector.reading.shown import Shown, beginning
from webapp.inspector.reading.texts import code_block
from webapp.inspector.reading.view import View, quoted
from webapp.wording.invisible import marked


def shell(fields: Fields, view: View) -> bool:
    """Command lines, each behind a prompt."""
    inner = fields.object("action")
    if inner is not None:
        fields.left = {**inner.left, **fields.left}
    commands = _commands(fields)
    if commands is None:
        return False
    description = fields.text("description", "justification")
    view.line(marked(description) if description else "")
    for command in commands:
        start = beginning(command, whole=view.whole)
        view.put(Shown(terminal.command(start), len(command) - len(start)))
    where = fields.text("cwd", "workdir", "working_directory", "directory", "dir_path")
    if where:
        view.line("in", quoted(where))
    return True


def _commands(fields: Fields) -> list[str] | None:
    line = fields.text("command", "cmd")
    if line is not None:
        return [line]
    if (words := fields.texts("command") or fields.texts("cmd")) is not None:
        return [shlex.join(words)]
    return fields.texts("commands")


def program(fields: Fields, view: View) -> bool:
    """Code that a tool runs; Python where no language is named."""
    text = fields.text("code", "script", "input")
    if text is None:
        return False
    named = fields.text("language")
    view.line(quoted(named) if named else "")
    view.put(code_block(text, code.named(named or "python"), whole=view.whole))
    return True


def hand(fields: Fields, view: View) -> bool:
    """A click, a key, a scroll."""
    action = fields.text("action", "type")
    if action is None:
        return False
    view.line(quoted(action))
    text = fields.text("text")
    if text is not None:
        view.line("text", quoted(text))
    return True
