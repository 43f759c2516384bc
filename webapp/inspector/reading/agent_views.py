"""Calls that ask another agent, fetch a page, or keep a list of what is to be done."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from webapp.inspector.reading.fields import Fields, object_of
from webapp.inspector.reading.markdown import link_of
from webapp.inspector.reading.texts import as_said
from webapp.inspector.reading.view import View, quoted
from webapp.readmodel.cell import Cell
from webapp.readmodel.text import one_line
from webapp.wording.invisible import marked

LONGEST_NAME = 80
"""Characters of the name of an agent."""
MOST_STEPS = 60
"""Steps of a list that are shown; a longer one is shown as JSON, which folds."""
_SIGNS = {"completed": "☑", "done": "☑", "in_progress": "◐", "pending": "☐", "cancelled": "☒"}


def steps(fields: Fields, view: View) -> bool:
    """A list of steps, each with its state."""
    name = next((one for one in ("todos", "plan", "tasks", "items") if one in fields.left), "")
    every = fields.objects(name)
    if every is None:
        return False
    if len(every) > MOST_STEPS or not all(_words(one) for one in every):
        fields.left[name] = [one.left for one in every]
        return False
    if (why := fields.text("explanation", "description")) is not None:
        view.line(marked(why))
    items = Markup("").join(_step(one) for one in every)
    view.put(Markup('<ul class="todos">{}</ul>').format(items))
    return True


_NAMES = ("description", "name", "task_name", "title", "nickname")
_KINDS = ("subagent_type", "agent_type", "agent_name", "role")


def agent_name(cells: Sequence[Cell]) -> str:
    """What the call in a row says of the agent that it starts: its description or name, and
    its type; empty where it says neither."""
    call = next((cell for cell in cells if cell["kind"] == "call"), None)
    read = object_of(call["json"]) if call and call.get("json") else None
    if read is None:
        return ""
    fields, _ = read
    name = next(filter(None, map(fields.text, _NAMES)), "")
    kind = next(filter(None, map(fields.text, _KINDS)), "")
    told = f"{name} ({kind})" if name and kind else name or kind
    return one_line(told, LONGEST_NAME)


def _words(step: Fields) -> bool:
    return any(
        isinstance(step.left.get(name), str)
        for name in ("content", "step", "description", "title")
    )


def _step(step: Fields) -> Markup:
    state, words = (
        step.text("status", "state"),
        step.text("content", "step", "description", "title") or "",
    )
    sign = Markup('<span aria-hidden="true">{}</span> ').format(_SIGNS.get(state or "", "•"))
    told = (
        Markup(" <small>{}</small>").format(marked(state)) if state is not None else Markup("")
    )
    return Markup("<li>{}{}{}{}</li>").format(sign, marked(words), told, step.rest() or "")


def agent(fields: Fields, view: View) -> bool:
    """What another agent is asked to do."""
    prompt = fields.text("prompt", "message")
    if prompt is None:
        return False
    kind, words = fields.text("subagent_type", "agent_type"), fields.text("description")
    view.line(quoted(kind) if kind else "", marked(words) if words else "")
    view.put(as_said(prompt, whole=view.whole))
    return True


def fetch(fields: Fields, view: View) -> bool:
    """A page of the web, and what is asked of it."""
    address = fields.text("url")
    if address is None:
        return False
    view.line(Markup("<code>{}</code>").format(link_of(address)))
    if (prompt := fields.text("prompt")) is not None:
        view.put(as_said(prompt, whole=view.whole))
    return True


def plan(fields: Fields, view: View) -> bool:
    """A plan in words."""
    words = fields.text("plan")
    if words is None:
        return False
    view.put(as_said(words, whole=view.whole))
    return True
