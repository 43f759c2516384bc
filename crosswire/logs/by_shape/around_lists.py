"""What is asked and answered beside a list of steps: `{question, steps: [...], answer}`.

What such fields say is read as messages of their own, before and behind those of the list;
none that a message of the list says already, and no question where the list has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from crosswire.logs.by_shape.mapping import MessagesAt
from crosswire.logs.by_shape.patterns import Many, Pattern
from crosswire.logs.by_shape.saying import speaker_of
from crosswire.logs.by_shape.sites import Site, Thing
from crosswire.logs.by_shape.ties import value_at
from crosswire.logs.by_shape.words import role_of
from crosswire.model import Role
from crosswire.model.json_values import object_or_empty

_SAMPLE = 50
_HELD = ("text", "content")
"""Where an object has the words of a question or an answer."""
_MOST_UP = 3
"""Objects around a list, each the field of the next."""
_SYSTEM = ("systemprompt", "systemmessage", "system", "instructions")
_QUESTIONS = (
    *("question", "userinput", "userquery", "userprompt", "usermessage", "prompt", "query"),
    *("instruction", "input", "request", "task", "goal", "problem", "problemstatement"),
    *("taskdescription", "intent", "objective", "user", "message"),
)
_ANSWERS = (
    *("finalanswer", "finaloutput", "finalresponse", "finalresult", "finalmessage"),
    *("modelanswer", "predictedanswer", "prediction", "response", "output", "completion"),
    *("answer", "reply", "assistantmessage", "assistantresponse", "assistant"),
)
"""The surest first: beside one of another name `answer` is what was expected."""


class Around(Struct, frozen=True):
    """Messages beside those of a list."""

    before: tuple[MessagesAt, ...] = ()
    behind: tuple[MessagesAt, ...] = ()


def around(sites: Sequence[Site]) -> Around:
    """What stands beside the only list of messages; nothing where there are several."""
    if len(sites) != 1 or sites[0].step is not Many.EACH:
        return Around()
    lists = _Lists(sites[0])
    if not lists.holders:
        return Around()
    asked = lists.found(_QUESTIONS, "user") if not lists.begin_with("user") else None
    told = lists.found(_SYSTEM, "system") if not lists.begin_with("system") else None
    answered = lists.found(_ANSWERS, "assistant")
    before = tuple(one for one in (told, asked) if one is not None)
    return Around(before, () if answered is None or not _asks(lists, asked) else (answered,))


def _asks(lists: _Lists, asked: MessagesAt | None) -> bool:
    """Whether somebody asks at all: what comes out of steps alone may be anything."""
    return asked is not None or lists.begin_with("user") or lists.begin_with("system")


class _Lists:
    """The lists at one place, with the objects that hold them."""

    def __init__(self, site: Site) -> None:
        self.messages: dict[int, list[Thing]] = {}
        for thing in site.objects:
            if thing.holder is not None:
                self.messages.setdefault(id(thing.holder), []).append(thing)
            if len(self.messages) > _SAMPLE:
                break
        named = site.above if site.above is not None and site.above.step else None
        things = named.above.objects if named is not None and named.above is not None else []
        self.holders = [one for one in islice(things, _SAMPLE) if id(one) in self.messages]

    def begin_with(self, role: Role) -> bool:
        """Whether the first message of most lists is of this speaker."""
        firsts = [self.messages[id(one)][0] for one in self.holders]
        return 2 * sum(role_of(speaker_of(one)) == role for one in firsts) > len(firsts)

    def found(self, words: Sequence[str], role: Role) -> MessagesAt | None:
        """Where most lists have such a text beside them that none of their messages says."""
        for word in words:
            at = next(self._places(word), None)
            if at is not None:
                return MessagesAt(at, role=role)
        return None

    def _places(self, word: str) -> Iterator[Pattern]:
        paths = dict.fromkeys(
            (up, _path(one, key))
            for holder in self.holders
            for up, one in enumerate(_up(holder))
            if (key := one.words.get(word)) is not None
        )
        for up, path in paths:
            texts = [(one, text) for one in self.holders if (text := _text(one, up, path))]
            said = sum(self._is_said(one, text) for one, text in texts)
            if 2 * len(texts) > len(self.holders) and not said:
                site = list(_up(texts[0][0]))[up].site
                yield Pattern((*site.steps_from(), *path))

    def _is_said(self, holder: Thing, text: str) -> bool:
        start = text.strip()[:200]
        return any(_says(one.value, start) for one in self.messages[id(holder)])


def _up(thing: Thing) -> Iterator[Thing]:
    """An object and those that it is a field of."""
    one: Thing | None = thing
    for _ in range(_MOST_UP):
        if one is None:
            return
        yield one
        one = one.wrapper


def _path(thing: Thing, key: str) -> tuple[str, ...]:
    """The keys to the words in a field."""
    value = object_or_empty(thing.value[key])
    held = (one for one in _HELD if isinstance(value.get(one), str))
    return (key, *islice(held, 1))


def _text(holder: Thing, up: int, path: tuple[str, ...]) -> str:
    """A text in a field around a list: of several words, or one that says it is an answer."""
    around = next(islice(_up(holder), up, None), None)
    value = None if around is None else value_at(around.value, path)
    if not isinstance(value, str) or not (" " in value.strip() or "answer" in path[0].lower()):
        return ""
    return value


def _says(value: object, start: str, depth: int = 4) -> bool:
    if isinstance(value, str):
        return start in value
    inner = value.values() if isinstance(value, dict) else value
    return (
        depth > 0
        and isinstance(value, (dict, list))
        and any(_says(one, start, depth - 1) for one in islice(inner, 100))  # type: ignore[call-overload]
    )
