"""Results that stand in a field of the message that makes the call: steps with an action and
an observation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.logs.by_shape.call_groups import Calls
from crosswire.logs.by_shape.mapping import Condition, ResultsAt
from crosswire.logs.by_shape.patterns import Pattern
from crosswire.logs.by_shape.saying import speaker_of
from crosswire.logs.by_shape.sites import Site, Thing
from crosswire.logs.by_shape.speakers import texts_of, thoughts_of
from crosswire.logs.by_shape.words import role_of

_SURE = ("observation", "observations", "toolresult", "tooloutput", "toolresponse")
_OF_STEPS = ("result", "results", "output")
"""What a model says may be called so too; where its words stand in another field, these are
none of it."""


def results_beside(sites: Sequence[Site], calls: Sequence[Calls]) -> Iterator[ResultsAt]:
    """Where the messages at these sites hold the result of the call that they make."""
    for key in dict.fromkeys(_keys(sites, calls)):
        field = Pattern((key,))
        yield ResultsAt(Pattern(()), (Condition(field, None),), (), (), (field,), ())


def _keys(sites: Sequence[Site], calls: Sequence[Calls]) -> Iterator[str]:
    for group in calls:
        for call in () if group.outputs else group.calls:
            message = call.chain[-1].wrapper or call.chain[-1]
            if message.site in sites and role_of(speaker_of(message)) == "assistant":
                yield from _result_keys(message)


def _result_keys(message: Thing) -> Iterator[str]:
    has_words = texts_of(message) or thoughts_of(message)
    names = (*_SURE, *_OF_STEPS) if has_words else _SURE
    keys = (message.words[one] for one in names if one in message.words)
    yield from (key for key in keys if message.value[key] not in (None, ""))
