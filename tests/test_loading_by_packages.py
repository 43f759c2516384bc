"""Repaired sessions, loaded by the very packages that wrote them."""

from __future__ import annotations

import json
from collections.abc import Callable

import crosswire
import pytest
from crosswire.repairs import Missing, mend
from tests.selection import NEEDS_PACKAGES
from tests.whole_sessions import Whole, langchain, pydantic_ai

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.filterwarnings("ignore:The function `load` is in beta"),  # LangChain's only reader of `dumpd`
]
Ends = tuple[list[str], list[str]]
"""The ids of the calls, and of the results, as the package has them."""


def of_pydantic_ai(data: bytes) -> Ends:
    messages = pytest.importorskip("pydantic_ai.messages", reason=NEEDS_PACKAGES)
    parts = [part for one in messages.ModelMessagesTypeAdapter.validate_json(data) for part in one.parts]
    calls = [part.tool_call_id for part in parts if isinstance(part, messages.ToolCallPart)]
    return calls, [part.tool_call_id for part in parts if isinstance(part, messages.ToolReturnPart)]


def of_langchain(data: bytes) -> Ends:
    core = pytest.importorskip("langchain_core.messages", reason=NEEDS_PACKAGES)
    loading = pytest.importorskip("langchain_core.load", reason=NEEDS_PACKAGES)
    document = json.loads(data)
    if isinstance(document, dict):
        messages = core.convert_to_messages(document["values"]["messages"])
    elif "lc" in document[0]:
        messages = loading.load(document, allowed_objects="messages")
    else:
        messages = core.messages_from_dict(document)
    calls = [call["id"] for one in messages if isinstance(one, core.AIMessage) for call in one.tool_calls]
    return calls, [one.tool_call_id for one in messages if isinstance(one, core.ToolMessage)]


READERS: dict[str, tuple[Callable[[], Whole], Callable[[bytes], Ends]]] = {
    "pydantic-ai": (pydantic_ai, of_pydantic_ai),
    "langchain, dumpd": (lambda: langchain("dumpd"), of_langchain),
    "langchain, to_dict": (lambda: langchain("to_dict"), of_langchain),
    "langchain, state": (lambda: langchain("state"), of_langchain),
}


def lost(whole: Whole) -> bytes:
    return whole.text([*whole.pieces[:3], *whole.pieces[4:]])


def renamed(whole: Whole) -> bytes:
    other = json.loads(json.dumps(whole.pieces[3]).replace("A1", "Z9"))
    return whole.text([*whole.pieces[:3], other, *whole.pieces[4:]])


def moved(whole: Whole) -> bytes:
    pieces = list(whole.pieces)
    pieces.insert(2, pieces.pop(3))
    return whole.text(pieces)


BREAKS: dict[str, tuple[Callable[[Whole], bytes], Missing]] = {
    "lost, mark": (lost, "mark"),
    "lost, drop": (lost, "drop"),
    "id": (renamed, "leave"),
    "moved": (moved, "leave"),
}


@pytest.mark.parametrize("breaks", BREAKS)
@pytest.mark.parametrize("name", READERS)
def test_a_package_loads_what_was_repaired(name: str, breaks: str) -> None:
    make, read = READERS[name]
    whole, (broken, missing) = make(), BREAKS[breaks]
    assert read(whole.text()) == (["call_A1", "call_B2"], ["call_A1", "call_B2"])
    data = broken(whole)
    done = mend(crosswire.load(data), data, missing=missing)
    assert done.is_own
    assert done.data != data
    calls, results = read(done.data)
    assert calls == results == (["call_B2"] if missing == "drop" else ["call_A1", "call_B2"])
