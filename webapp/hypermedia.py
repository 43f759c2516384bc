"""Answers a page, or one block of it where htmx asked for a part."""

from __future__ import annotations

import re
from types import FunctionType, MethodType
from typing import Any

import jinja2
from flask import Response, make_response, render_template, request
from flask.templating import Environment as FlaskEnvironment
from jinja2.ext import Extension
from jinja2.runtime import Macro
from jinja2_fragments.flask import render_block

from webapp.request_checks import wants_block as wants_block


class Context(jinja2.runtime.Context):
    """What a template sees, made anew at each include: three hundred times a page."""

    def __init__(self, *of: Any, globals: object = None) -> None:
        # Without a list of the names that all templates know: `Template` does not ask for it.
        super().__init__(*of)

    def call(self, what: Any, /, *args: Any, **named: Any) -> Any:
        """Call what nearly all calls in templates are for, without a search for what it wants
        of the template."""
        kind = type(what)
        if kind is Macro:
            args = (self.eval_ctx, *args)
        elif kind not in _PLAIN or hasattr(what, "jinja_pass_arg"):
            return super().call(what, *args, **named)
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return what(*args, **named)


_PLAIN = (FunctionType, MethodType)


class Environment(FlaskEnvironment):
    """Looks for `row.how` among the keys of a dictionary first: nearly all that templates read
    is one, and to ask for an attribute that is not there costs a tenth of a row."""

    context_class = Context

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict:
            found = obj.get(attribute, _NOT_THERE)
            if found is not _NOT_THERE:
                return found
        elif (found := getattr(obj, attribute, _NOT_THERE)) is not _NOT_THERE:
            return found
        return super().getattr(obj, attribute)


_NOT_THERE = object()


class Template(jinja2.Template):
    """A template whose macros are made once, for whoever imports them: all templates know the
    same names, and to compare these at each import takes a tenth of a page's time."""

    def _get_default_module(self, ctx: jinja2.runtime.Context | None = None) -> Any:
        return super()._get_default_module()


class Unindented(Extension):
    """Leaves out the indentation of templates, a fortieth of a page."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _INDENTED.sub("\n", source)


_INDENTED = re.compile(r"\n[ \t]+")


def render_page(
    template: str, *, fragment: str, status: int = 200, **context: object
) -> Response:
    """The page, or its block of this name; a block is named like the element that it
    replaces."""
    context["status"] = status
    context["is_block"] = wants_block()
    if context["is_block"]:
        body = render_block(template, fragment, **context)
    else:
        body = render_template(template, **context)
    response = make_response(body, status)
    response.vary.add("HX-Request-Type")
    return response


LINES = "application/x-ndjson"


def wants_lines() -> bool:
    """Whether an answer is told line by line, while it is made."""
    return LINES in request.headers.get("Accept", "")


def wants_json() -> bool:
    """Whether this address is one of the programs' (`/api/...`)."""
    return request.path.startswith("/api/") or request.path == "/healthz"
