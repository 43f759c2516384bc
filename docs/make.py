"""Writes the pages of `docs/` that are made from the code: `python -m docs.make` (or `./dev
docs`).

`command-line.md` comes from the commands, `http-api.md` from the description of the API,
`refusals.md` from the grounds of the rules, `secrets.md` from the rules for secrets,
`settings.md` from the settings of the web app, and `targets.md` from the profiles of the
targets and the grounds of the rules.
A test holds the pages to what this makes.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import click

from crosswire.cli import main as crosswire
from crosswire.rules import PROVIDER_RULES, TARGETS, Ground, Rule, Target
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
        "refusals.md": "\n".join(refusals()) + "\n",
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


# What providers refuse


def refusals() -> Iterator[str]:
    """A table of grounds for each target: the surest first, history last."""
    yield (FOLDER / "parts" / "refusals.md").read_text().rstrip()
    for target in TARGETS.values():
        held = [
            (rule, ground)
            for rule in PROVIDER_RULES
            for ground in rule.grounds
            if target.name in ground.targets
        ]
        sure = sum(ground.confidence == "high" and not ground.until for _, ground in held)
        yield from ("", f"## {target.title}", "")
        yield f"`--target {target.name}`: {len(held)} grounds, {sure} of them sure."
        yield from ("", "| rule | the provider's words | holds | sure | seen in |")
        yield "|---|---|---|---|---|"
        for rule, ground in sorted(held, key=_by_evidence):
            yield _row(rule, ground)


def _by_evidence(held: tuple[Rule, Ground]) -> tuple[bool, int, str]:
    rule, ground = held
    return ground.until is not None, _CONFIDENCE.index(ground.confidence), rule.code


_CONFIDENCE = ("high", "medium", "low")


def _row(rule: Rule, ground: Ground) -> str:
    words = f"`` {_cell(ground.error_text)} ``" if ground.error_text else "not known"
    holds = [
        f"{word} {at}" for word, at in (("since", ground.since), ("until", ground.until)) if at
    ]
    holds += [f"models `{_cell(ground.models)}`"] if ground.models else []
    holds += [f"not models `{_cell(ground.but_models)}`"] if ground.but_models else []
    cells = (f"{rule.code} {rule.name}", words, "; ".join(holds), ground.confidence)
    return f"| {' | '.join(cells)} | {_cell(ground.source)} |"


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
    yield "# Targets"
    yield ""
    yield (FOLDER / "parts" / "targets.md").read_text().rstrip()
    yield ""
    yield "| target | called | sure | fairly sure | unsure | a yes stands on |"
    yield "|---|---|---|---|---|---|"
    for target in TARGETS.values():
        counts = Counter(ground.confidence for _, ground in _grounds_of(target))
        told = " | ".join(str(counts[sure]) for sure in _SURE)
        place = target.name.replace(".", "")
        yield f"| [`{target.name}`](#{place}) | {target.title} | {told} | {_yes(target)} |"
    for target in TARGETS.values():
        yield from ("", f"## {target.name}", "", _introduction(target), "")
        grounds = _grounds_of(target)
        if grounds:
            yield "| rule | format | answer | how sure | since | seen |"
            yield "|---|---|---|---|---|---|"
        for rule, ground in grounds:
            answer = " ".join(filter(None, (str(ground.status or ""), _quoted(ground))))
            name = f"{rule.code} {rule.name}"
            format = ground.format or target.format
            sure, since = _SURE[ground.confidence], ground.since or ""
            of_models = f"; models: `{_cell(ground.models)}`" if ground.models else ""
            seen = _cell(ground.source) + of_models
            yield f"| {name} | {format} | {answer} | {sure} | {since} | {seen} |"


_SURE = {"high": "sure", "medium": "fairly sure", "low": "unsure"}


def _grounds_of(target: Target) -> list[tuple[Rule, Ground]]:
    """What a target refuses by today, the surest first."""
    found = [(rule, one) for rule in PROVIDER_RULES for one in rule.grounds_of(target.name)]
    return sorted(found, key=lambda one: [*_SURE].index(one[1].confidence))


def _quoted(ground: Ground) -> str:
    return f"`{_cell(ground.error_text).replace('`', chr(39))}`" if ground.error_text else ""


def _yes(target: Target) -> str:
    if target.takes is None:
        return "its rules"
    return "; ".join(f"{name}: {_cell(one.source)}" for name, one in target.takes.items()) or (
        "nothing: it never says yes"
    )


def _introduction(target: Target) -> str:
    signs = target.signs
    told = [f"{target.title}. Formats: {', '.join(target.formats)}."]
    named = (
        ("Hosts", ", ".join(f"`{host}`" for host in signs.hosts)),
        ("Models", f"`{_cell(signs.models)}`" if signs.models else ""),
        ("Ids", f"`{_cell(signs.ids)}`" if signs.ids else ""),
        ("Fields of its answers", ", ".join(f"`{name}`" for name, _ in signs.answers)),
        ("Hands on to", ", ".join(f"`{one.target}`" for one in target.upstreams)),
    )
    return " ".join([*told, *(f"{what}: {text}." for what, text in named if text)])


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
