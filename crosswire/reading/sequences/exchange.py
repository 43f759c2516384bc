"""A recorded exchange as what was said in it, word for word comparable with others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, field

from crosswire.address import Address
from crosswire.model import (
    Entry,
    Message,
    Part,
    RefusalPart,
    SettingPart,
    TextPart,
    ToolCallPart,
)
from crosswire.model.builder import ConversationBuilder
from crosswire.model.content import content_of, text_content
from crosswire.model.json_values import text_field

BEGINNING = 0
"""The state before anything was said."""
_SYSTEM = ("system", "developer")
_BEFORE = ("previous_response_id", "previous_interaction_id")
"""Fields of a request that name the stored answer before it."""


class Said(Struct):
    """One thing that was said: texts that follow each other, a call, a result."""

    content: int
    by_model: bool
    message: int
    """The number of its message in the exchange."""
    parts: list[Part]
    """With thoughts before it, which are no content."""


class Exchange(Struct):
    """A request with its answer, or with the error that it got."""

    builder: ConversationBuilder
    entry: Entry
    asked: list[Said]
    """What the request says, without the system prompt at its beginning."""
    answered: list[Said]
    rules: int
    """The content of that system prompt."""
    talk: int
    """The number of the first message behind it."""
    states: list[int] = field(default_factory=list)
    """Before each thing that is asked, and behind the last: all that was said so far."""
    end: int = BEGINNING
    """The state behind the answer."""
    failed: bool = False
    """It got an error for an answer, or one that nobody can read, so that the next may repeat
    the request alone."""

    @property
    def place(self) -> Address:
        """Where the recording has it."""
        return next(iter((*self.entry.recorded_in, *self.entry.places)))

    @property
    def system(self) -> list[Part]:
        """The parts of that system prompt."""
        return [part for one in self.builder.messages[: self.talk] for part in one.parts]

    @property
    def model(self) -> SettingPart | None:
        """The setting that names the model."""
        settings = self.builder.settings_and_tools
        named = (part for part in settings if isinstance(part, SettingPart))
        return next((part for part in named if part.meaning == "model"), None)

    @property
    def goes_on_from(self) -> str | None:
        """The id of the stored response that the request goes on from."""
        request = self.entry.request
        named = (text_field(request[0], name) for name in _BEFORE) if request else ()
        return next(filter(None, named), None)

    @property
    def conversation(self) -> str | None:
        """The id of the stored conversation that it is of, or begins: what was said in it
        before is at the provider."""
        request, response = self.entry.request, self.entry.response
        for body, _ in filter(None, (request, response)) if self._is_stored else ():
            held = body.get("conversation")
            named = held if isinstance(held, str) else text_field(held, "id")
            if named:
                return named
        is_begun = response is not None and response[0].get("object") == "conversation"
        return self.id if is_begun else None

    @property
    def _is_stored(self) -> bool:
        """Whether its format says that something of it is at the provider."""
        return self.builder.calls_may_be_elsewhere

    @property
    def id(self) -> str | None:
        """The id of the response."""
        response = self.entry.response
        return None if response is None else text_field(response[0], "id")


def exchange_of(builder: ConversationBuilder) -> Exchange | None:
    """What was read of an entry as an exchange; None where it is none."""
    entry = builder.recorded
    if entry is None or entry.request is None or entry.several:
        return None
    if entry.response is None and not entry.errors and entry.unread is None:
        return None
    first = _first_of_talk(builder.messages)
    rules = hash(tuple(_contents(builder.messages[:first])))
    asked = list(_said(builder.messages, first, builder.asked))
    answered = list(_said(builder.messages, max(first, builder.asked), len(builder.messages)))
    failed = entry.response is None
    found = Exchange(builder, entry, asked, answered, rules, first, failed=failed)
    state = BEGINNING
    for one in asked:
        found.states.append(state)
        state = hash((state, one.content))
    found.states.append(state)
    for one in answered:
        state = hash((state, one.content))
    found.end = state
    return found if asked else None


def ids_of(said: Iterable[Said]) -> tuple[str, ...]:
    """The ids of the calls in an answer; none where a call has none."""
    calls = [part for one in said for part in one.parts if isinstance(part, ToolCallPart)]
    ids = [call.call_id.value for call in calls if call.call_id.value]
    return tuple(ids) if len(ids) == len(calls) else ()


def _first_of_talk(messages: Sequence[Message]) -> int:
    """The number of the first message behind the system prompt."""
    talk = (n for n, message in enumerate(messages) if message.role not in _SYSTEM)
    return next(talk, len(messages))


def _contents(messages: Iterable[Message]) -> Iterator[int | None]:
    return (content_of(part) for message in messages for part in message.parts)


def _said(messages: Sequence[Message], first: int, end: int) -> Iterator[Said]:
    """What some of the messages say, in order."""
    loose: list[Part] = []
    for number in range(first, end):
        message = messages[number]
        for run in _runs(message.parts):
            content = _content_of_run(run, message)
            if content is None:
                loose += run
                continue
            yield Said(content, message.role == "assistant", number, [*loose, *run])
            loose = []


def _runs(parts: Iterable[Part]) -> Iterator[list[Part]]:
    """The parts of a message, texts that follow each other together; a thought between two
    texts, which may be left out when they come again, stands before them."""
    texts: list[Part] = []
    thoughts: list[Part] = []
    for part in parts:
        if isinstance(part, (TextPart, RefusalPart)):
            texts.append(part)
        elif content_of(part) is None:
            thoughts.append(part)
        else:
            if texts:
                yield [*thoughts, *texts]
                thoughts, texts = [], []
            yield [*thoughts, part]
            thoughts = []
    if texts or thoughts:
        yield [*thoughts, *texts]


def _content_of_run(run: Sequence[Part], message: Message) -> int | None:
    texts = [part.text for part in run if isinstance(part, (TextPart, RefusalPart))]
    content = text_content(texts) if texts else content_of(run[-1])
    return None if content is None else hash((_side(message), content, bool(texts)))


def _side(message: Message) -> str:
    """Who says it; formats give results to the user, or to a role of their own."""
    return "client" if message.role in ("user", "tool") else message.role
