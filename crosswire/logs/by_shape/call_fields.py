"""Which fields beside the name and the arguments of a call hold its id, and what came back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from crosswire.logs.by_shape.call_groups import Calls, Field
from crosswire.logs.by_shape.sites import Thing
from crosswire.logs.by_shape.vocabulary import (
    ERRORS,
    IDS,
    NO_IDS_OF_CALLS,
    OUTPUTS,
    TIES,
    TOOLS,
)
from crosswire.tools.call_shapes import CALL_IDS, word


def ids_in(chain: list[Thing]) -> Iterator[Field]:
    """Where the id may stand, the likeliest first."""
    for wanted in (CALL_IDS, IDS):
        for far, thing in enumerate(chain):
            for one in wanted:
                key = thing.words.get(one)
                if key is not None and isinstance(thing.value[key], (str, int)):
                    yield Field(far, key)
    for far, thing in enumerate(chain):
        for one, key in thing.words.items():
            is_id = one.endswith("id") and not NO_IDS_OF_CALLS.search(one)
            if (is_id or one.endswith(TIES)) and one not in (*CALL_IDS, *IDS):
                yield Field(far, key)


def find_outputs(group: Calls) -> None:
    """The fields beside the arguments that hold what came back."""
    for words, into in ((OUTPUTS, group.outputs), (ERRORS, group.errors)):
        found: dict[Field, int] = defaultdict(int)
        for call in group.calls:
            for far, thing in enumerate(call.chain):
                for one in words:
                    key = thing.words.get(one)
                    if key is not None and thing.value[key] is not None:
                        found[Field(far, key)] += 1
        into += sorted(found, key=lambda one: (one.far, _is_plain(one), -found[one]))[:3]


def _is_plain(one: Field) -> bool:
    """Whether a field is not named as one of tools: `output` beside `tool_output`."""
    return not TOOLS.search(word(one.key))
