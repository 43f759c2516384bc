"""Light or dark, as this browser wants it: the page itself says it, so that the first paint
has it."""

from __future__ import annotations

from flask import Flask, request

_THEMES = ("light", "dark")


def attach(app: Flask) -> None:
    """Let templates ask for the theme."""
    app.jinja_env.globals["theme"] = _theme


def _theme() -> str:
    """Empty where the system says it."""
    chosen = request.cookies.get("theme", "")
    return chosen if chosen in _THEMES else ""
