"""What an opened upload is called, with the sentence on it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from crosswire.address import root
from crosswire.containers.opened import Opened
from crosswire.model import JsonValue
from crosswire.reading.catalogue.evidence import of_documents
from crosswire.reading.catalogue.naming import (
    interface_in,
    recognise,
    recognise_last,
    sentence,
    sentence_on_interface,
)
from crosswire.reading.catalogue.shape import Shape
from crosswire.reading.envelopes import Envelopes


class Named(Struct, frozen=True):
    """What an upload is by the catalogue, and the sentence on it."""

    shape: Shape
    said: str


def named(opened: Opened) -> Named | None:
    """What the catalogue knows of an upload: by what is near the outside, then by what stands
    deep inside, then by what recorded it."""
    evidence = of_documents(opened)
    shape = recognise(evidence)
    if shape is None:
        interface = _interface(opened.documents)
        if interface is not None:
            return interface
        shape = recognise_last(evidence)
    return None if shape is None else Named(shape, sentence(shape))


def interface_said(documents: Sequence[JsonValue]) -> str | None:
    """A sentence with an interface that no format reads, and its types; None where there is no
    evidence of one."""
    interface = _interface(documents)
    return None if interface is None else interface.said


def _interface(documents: Sequence[JsonValue]) -> Named | None:
    told = interface_in([*documents, *_recorded(documents)])
    return None if told is None else Named(told[0], sentence_on_interface(*told))


def _recorded(documents: Sequence[JsonValue]) -> list[JsonValue]:
    """The bodies in the envelopes of recorders, which mostly keep them as texts."""
    envelopes = Envelopes()
    found: list[JsonValue] = []
    for number, document in enumerate(documents):
        at = root(number)
        recorded = envelopes.recorded(document, at)
        if not recorded and isinstance(document, dict):
            recorded = [envelopes.of(document, at)]
        for one in recorded:
            found += (body for body, _ in (*one.requests, *one.responses))
            found += one.unknown
    return found
