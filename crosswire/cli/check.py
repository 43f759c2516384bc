"""`crosswire check`: the defects of some files, and what targets would make of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import click

from crosswire.cli import sarif
from crosswire.cli.checked import Checked, Unreadable
from crosswire.cli.explain import errors_of, lines_of
from crosswire.cli.options import listed, sources_option
from crosswire.cli.output import UNREADABLE, UNSURE, print_json, print_lines, print_text
from crosswire.cli.uploads import data_of, load_bytes
from crosswire.cli.verdicts import verdict_lines
from crosswire.containers import Data
from crosswire.errors import CrosswireError, OnlyAnError
from crosswire.explanations import error_alone, explain, explain_alone
from crosswire.model import Conversation, Note
from crosswire.pairing import pair
from crosswire.reading.asked import Asked
from crosswire.repairs.records import Wanted
from crosswire.repairs.states import VerdictStates, verdict_states
from crosswire.rules import RULES
from crosswire.rules.named_servers import own_target
from crosswire.rules.rule import Diagnostic, Severity
from crosswire.rules.runner import diagnose
from crosswire.rules.targets import FIRST_TARGETS, TARGETS

_ORDER = [Severity.INFO, Severity.WARNING, Severity.ERROR]


def _names(_context: click.Context, _option: click.Parameter, value: str) -> tuple[str, ...]:
    """Names and codes of rules, or beginnings of codes; one that fits no rule is an error."""
    names = tuple(listed(value))
    for name in names:
        if not any(_is_named(rule.code, rule.name, (name,)) for rule in RULES.values()):
            raise click.BadParameter(
                f"there is no rule {name!r}; `crosswire rules` lists them."
            )
    return names


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--target",
    "targets",
    multiple=True,
    type=click.Choice(list(TARGETS)),
    help=(
        "Say what this target would refuse, and exit with 1 where it does, with 3 where that "
        "is not sure; may be given again."
    ),
)
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json", "sarif"]),
    default="text",
    help="How to answer.",
)
@sources_option
@click.option(
    "--select",
    callback=_names,
    default="",
    help="Show only these rules: codes or names, with commas; CW2 stands for all of CW2xx.",
)
@click.option("--ignore", callback=_names, default="", help="Show all but these rules.")
@click.option(
    "--fail-on",
    type=click.Choice([*map(str, _ORDER), "never"]),
    default="error",
    help="From which severity on to exit with 1.",
)
@click.option(
    "--allow-unsure", is_flag=True, help="Exit with 0 where a target that was named is unsure."
)
@click.option(
    "--no-verdicts", is_flag=True, help="Leave verdicts out of the JSON, which is faster."
)
def check(
    files: tuple[str, ...],
    targets: tuple[str, ...],
    output: str,
    source: Asked,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: str,
    allow_unsure: bool,
    no_verdicts: bool,
) -> None:
    """Find what is wrong with the tool calls of each FILE or folder (`-` is standard input).

    Exits with 0 where nothing at or above --fail-on was found, 1 where something was or where
    a target that was named refuses, 2 where a file could not be read, 3 where nothing was
    found and a target that was named is unsure: something was not read, or may be refused.
    What --select and --ignore hide of the defects does not count; a verdict comes of all
    rules, whichever are shown.
    """
    named = list(dict.fromkeys(targets))
    if no_verdicts and named:
        raise click.UsageError("--no-verdicts and --target contradict each other.")
    wants_all = output == "json" and not no_verdicts
    asked = named or (list(FIRST_TARGETS) if wants_all else [])
    check = _Check(
        source, asked, lambda found: _is_wanted(found, select, ignore), own=not named
    )
    answers = [answer for path in files for answer in check.file(path)]
    _print_all(answers, output)
    code = _exit_code(answers, fail_on, named)
    raise SystemExit(0 if code == UNSURE and allow_unsure else code)


def _print_all(answers: list[Checked | Unreadable], output: str) -> None:
    if output == "json":
        print_json({"files": [answer.as_json() for answer in answers]})
    elif output == "sarif":
        print_json(sarif.report(answers))
    else:
        for answer in answers:
            _print(answer)


def _is_wanted(found: Diagnostic, select: tuple[str, ...], ignore: tuple[str, ...]) -> bool:
    selected = not select or _is_named(found.code, found.name, select)
    return selected and not _is_named(found.code, found.name, ignore)


def _is_named(code: str, name: str, names: tuple[str, ...]) -> bool:
    return any(
        wanted.lower() == name.lower() or code.startswith(wanted.upper()) for wanted in names
    )


@dataclass(frozen=True, slots=True)
class _Check:
    """What to do with each file."""

    source: Asked
    targets: list[str]
    wanted: Wanted
    own: bool
    """Whether the server that a log names is asked too, before the others that are."""

    def file(self, path: str) -> Iterator[Checked | Unreadable]:
        """One answer for each conversation of a file, or one that says why there is none."""
        data: Data = b""
        try:
            data = data_of(path)
            log = load_bytes(data, path, self.source)
        except CrosswireError as error:
            yield _unreadable(path, data, error)
            return
        errors = errors_of(log, data)
        # What was noted on the file is said once, with its first conversation.
        notes = log.notes
        for conversation in log.conversations:
            answer = self._conversation(path, conversation, [*notes, *conversation.notes])
            answer.log = log
            answer.explained = [explain(conversation, one) for one in errors]
            yield answer
            notes = []

    def _conversation(
        self, path: str, conversation: Conversation, notes: list[Note]
    ) -> Checked:
        pairing = pair(conversation)
        found = [one for one in diagnose(conversation, pairing) if self.wanted(one)]
        verdicts = list(verdict_states(conversation, self._asked(conversation)).values())
        return Checked(path, conversation, pairing, found, notes, verdicts, self.wanted)

    def _asked(self, conversation: Conversation) -> list[str]:
        own = own_target(conversation) if self.own and self.targets else None
        return [own, *self.targets] if own and own not in self.targets else self.targets


def _unreadable(path: str, data: Data, refused: CrosswireError) -> Unreadable:
    """Why there is no conversation; what a file means that is an error alone."""
    alone = error_alone(data, refused)
    if alone is None:
        return Unreadable(path, str(refused))
    return Unreadable(path, str(OnlyAnError([alone])), [explain_alone(alone)])


def _print(answer: Checked | Unreadable) -> None:
    if isinstance(answer, Unreadable):
        print_text(f"{answer.path}: {answer.error}", err=True)
        for one in answer.explained:
            print_lines(lines_of(None, one))
        return
    for note in answer.notes:
        place = f" {answer.placed(note.address)}:" if note.address else ""
        print_text(f"{answer.path}:{place} note: {note.message}", err=True)
    for one in answer.explained:
        print_lines(
            f"{answer.path}: error: {line}" for line in lines_of(answer.conversation, one)
        )
    for finding in answer.diagnostics:
        words = f"{finding.severity} {finding.code} {finding.name}: {finding.message}"
        print_text(f"{answer.path}: {answer.placed(finding.address)}: {words}")
    for states in answer.verdicts:
        print_lines(f"{answer.path}: {line}" for line in verdict_lines(states, answer.wanted))
    counts = (
        f"{answer.messages} messages, {answer.calls} calls, {answer.results} results, "
        f"{len(answer.diagnostics)} findings"
    )
    unread = len(answer.conversation.unread)
    if unread:
        counts += f", {unread} {'place' if unread == 1 else 'places'} not read"
    requests = sum(event.kind == "seam" for event in answer.conversation.events)
    if requests:
        counts += f", {requests} requests joined"
    branches = len(answer.conversation.branches)
    if branches:
        counts += f", {branches} other {'branch' if branches == 1 else 'branches'}"
    title = f" ({answer.conversation.title})" if answer.conversation.title else ""
    print_text(f"{answer.path}{title}: {answer.conversation.format}, {counts}")


def _exit_code(answers: list[Checked | Unreadable], fail_on: str, named: list[str]) -> int:
    checked = [answer for answer in answers if isinstance(answer, Checked)]
    if len(checked) < len(answers):
        return UNREADABLE
    if fail_on == "never":
        return 0
    lowest = _ORDER.index(Severity(fail_on))
    if any(_fails(answer, lowest, named) for answer in checked):
        return 1
    verdicts = (verdict for answer in checked for verdict in answer.verdicts)
    unsure = any(one.target in named and one.logged.accepts is None for one in verdicts)
    return UNSURE if unsure else 0


def _fails(answer: Checked, lowest: int, named: list[str]) -> bool:
    if any(_ORDER.index(defect.severity) >= lowest for defect in answer.diagnostics):
        return True
    verdicts = [verdict for verdict in answer.verdicts if verdict.target in named]
    return any(_is_failure(verdict, lowest) for verdict in verdicts)


def _is_failure(verdict: VerdictStates, lowest: int) -> bool:
    """A refusal always is one; what is unsure is one where warnings are."""
    if verdict.logged.accepts is None:
        return lowest <= _ORDER.index(Severity.WARNING)
    return not verdict.logged.accepts
