"""What a rollout said so far: items that are repeated, and turns that are taken back."""

from __future__ import annotations

from crosswire.address import Address
from crosswire.logs.sessions.thread import Thread
from crosswire.model import JsonObject
from crosswire.model.json_values import objects_in, text_or_empty, text_or_none


class History:
    """The items that were read, and where each turn of the user's begins."""

    def __init__(self, thread: Thread) -> None:
        self.thread = thread
        self.begins: list[int] = []
        """The number of the first message of each turn that stands."""
        self._seen: set[tuple[str, ...]] = set()
        self._told = False
        """Whether the program tells where turns begin."""
        self._repeated: list[Address] = []
        """The compactions that repeat items, once for each."""

    def note(self, item: JsonObject) -> None:
        """An item is read; one of the user's begins a turn where no event tells."""
        self._seen.add(_signature(item))
        if item.get("role") == "user" and not self._told and not _is_context(item):
            self.begins.append(len(self.thread.into.messages))

    def repeats(self, item: JsonObject, at: Address) -> bool:
        """Whether an item of the compaction at this place stands in the file before."""
        if _signature(item) not in self._seen:
            return False
        self._repeated.append(at)
        return True

    def tell_repeats(self) -> None:
        """Note how much was not read, since it was read before."""
        if not self._repeated:
            return
        count, places = len(self._repeated), len(set(self._repeated))
        where = "a compaction" if places == 1 else f"{places:,} compactions"
        items, repeat = ("1 item", "repeats") if count == 1 else (f"{count:,} items", "repeat")
        said = f"{items} of {where} {repeat} what stands before in the file; it was read once."
        self.thread.into.note("repeated-history", said, self._repeated[0])

    def turn(self) -> None:
        """The program says that a turn begins."""
        if not self._told:
            self._told, self.begins = True, []
        self.begins.append(len(self.thread.into.messages))

    def roll_back(self, turns: int) -> None:
        """Take so many turns back: what comes next follows what was said before them."""
        taken = min(turns, len(self.begins))
        if taken > 0:
            self.thread.rewind(self.begins[-taken])
            del self.begins[-taken:]


def _signature(item: JsonObject) -> tuple[str, ...]:
    """What tells an item from others, whatever stands beside it."""
    kind = text_or_none(item.get("type")) or "message"
    call = text_or_none(item.get("call_id"))
    if call is not None:
        return kind, call
    if kind == "message":
        texts = (text_or_empty(part.get("text")) for part in objects_in(item.get("content")))
        whole = text_or_none(item.get("content")) or "\n".join(texts)
        return kind, text_or_empty(item.get("role")), whole
    sealed = text_or_none(item.get("encrypted_content"))
    return kind, sealed or text_or_none(item.get("id")) or ""


def _is_context(item: JsonObject) -> bool:
    """Whether the program itself wrote a message of the user's: what it says of the place."""
    texts = [text_or_empty(part.get("text")) for part in objects_in(item.get("content"))]
    return bool(texts) and all(
        text.lstrip().startswith(("<", "# AGENTS.md")) for text in texts
    )
