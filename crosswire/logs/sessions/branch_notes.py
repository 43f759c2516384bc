"""What is said of branches, and of messages that no link ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crosswire.logs.shared.branching import Way
from crosswire.model import Message
from crosswire.model.builder import ConversationBuilder


def note_branches(
    found: Sequence[Way],
    homes: Mapping[int, int],
    messages: Sequence[Message],
    builders: Sequence[ConversationBuilder],
) -> None:
    leaving: dict[int, list[int]] = {}
    for way in found:
        if way.leaves is not None:
            leaving.setdefault(homes[way.leaves], []).append(way.leaves)
    for home, places in leaving.items():
        one = len(places) == 1
        count = "1 other branch leaves" if one else f"{len(places)} other branches leave"
        kept = "a conversation of its own" if one else "conversations of their own"
        text = f"{count} from this conversation, kept as {kept} in this upload."
        builders[home].note("branch", text, messages[places[0]].address)


def note_chains(active: Way, into: ConversationBuilder) -> None:
    if len(active.begins) > 1:
        text = (
            f"{len(active.begins)} chains of messages stand here that no link ties; they are "
            "read one after another, in the file's order."
        )
        at = into.messages[active.own.index(active.begins[1])].address
        into.note("chains", text, at)
