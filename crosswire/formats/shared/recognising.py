"""What the formats have in common when they tell whether a JSON value is theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from crosswire.formats.protocol import Recognition, Shape
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, text_field

SAMPLE = 60
"""Messages looked at closely; what decides (a tool call) is seldom far from the start."""

RecogniseMessages = Callable[[list[JsonValue]], Recognition | None]
RecogniseBody = Callable[[JsonObject], Recognition | None]
Body = tuple[str, type, RecogniseBody]
"""A field that tells a body, the type of its value, and what recognises the body."""


def recognise_value(
    value: JsonValue,
    bodies: Sequence[Body],
    messages: RecogniseMessages,
    single: RecogniseBody | None = None,
) -> Recognition | None:
    """A list of messages, a body, or else a single message, which `single` may recognise."""
    if isinstance(value, list):
        return messages(value)
    if not isinstance(value, dict):
        return None
    for field, kind, recognise in bodies:
        if isinstance(value.get(field), kind):
            return recognise(value)
    if single is not None:
        return single(value)
    return reshaped(messages([value]), "message")


_OF_DECLARATIONS = frozenset({"model", "tools", "tool_choice"})


def declares_alone(
    value: JsonValue, is_declared: Callable[[JsonObject], bool]
) -> Recognition | None:
    """A request of which nothing but tools was logged, each declared as the format does."""
    if not isinstance(value, dict) or not _OF_DECLARATIONS.issuperset(value):
        return None
    tools = list_or_empty(value.get("tools"))
    if not tools or not all(isinstance(one, dict) and is_declared(one) for one in tools):
        return None
    return Recognition("request", 0.8, "`tools[]` are declared so, and nothing stands beside.")


def reshaped(found: Recognition | None, shape: Shape) -> Recognition | None:
    """What was recognised in something, as a recognition of what holds it."""
    return None if found is None else replace(found, shape=shape)


def recognised_in(field: str, found: Recognition | None) -> Recognition | None:
    """A request of which nothing but the messages in that field tells."""
    if found is None:
        return None
    return Recognition("request", found.confidence, f"`{field}`: {found.reason}")


def recognise_messages(
    messages: list[JsonValue],
    fits: Callable[[JsonValue], bool],
    telling: Callable[[JsonValue], str | None],
    *,
    sure: float,
    unsure: float,
    plain: tuple[float, str] | None,
    partly: float | None = None,
) -> Recognition | None:
    """Decided by the first message with something that only this format has, where most fit.

    The confidence is `sure` where all fit and else `unsure`. `plain` is confidence and reason
    where all fit and nothing tells, `partly` the confidence where nothing tells and at least
    half fit beside broken ones; None: it is not recognised then.
    """
    sample = messages[:SAMPLE]
    fitting = sum(map(fits, sample))
    all_fit = fitting == len(sample)
    reason = first_of(map(telling, messages)) if 2 * fitting > len(sample) else None
    if reason is not None:
        return Recognition("messages", sure if all_fit else unsure, reason)
    if all_fit:
        return Recognition("messages", *plain) if plain is not None and sample else None
    others_are_slips = all(fits(message) or _is_a_slip(message) for message in sample)
    if partly is None or 2 * fitting < len(sample) or not others_are_slips:
        return None
    why = f"{fitting} of the first {len(sample)} messages fit, and nothing else tells."
    return Recognition("messages", partly, why)


def _is_a_slip(message: JsonValue) -> bool:
    """Whether a message that does not fit is a broken one, not one in the words of another
    format: no object at all, or one with a role and without blocks."""
    if not isinstance(message, dict):
        return not isinstance(message, list)
    return text_field(message, "role") is not None and isinstance(
        message.get("content"), (str, int, float, bool, type(None))
    )


def first_of(reasons: Iterable[str | None]) -> str | None:
    """The first of some reasons that is one."""
    return next(filter(None, reasons), None)


def first_field(body: JsonObject, names: Sequence[str]) -> str | None:
    """The first of these fields that an object has, null or not."""
    return next((name for name in names if name in body), None)


def first_given(body: JsonObject, names: Sequence[str]) -> str | None:
    """The first of these fields that says something."""
    return next((name for name in names if body.get(name) is not None), None)
