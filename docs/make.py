"""Writes the pages of `docs/` that are made from the code: `python -m docs.make` (or `./dev
docs`).

`command-line.md` comes from the commands, `http-api.md` from the description of the API,
`secrets.md` from the rules for secrets, `settings.md` from the settings of the web app, and
`targets.md` from the profiles of the targets and the grounds of the rules.
A test holds the pages to what this makes.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import click

from crosswire.cli import main as crosswire
from crosswire.rules import TARGETS, Ground, TargetText, target_text
from crosswire.secrets import SECRET_KINDS
from webapp import create_app
from webapp.api.openapi.document import document
from webapp.settings import Settings

FOLDER = Path(__file__).resolve().parent
WIDTH = 100


def pages() -> dict[str, str]:
    """The text of each page, by the name of its file."""
    return {
        "command-line.md": "\n".join(command_line()) + "\n",
        "http-api.md": "\n".join(http_api()) + "\n",
        "secrets.md": "\n".join(secrets()) + "\n",
        "settings.md": "\n".join(settings()) + "\n",
        "targets.md": "\n".join(targets()) + "\n",
    }


# The command line


def command_line() -> Iterator[str]:
    yield "# Command line"
    yield ""
    yield (FOLDER / "parts" / "command-line.md").read_text().rstrip()
    context = click.Context(crosswire, info_name="crosswire")
    for name in crosswire.list_commands(context):
        command = crosswire.get_command(context, name)
        if command is not None and not command.hidden:
            yield from _command(command, click.Context(command, context, info_name=name))


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    formatter = click.HelpFormatter(width=WIDTH)
    command.format_usage(context, formatter)
    usage = formatter.getvalue().removeprefix("Usage: ").strip()
    yield ""
    yield f"## {command.name}"
    yield ""
    yield f"```text\n{usage}\n```"
    yield ""
    yield _paragraphs(inspect.cleandoc(command.help or ""))
    options = [option for option in command.params if isinstance(option, click.Option)]
    records = [record for option in options if (record := option.get_help_record(context))]
    if records:
        yield ""
        yield "| option | meaning |"
        yield "|---|---|"
        for names, meaning in records:
            yield f"| `{_cell(names)}` | {_cell(meaning)} |"
    if command.epilog:
        yield ""
        epilog = inspect.cleandoc(command.epilog).replace("\b\n", "")
        yield f"```text\n{epilog}\n```"


# Secrets


def secrets() -> Iterator[str]:
    yield (FOLDER / "parts" / "secrets.md").read_text().rstrip()
    kinds = {True: "The sure ones", False: "The probable ones"}
    for is_sure, heading in kinds.items():
        yield from ("", f"### {heading}", "", "| kind | title | source |", "|---|---|---|")
        for kind in SECRET_KINDS:
            if kind.is_sure is is_sure:
                yield f"| `{kind.id}` | {kind.title} | {_cell(kind.source)} |"


# The targets


def targets() -> Iterator[str]:
    yield "# Targets, and what they refuse"
    yield ""
    yield (FOLDER / "parts" / "targets.md").read_text().rstrip()
    yield ""
    texts = [*map(target_text, TARGETS.values())]
    yield f"| target | called | {' | '.join(texts[0].grounds)} | a yes stands on |"
    yield f"|---|---|{'---|' * len(texts[0].grounds)}---|"
    for text in texts:
        target = text.target
        told = " | ".join(str(len(found)) for found in text.grounds.values())
        place = target.name.replace(".", "")
        yield f"| [`{target.name}`](#{place}) | {target.title} | {told} | {text.yes} |"
    for text in texts:
        yield from _target(text)


def _target(text: TargetText) -> Iterator[str]:
    """What a target is known by and takes, and its grounds: the surest first, history last."""
    target = text.target
    yield from (
        "",
        f"## {target.name}",
        "",
        f"{target.title}. Formats: {', '.join(target.formats)}.",
    )
    for kind, told in text.named_by:
        yield f"{kind}: {', '.join(f'`{_cell(one)}`' for one in told)}."
    for name, sentence, uses in text.taken:
        yield f"What it takes of {name} is known from: {_cell(sentence)}."
        yield from ("", *(f"- {_cell(use)}." for use in uses), "") if uses else ()
    if target.upstreams:
        what = (
            "Hands on to" if target.is_known else "In its place speaks the maker of the format"
        )
        yield f"{what}: {', '.join(f'`{one.target}`' for one in target.upstreams)}."
    rows = [(sure, *held) for sure, found in text.grounds.items() for held in found]
    rows += [("holds no longer", *held) for held in text.history]
    if rows:
        yield from (
            "",
            "| rule | answer | holds | how sure | seen in |",
            "|---|---|---|---|---|",
        )
    for sure, rule, ground in rows:
        words = (
            f"`` {_cell(ground.error_text)} ``" if ground.error_text else "in words not known"
        )
        answer = f"{ground.status or ''} {words}".strip()
        cells = (f"{rule.code} {rule.name}", answer, "; ".join(_holds(ground)), sure)
        yield f"| {' | '.join(cells)} | {_cell(ground.source)} |"


def _holds(ground: Ground) -> Iterator[str]:
    conditions = {"of": ground.format, "since": ground.since, "until": ground.until}
    yield from (f"{word} {what}" for word, what in conditions.items() if what)
    patterns = {"models": ground.models, "not models": ground.but_models}
    yield from (f"{word} `{_cell(what)}`" for word, what in patterns.items() if what)


# The HTTP API


def http_api() -> Iterator[str]:
    described = document(create_app(Settings(database_url="sqlite://")))
    yield "# HTTP API"
    yield ""
    yield (FOLDER / "parts" / "http-api.md").read_text().rstrip()
    for path, methods in sorted(described["paths"].items()):
        for method, operation in sorted(methods.items()):
            yield from _operation(method.upper(), path, operation)


def _operation(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    yield ""
    yield f"## {method} {path}"
    yield ""
    yield _paragraphs(f"{operation['summary']}\n\n{operation.get('description', '')}".strip())
    asked = [one for one in operation["parameters"] if one["in"] == "query"]
    if asked:
        yield ""
        yield "| query | meaning |"
        yield "|---|---|"
        for one in asked:
            yield f"| `{one['name']}` | {_cell(one.get('description', ''))} |"
    yield ""
    statuses = ", ".join(f"`{status}`" for status in operation["responses"])
    yield f"Answers {statuses}."
    yield from ("", "```http", *_example(method, path, operation), "```")


def _example(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    """The request of an example, as it is sent."""
    shown = {one["name"]: one for one in operation["parameters"] if "example" in one}
    at = path.format(**{name: one["example"] for name, one in shown.items()})
    query = {name: one["example"] for name, one in shown.items() if one["in"] == "query"}
    yield f"{method} {at}{'?' if query else ''}{urlencode(query, safe=':/')}"
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body:
        yield from ("Content-Type: application/json", "", json.dumps(body["example"]))


# The settings


def settings() -> Iterator[str]:
    yield "# Settings of the web app"
    yield ""
    yield (FOLDER / "parts" / "settings.md").read_text().rstrip()
    yield ""
    yield "| variable | default | meaning |"
    yield "|---|---|---|"
    meanings = _docstrings_of_fields(Settings)
    for name, field in Settings.model_fields.items():
        default = "" if field.default_factory else _default(field.default)
        yield f"| `CROSSWIRE_{name.upper()}` | {default} | {_cell(meanings.get(name, ''))} |"


def _default(value: object) -> str:
    shown = value.get_secret_value() if hasattr(value, "get_secret_value") else value
    if shown in (None, "", ()):
        return "not set"
    return f"`{','.join(shown) if isinstance(shown, tuple) else shown}`"


def _docstrings_of_fields(model: type) -> dict[str, str]:
    """The text under each field, which stands in the source alone."""
    (body,) = (
        node.body
        for node in ast.parse(inspect.getsource(model)).body
        if isinstance(node, ast.ClassDef)
    )
    found = {}
    for field, text in pairwise(body):
        is_text = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and is_text:
            found[field.target.id] = " ".join(str(text.value.value).split())
    return found


# Markdown


def _paragraphs(text: str) -> str:
    """Plain text as Markdown; click's mark of a paragraph that keeps its lines goes."""
    return text.replace("\b\n", "")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main() -> None:
    for name, text in pages().items():
        (FOLDER / name).write_text(text)


if __name__ == "__main__":
    main()
