"""What a verdict counts of the way to its target is what a rendering tells."""

from collections import Counter

import crosswire
from crosswire.rules import verdicts
from tests.selection import for_each
from tests.webapp.rich_logs import LOGS


@for_each("name", LOGS)
def test_the_counts_are_those_of_the_rendering(name: str) -> None:
    conversation = crosswire.load(LOGS[name]).conversations[0]
    found = verdicts(conversation, ["anthropic", "mistral"], ids="fill", counted=True)
    for target, verdict in found.items():
        rendering = crosswire.render(conversation, target, ids="fill")
        told = Counter((loss.kind, loss.code) for loss in rendering.losses)
        assert verdict.written is not None
        assert {(one.kind, one.code): one.count for one in verdict.written.losses} == told
        assert verdict.written.ids == len(rendering.id_map)
        assert verdict.written.names == len(rendering.name_map)


def test_nothing_is_counted_unasked() -> None:
    conversation = crosswire.load(next(iter(LOGS.values()))).conversations[0]
    assert all(one.written is None for one in verdicts(conversation).values())
