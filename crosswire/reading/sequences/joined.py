"""One conversation made of the exchanges of a line: the last request and its answer, with all
places where each part stands, and a seam where each exchange begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from crosswire.address import is_within
from crosswire.counting import counted
from crosswire.model import (
    EarlierAnswer,
    Event,
    Message,
    Note,
    Part,
    ReasoningPart,
    RefusalPart,
    SettingPart,
    StreamFault,
    TextPart,
)
from crosswire.model.copies import Difference, copied_onto, stands_also_at
from crosswire.reading.sequences.exchange import Exchange, Said
from crosswire.reading.sequences.following import Step
from crosswire.reading.sequences.lines import Line

_STORED = ("previous_response_id", "previous_interaction_id", "conversation")
"""Settings that name what the provider has stored."""
_GROUPS = ("response id", "conversation", "window")
"""How a request follows that does not repeat the history from its beginning."""
_WRITTEN_OUT = (
    "What this id names is in the log: what was said up to it stands in the conversation, and "
    "the field was left out."
)
_PARTLY_WRITTEN_OUT = (
    "What the log has of what this id names stands in the conversation, and the field was "
    "left out; what was said before is at the provider alone."
)


class Joined:
    """The conversation of a line; its builder is that of the last exchange."""

    def __init__(
        self, line: Line, exchanges: Sequence[Exchange], followed: Sequence[Step | None]
    ) -> None:
        self.line = line
        self.way = [exchanges[at] for at in line.way]
        self._numbers = {position: number for number, position in enumerate(line.way)}
        self.steps = [followed[at] for at in line.way]
        self.last = self.way[-1]
        self.builder = self.last.builder
        self.groups = self._groups()
        """The exchanges that repeat each other; another group has its history at the
        provider, or only the end of it."""
        self.said: list[Said] = []
        """All that is said in it."""
        self.bases: list[int] = []
        """Where in `said` what each exchange says begins."""
        self.first_message: list[int] = []
        """Of each group: the number of its first message behind the system prompt."""
        self.left_out: list[Part] = []
        """Thoughts that were not sent back."""

    def join(self) -> None:
        self._put_together()
        if len(self.way) == 1:
            return
        for number, one in enumerate(self.way[:-1]):
            following = self.steps[number + 1]
            if following is not None and following.how not in _GROUPS:
                self._note_copies(self.bases[number], one, following)
        self._take_notes()
        self.builder.events += self._seams()
        self.builder.events.sort(key=lambda one: one.before)
        self.builder.earlier += self._earlier()

    def message_of(self, number: int) -> int:
        """The number of the message that begins with a thing that is said, or of the next
        one."""
        if number >= len(self.said):
            return len(self.builder.messages)
        said = self.said[number]
        before = self.said[number - 1] if number else None
        return said.message + (before is not None and before.message == said.message)

    def number_of(self, position: int | None) -> int:
        """Which exchange of the way it is that has this place in the list of all."""
        return 0 if position is None else self._numbers[position]

    def answer_of(self, number: int) -> int:
        """The number of the message that an answer of the way begins with."""
        return self.message_of(self.bases[number] + len(self.way[number].asked))

    # What it says

    def _groups(self) -> list[list[Exchange]]:
        groups: list[list[Exchange]] = []
        for one, step in zip(self.way, self.steps, strict=True):
            if not groups or (step is not None and step.how in _GROUPS):
                groups.append([])
            groups[-1].append(one)
        return groups

    def _put_together(self) -> None:
        """The messages of each group's last exchange, one behind the other."""
        rules = self.builder.messages[: self.last.talk]
        messages: list[Message] = list(rules)
        events: list[Event] = []
        for group in self.groups:
            last, again = group[-1], self._repeated_by(group)
            base = len(self.said) - again
            self.bases += [base] * len(group)
            new = [*last.asked, *last.answered][again:]
            begins = new[0].message if again else last.talk
            shift = len(messages) - begins
            for kept, copy in zip(self.said[base:], last.asked[:again], strict=True):
                _also(kept.parts, self.builder.written_again(kept.parts, copy.parts))
            for one in new:
                one.message += shift
                self.said.append(one)
            messages += last.builder.messages[begins:]
            events += (
                replace(one, before=one.before + shift)
                for one in last.builder.events
                if one.before >= begins
            )
        self.builder.messages = messages
        self.builder.events = events
        if len(self.groups) > 1:
            self._write_history_out()

    def _repeated_by(self, group: Sequence[Exchange]) -> int:
        """How many things at the end of what was said before a group says again."""
        step = self.steps[self.way.index(group[0])] if self.said else None
        return step.repeated if step is not None and step.how == "window" else 0

    def _write_history_out(self) -> None:
        """The history stands in the conversation, and no longer at the provider."""
        builder, first = self.builder, self.groups[0][-1].builder
        parts = builder.settings_and_tools
        builder.settings_and_tools = [part for part in parts if not _names_stored(part)]
        builder.calls_may_be_elsewhere = first.calls_may_be_elsewhere
        builder.read_from = None
        stored = next(filter(_names_stored, parts), None)
        if stored is None:
            return
        message = _PARTLY_WRITTEN_OUT if builder.calls_may_be_elsewhere else _WRITTEN_OUT
        builder.note("history-written-out", message, stored.address)

    # Where it stands

    def _note_copies(self, base: int, one: Exchange, following: Step) -> None:
        """Note where an exchange has what a later one repeats."""
        builder = self.builder
        if one.rules == self.last.rules:
            for system, again in zip(self.last.system, one.system, strict=False):
                stands_also_at(system, again.address)
        for kept, copy in zip(self.said[base : base + len(one.asked)], one.asked, strict=True):
            if len(kept.parts) == len(copy.parts) == 1:
                [part], [same] = kept.parts, copy.parts
                builder.differences += copied_onto(part, same, says_the_same=True)
            else:
                _also(kept.parts, builder.written_again(kept.parts, copy.parts))
        kept_parts = _parts(self.said[base + len(one.asked) : base + following.repeated])
        known = len(builder.differences)
        others = builder.written_again(kept_parts, _parts(one.answered))
        builder.differences[known:] = [
            replace(found, was_answer=True) for found in builder.differences[known:]
        ]
        thoughts = [part for part in others if isinstance(part, ReasoningPart)]
        self.left_out += thoughts
        words = [part for part in others if not isinstance(part, ReasoningPart)]
        if following.how == "words":
            _also(kept_parts, words)
        else:
            near = kept_parts[0].address
            builder.differences += [
                Difference("left out", near, near, part.address) for part in words
            ]

    # What else is told

    def _take_notes(self) -> None:
        """What was said of the answers before the last, and of all that was not read."""
        last, others = self.builder, [one for one in self.way if one is not self.last]
        told = [
            note for one in others for note in one.builder.notes if _is_of_answer(note, one)
        ]
        last.notes = [*told, *last.notes]
        last.unread = [*(note for one in others for note in one.builder.unread), *last.unread]
        earlier = [at for one in others for at in one.builder.stands_at]
        last.stands_at = [*earlier, *last.stands_at]
        last.differences = list(
            {_key(one): one for one in reversed(last.differences)}.values()
        )
        last.differences.reverse()
        last.notes += self._own_notes(others)

    def _own_notes(self, others: Sequence[Exchange]) -> Iterator[Note]:
        yield Note(
            "joined-exchanges",
            f"{len(self.way):,} recorded requests are one conversation here: each goes on "
            "from the one before it. Settings and tools are those of the last.",
            self.way[0].place,
        )
        ruled = [one for one in others if one.rules != self.last.rules]
        if ruled:
            yield Note(
                "system-prompt-changed",
                f"{len(ruled):,} of the requests before the last have another system prompt; "
                "the last of these stands here.",
                ruled[-1].place,
            )
        cut = [
            one
            for one, step in zip(self.way, self.steps, strict=True)
            if step is not None and step.how == "window" and one is not self.way[0]
        ]
        if cut:
            yield Note(
                "history-cut",
                f"{len(cut):,} of the requests have only the end of the history: the rest "
                "stands here as it was sent before; the model did not see it again.",
                cut[0].place,
            )
        if self.left_out:
            yield Note(
                "thoughts-not-sent-back",
                f"{counted(len(self.left_out), 'thought was', 'thoughts were')} in an answer "
                "and not in the requests after it; the first stands here.",
                self.left_out[0].address,
            )

    def _seams(self) -> Iterator[Event]:
        model = None
        for number, one in enumerate(self.way):
            before = 0 if number == 0 else self.message_of(self.begins(number))
            yield Event("seam", one.place, before, one.entry.told)
            named = one.model
            if named is not None:
                if model not in (None, named.value):
                    yield Event("model changed", named.address, before, str(named.value))
                model = named.value

    def _earlier(self) -> Iterator[EarlierAnswer]:
        for number, one in enumerate(self.way[:-1]):
            settings = (
                part
                for part in one.builder.settings_and_tools
                if isinstance(part, SettingPart) and part.of_response
            )
            answer = self.answer_of(number)
            if answer < len(self.builder.messages):
                yield EarlierAnswer(answer, list(settings))

    def begins(self, number: int) -> int:
        """Where in `said` that begins which an exchange of the way says first."""
        step = self.steps[number]
        repeated = 0 if step is None else step.repeated
        return self.bases[number] + repeated


def _key(one: Difference) -> tuple[str, ...]:
    """What is told once: each part may be said otherwise in every later request."""
    return (one.part, one.what, one.there if one.what == "left out" else "")


def _names_stored(part: Part) -> bool:
    return isinstance(part, SettingPart) and part.name in _STORED


def _parts(said: Iterable[Said]) -> list[Part]:
    return [part for one in said for part in one.parts]


def _also(kept: Sequence[Part], copies: Iterable[Part]) -> None:
    """Note further places of a text that is cut otherwise there."""
    text = next((part for part in kept if isinstance(part, (TextPart, RefusalPart))), None)
    if text is not None:
        for copy in copies:
            stands_also_at(text, copy.address)


def _is_of_answer(note: Note, one: Exchange) -> bool:
    """Whether a note is of the answer; those of its request are told at the last one too."""
    if isinstance(note, StreamFault) or one.failed:
        return True
    answer, at = one.entry.response, note.address
    return answer is not None and at is not None and is_within(at, answer[1])
