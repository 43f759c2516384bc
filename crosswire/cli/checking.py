"""Checks a file by its settings, and gives what is to be said of it, in any process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from crosswire.cli import check_lines, github, sarif
from crosswire.cli.checked import Checked, Unreadable
from crosswire.cli.colours import Colours
from crosswire.cli.exit_codes import UNREADABLE, UNSURE
from crosswire.cli.sources import STANDARD_INPUT
from crosswire.cli.uploads import data_of, load_bytes
from crosswire.configuration import Configuration, ProjectSettings
from crosswire.containers import Data
from crosswire.errors import CrosswireError, OnlyAnError
from crosswire.model import Conversation
from crosswire.pairing import Pairing, pair
from crosswire.reading.asked import Asked
from crosswire.reading.letting_go import one_by_one
from crosswire.reading.loading import Log
from crosswire.rules.named_servers import own_target
from crosswire.rules.rule import Defect, Severity
from crosswire.rules.runner import diagnose
from crosswire.rules.targets import FIRST_TARGETS

if TYPE_CHECKING:
    from crosswire.explanations import Explanation
    from crosswire.repairs.states import VerdictStates

Answer = Checked | Unreadable
Outputs = Callable[[Iterable[Answer], Colours], Any]
OUTPUTS: dict[str, Outputs] = {
    "text": lambda answers, colours: [
        line for answer in answers for line in check_lines.lines_of(answer, colours)
    ],
    "json": lambda answers, _: [answer.as_json() for answer in answers],
    "sarif": lambda answers, _: sarif.part(answers),
    "github": lambda answers, _: [
        line for answer in answers for line in github.lines_of(answer)
    ],
}
"""What becomes of the answers about a file, in a form that another process can take."""


class Job(Struct, frozen=True):
    """A file to check, and the settings that are looked up for it."""

    path: str
    configuration: Configuration


class Said(Struct, frozen=True):
    """What is to be said of a file, and the exit code that it calls for."""

    path: str
    outputs: dict[str, Any]
    """In each of the forms that are wanted."""
    code: int


class Check(Struct, frozen=True):
    """What to do with each file."""

    source: Asked
    forms: Sequence[str]
    """Names of `OUTPUTS`."""
    given: dict[str, Any]
    """The settings of the command line, which stand in place of all others."""
    wants_verdicts: bool
    colours: Colours

    def __call__(self, job: Job) -> Said:
        return self.say(job.path, self._answers(job))

    def say(self, path: str, answers: Iterable[Answer]) -> Said:
        """For one form each answer is written down and goes before the next one comes."""
        codes: list[int] = []

        def counted() -> Iterator[Answer]:
            for answer in answers:
                codes.append(_code(answer))
                yield answer

        told = counted() if len(self.forms) == 1 else list(counted())
        outputs = {form: OUTPUTS[form](told, self.colours) for form in self.forms}
        return Said(path, outputs, worst(codes))

    def _answers(self, job: Job) -> Iterator[Answer]:
        """One answer for each conversation of a file, or one that says why there is none."""
        data: Data = b""
        try:
            data = data_of(job.path)
            log = load_bytes(data, job.path, self.source)
        except CrosswireError as error:
            yield _unreadable(job.path, data, error)
            return
        errors = _errors_of(log, data)
        # What was noted on the file is said once, with its first conversation.
        notes = log.notes
        for conversation in one_by_one(log):
            settings = self._settings(job, log, conversation)
            answer = self._checked(job.path, conversation, settings)
            answer.notes = [*notes, *conversation.notes]
            answer.log, answer.data = log, data
            answer.explained = _explained(conversation, errors)
            yield answer
            notes = []

    def _settings(self, job: Job, log: Log, conversation: Conversation) -> ProjectSettings:
        path = Path("." if job.path == STANDARD_INPUT else job.path)
        if log.files and path.is_dir():
            path /= log.origin_of(conversation.documents_before).path
        return job.configuration.settings_of(path, self.given)

    def _checked(
        self, path: str, conversation: Conversation, settings: ProjectSettings
    ) -> Checked:
        pairing = pair(conversation)
        defects = diagnose(conversation, pairing)
        asked = self._asked(conversation, settings)
        verdicts = _verdicts(conversation, asked, pairing, defects)
        found = settings.shown(defects)
        return Checked(path, conversation, pairing, found, [], verdicts, settings)

    def _asked(self, conversation: Conversation, settings: ProjectSettings) -> list[str]:
        """Those that were named; else, where verdicts are wanted, the server that the log
        names, before the others that are asked."""
        if settings.targets or not self.wants_verdicts:
            return list(settings.targets)
        own = own_target(conversation)
        is_further = own is not None and own not in FIRST_TARGETS
        return [own, *FIRST_TARGETS] if own and is_further else list(FIRST_TARGETS)


# What few files need is imported where it is needed: it has as many modules as all else.


def _verdicts(
    conversation: Conversation, targets: list[str], pairing: Pairing, defects: list[Defect]
) -> list[VerdictStates]:
    if not targets:
        return []
    from crosswire.repairs import plain_repair, verdict_states

    repaired = plain_repair(conversation, diagnosed=lambda: defects)
    found = verdict_states(conversation, targets, repaired=repaired, pairing=pairing)
    return list(found.values())


def _errors_of(log: Log, data: Data) -> list[str]:
    if log.container != "pasted":
        return []
    from crosswire.cli.explain import errors_of

    return errors_of(log, data)


def _explained(conversation: Conversation, errors: list[str]) -> list[Explanation]:
    if not errors:
        return []
    from crosswire.explanations import explain

    return [explain(conversation, one) for one in errors]


def _unreadable(path: str, data: Data, refused: CrosswireError) -> Unreadable:
    """Why there is no conversation; what a file means that is an error alone."""
    from crosswire.explanations import error_alone, explain_alone

    alone = error_alone(data, refused)
    if alone is None:
        return Unreadable(path, str(refused))
    return Unreadable(path, str(OnlyAnError([alone])), [explain_alone(alone)])


# Exit codes

_WORST_FIRST = (UNREADABLE, 1, UNSURE, 0)


def worst(codes: Iterable[int]) -> int:
    """The exit code of several files: what could not be read outweighs what was found."""
    return min(codes, key=_WORST_FIRST.index, default=0)


def _code(answer: Answer) -> int:
    if isinstance(answer, Unreadable):
        return UNREADABLE
    settings = answer.settings
    if settings.fail_on == "never":
        return 0
    named = [one for one in answer.verdicts if one.target in settings.targets]
    if any(settings.fails_at(found.severity) for found in answer.diagnostics):
        return 1
    if any(_is_failure(verdict, settings) for verdict in named):
        return 1
    is_unsure = any(verdict.logged.accepts is None for verdict in named)
    return UNSURE if is_unsure and not settings.allow_unsure else 0


def _is_failure(verdict: VerdictStates, settings: ProjectSettings) -> bool:
    """A refusal always is one; what is unsure is one where warnings are."""
    if verdict.logged.accepts is None:
        return settings.fails_at(Severity.WARNING)
    return not verdict.logged.accepts
