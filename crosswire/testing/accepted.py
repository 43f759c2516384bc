"""`assert_accepted_by`: fails where a provider would refuse a request, and says why."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from crosswire.address import Address
from crosswire.answers import Answer, Cause, CauseTexts, answer, cause_texts, place_in_code
from crosswire.configuration import Lookup, ProjectSettings
from crosswire.errors import CrosswireError, UnknownFormat
from crosswire.model import Conversation
from crosswire.reading import Log, detect, load
from crosswire.rules import TARGETS, Refusal, Severity, Target, Verdict, verdict
from crosswire.testing import colours
from crosswire.testing.given import as_bytes, in_body, is_list_text, is_path

MOST_SHOWN = 5
"""Causes that a failure tells in full; of a long history that is broken all through, the
first ones tell enough."""
OF_THE_BODY = frozenset({"no-tools-declared"})
"""Rules about fields beside the messages, which a list of messages alone does not show."""


class NotAccepted(AssertionError):
    """What was given would be refused; the message says by whom, in which words and where."""


class NotKnown(UserWarning):
    """Whether it would be refused is not known; the message says why."""


def assert_accepted_by(
    messages: Any,
    target: str | None = None,
    *,
    strict: bool | None = None,
    converted: bool = False,
) -> None:
    """Fail where a provider would refuse these messages.

    `messages` is a list of messages, the body of a request, or the path of a file with one;
    objects of the providers' SDKs may stand in it. Of a list the messages alone are judged.
    `target` is a name that `crosswire check --target` takes; without it, each of the `targets`
    in the project's settings is asked. Where something may be refused or cannot be judged,
    that is a warning (`NotKnown`), and with `strict` a failure; the settings may say so by
    `fail-on = "warning"`.

    What is written in the format of another provider fails: it would not be sent like that.
    With `converted`, it is judged as Crosswire writes it for the target.

    Raises NotAccepted, an AssertionError; CrosswireError where there is no such target, or no
    conversation in what was given.
    """
    __tracebackhide__ = True
    settings = Lookup().settings_of(messages if is_path(messages) else Path.cwd())
    if strict is None:
        strict = settings.fails_at(Severity.WARNING)
    failures = []
    for named in _asked(target, settings):
        for judged in _judged(messages, named, converted=converted):
            failure = judged.not_sent_so() or judged.failure()
            unsure = "" if failure else judged.unsure()
            if failure or (unsure and strict):
                failures.append(failure or unsure)
            elif unsure:
                warnings.warn(NotKnown(unsure), stacklevel=2)
    if failures:
        raise NotAccepted("\n\n".join(failures))


def _asked(target: str | None, settings: ProjectSettings) -> list[Target]:
    """Whose verdict is wanted; raises CrosswireError where nobody's is."""
    names = settings.targets if target is None else (target,)
    known = ", ".join(TARGETS)
    if not names:
        raise CrosswireError(f"Name a target, here or in the settings. These are: {known}.")
    for name in names:
        if name not in TARGETS:
            raise UnknownFormat(f"There is no target {name!r}. These are: {known}.")
    return [TARGETS[name] for name in names]


def _judged(given: Any, target: Target, *, converted: bool) -> Iterator[_Judged]:
    data = as_bytes(given)
    log, text = _read(data, target, Path(given).name if is_path(given) else None)
    is_list = is_list_text(data)
    for one in log.conversations:
        judged = verdict(one, target.name)
        yield _Judged(one, target, judged, log, text, is_list=is_list, converted=converted)


def _read(data: bytes, target: Target, name: str | None) -> tuple[Log, bytes]:
    """The log as the target reads it, and the text of it. Where it is in no format of the
    target, it is read as what it is."""
    for text in (in_body(data, target.format), data):
        # Plain messages look alike in several formats.
        found = (one.format for one in detect(text)) if text else ()
        format = next((one for one in found if one in target.formats), None)
        if format is not None:
            return load(text, name=name, format=format), text
    return load(data, name=name), data


class _Judged(Struct, frozen=True):
    """A conversation before a target."""

    conversation: Conversation
    target: Target
    verdict: Verdict
    log: Log
    text: bytes
    is_list: bool
    converted: bool

    def not_sent_so(self) -> str:
        """Why it is no request for the target at all; empty where it is one."""
        if self.converted or self.conversation.wire_format in self.target.formats:
            return ""
        return (
            f"This is no request for {self.target.title}: it reads as "
            f"{self.log.detection.title}. To judge what Crosswire makes of it for that "
            "provider, say converted=True."
        )

    def failure(self) -> str:
        """Why it is refused for sure; empty where it is not."""
        refused = [one for one in self.verdict.findings if self._is_sure(one)]
        if not refused:
            return ""
        found = answer(self.conversation, self.target.name)
        causes = [one for one in found.causes if one.refusal and self._is_sure(one.refusal)]
        if causes:
            return "\n".join(self._lines(causes, found))
        why = "\n".join(map(self._finding, refused))
        return f"{self.target.title} would refuse this:\n{why}"

    def unsure(self) -> str:
        """Why the answer is neither yes nor no; empty where it is yes."""
        may_be = [
            self._finding(one)
            for one in self.verdict.findings
            if one.severity is Severity.WARNING and self._counts(one)
        ]
        open_points = [
            f"- {self._place(one.address)}: {one.message}"
            if one.address
            else f"- {one.message}"
            for one in self.verdict.undecided
        ]
        if not may_be and not open_points:
            return ""
        why = "\n".join((*may_be, *open_points))
        return f"Whether {self.target.title} takes this is not known:\n{why}"

    def _finding(self, found: Refusal) -> str:
        place = self._place(found.address)
        return f"- {place}: {found.message} ({found.code} {found.name})"

    def _counts(self, found: Refusal) -> bool:
        return not (self.is_list and found.name in OF_THE_BODY)

    def _is_sure(self, found: Refusal) -> bool:
        return found.severity is Severity.ERROR and self._counts(found)

    def _place(self, address: Address) -> str:
        return place_in_code(address, self.conversation)

    def _lines(self, causes: Sequence[Cause], found: Answer) -> Iterator[str]:
        yield f"{self.target.title} would refuse this, for {_counted(len(causes))}."
        for number, one in enumerate(causes[:MOST_SHOWN], 1):
            yield ""
            texts = cause_texts(one, self.conversation, self.log, self.text)
            yield from _cause_lines(number, texts)
        if len(causes) > MOST_SHOWN:
            yield f"\nAnd {_counted(len(causes) - MOST_SHOWN)} more."
        if found.fixed is not None and found.fixed.accepts:
            yield "\nAll of it can be mended: `crosswire repair` writes the whole."


def _cause_lines(number: int, texts: CauseTexts) -> Iterator[str]:
    yield f"{number}. at {texts.place}"
    yield f"   {texts.cause}"
    if texts.says:
        yield f"   {texts.says}"
    if texts.cure:
        yield "   What mends it:"
        yield from (f"   {colours.painted(line)}" for line in texts.cure)


def _counted(number: int) -> str:
    return "one reason" if number == 1 else f"{number} reasons"
