"""Tells them from other documents, and reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.address import Address, child, root
from crosswire.formats.protocol import Recognition
from crosswire.logs.shared.bodies import BodyReader
from crosswire.logs.shared.keyed_messages import read_message
from crosswire.logs.shared.opening import Opened
from crosswire.logs.spans.building import conversations
from crosswire.logs.spans.likeness import keys_of
from crosswire.logs.spans.span import Span
from crosswire.logs.toolbench.given_up import read_search
from crosswire.logs.toolbench.names import NAME, TRAITS
from crosswire.logs.toolbench.search import (
    kept_way,
    search_of,
    set_aside,
    steps_of,
)
from crosswire.model import JsonObject, JsonValue, Message
from crosswire.model.builder import ConversationBuilder
from crosswire.model.json_values import list_or_empty, object_or_empty, text_or_empty

_KEPT = "answer_generation"
_STEPS = "train_messages"
_TITLE = 80
_BOOKKEEPING = frozenset(
    {"compare_candidates", "forward_args", "query", "final_answer", "finish_type", "function"}
    | {"node_type", "io_state"}
)


def recognise_documents(documents: Sequence[JsonValue]) -> Recognition | None:
    if next(_answers(documents[:5], 0), None) is None:
        return None
    return Recognition("messages", 0.95, f"`{_STEPS}` of an answer beside its `tree`.")


def read_documents(
    documents: Sequence[JsonValue], first: int = 0
) -> list[ConversationBuilder]:
    builders: list[ConversationBuilder] = []
    for document, at in _answers(documents, first):
        builders += _read(document, at)
    return builders


def _read(document: JsonObject, at: Address) -> list[ConversationBuilder]:
    answer, opened = object_or_empty(document[_KEPT]), Opened()
    spans = list(_steps(answer, child(at, _KEPT), opened))
    tries = search_of(document, at)
    said = [list_or_empty(step)[-1:] for step in list_or_empty(answer[_STEPS])]
    kept = kept_way(tries, [step for last in said for step in steps_of(last)])
    set_aside(kept, opened)
    found = conversations(spans, opened, own=NAME, traits=TRAITS, bookkeeping=_BOOKKEEPING)
    for one in found:
        _note_copies(one, spans)
        one.title = text_or_empty(answer.get("query")).strip()[:_TITLE] or None
    return [*found, *(read_search(kept, found[-1]) if kept and found else ())]


def _note_copies(into: ConversationBuilder, spans: Sequence[Span]) -> None:
    """Note where the steps of a conversation repeat its messages, in their order."""
    places = set(into.stands_at)
    for span in spans:
        left = iter(into.messages if span.at in places else ())
        for again in span.input:
            keys = keys_of(again)
            same = next((one for one in left if keys_of(one) == keys), None)
            if same is not None and same.address != again.address:
                into.written_again(same.parts, again.parts)


def _steps(answer: JsonObject, at: Address, opened: Opened) -> Iterator[Span]:
    tools = BodyReader(NAME, opened).tools(answer.get("function"), child(at, "function"))
    for number, step in enumerate(list_or_empty(answer.get(_STEPS))):
        place = child(at, _STEPS, number)
        span = Span(place, step, "model", trace=str(at), start=float(number))
        said: list[Message] = []
        for i, one in enumerate(list_or_empty(step)):
            said += read_message(one, Address(f"{place}/{i}"), NAME)
        span.input, span.output = said[:-1], said[-1:]
        span.beside = tools
        yield span


def _answers(
    documents: Sequence[JsonValue], first: int
) -> Iterator[tuple[JsonObject, Address]]:
    for number, one in enumerate(documents, first):
        document = object_or_empty(one)
        steps = list_or_empty(object_or_empty(document.get(_KEPT)).get(_STEPS))
        if steps and all(isinstance(step, list) for step in steps):
            yield document, root(number)
