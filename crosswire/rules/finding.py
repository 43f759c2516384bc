"""What rules find: a defect of a log, or the refusal of a target with the ground for it."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import ClassVar, Literal

from msgspec import Struct

from crosswire.address import Address
from crosswire.model import NodeKey

Confidence = Literal["high", "medium", "low"]
"""How sure a ground is."""


class Severity(StrEnum):
    ERROR = "error"
    """It cannot work as it stands, with any provider."""
    WARNING = "warning"
    """It works with some providers, or it is wrong and harmless."""
    INFO = "info"
    """Worth knowing; nothing is wrong."""


class Kind(StrEnum):
    DEFECT = "defect"
    """A fault of the log itself, for every reader."""
    REFUSAL = "refusal"
    """A named target would not take it."""
    LOSS = "loss"
    """Our own rendering changed it."""


class Subject(StrEnum):
    """What a rule is about, in the words that lists of findings are filtered by."""

    MISSING_RESULT = "missing-result"
    ORPHAN_RESULT = "orphan"
    MISMATCHED_IDS = "mismatched"
    """Ids that should be equal at two places and differ."""
    ABSENT_ID = "absent-id"
    FABRICATED_ID = "fabricated"
    """Ids that a program made up, or that come from another provider."""
    CONFLATED_ID = "conflated"
    """Values that are something else than the id in whose place they stand."""
    DUPLICATE = "duplicated"
    """Ids and results that stand in two places."""
    ID_FORM = "id-form"
    ORDER = "order"
    REPEATED_CALL = "repeated"
    ARGUMENTS = "arguments"
    CONTENT = "content"
    """Content of messages, declarations of tools, settings."""
    REASONING = "reasoning"
    RECORD = "records"
    """Records of tool calls, as programs store them."""


class Ground(Struct, frozen=True, kw_only=True):
    """Why a target refuses something: one of its own rules, as data, with the evidence for it.

    A rule whose check needs more (a length, a pattern) declares a subclass with those fields.
    """

    key: str
    """Its name in the catalogue of refusals: `ant-id-pattern`."""
    targets: tuple[str, ...] = ()
    """See `crosswire/rules/targets.py`; left out in the profile of a target, which names none
    but itself."""
    error_text: str
    """The provider's error text, an ellipsis for each thing that varies; empty where none is
    known."""
    source: str
    """Where that was seen: the provider's document, a schema, a thread."""
    status: int | None = 400
    """Of the HTTP answer; None where there is no answer (it goes wrong silently, or in an
    SDK)."""
    confidence: Confidence = "high"
    """Only a high one decides; any other leaves a verdict unsure."""
    since: str | None = None
    """`2026-03`, where it is known."""
    until: str | None = None
    """From when on it no longer holds; such a ground is history, and finds nothing."""
    models: str | None = None
    """A pattern of the only models that it holds for; None where it holds for all."""
    but_models: str | None = None
    """A pattern of models that it does not hold for."""
    format: str = ""
    """The wire format of the requests that it is about, where its target takes several; empty
    for all."""

    def is_for(self, model: str | None) -> bool:
        """Whether it holds for a model; None is a model that is not known."""
        name = model or ""
        if self.models is not None and not re.search(self.models, name):
            return False
        return not name or self.but_models is None or not re.search(self.but_models, name)


class Diagnostic(Struct, frozen=True):
    """What a rule found, with its place."""

    kind: ClassVar[Kind]

    code: str
    name: str
    severity: Severity
    address: Address
    message: str
    node: NodeKey
    """Key of the part or message that it is about."""
    related: tuple[tuple[str, Address], ...] = ()
    """Other places of the evidence, each with a word for what it is (`call`, `result`, `first
    use`)."""

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets that would refuse because of it; none for a defect."""
        return ()


class Defect(Diagnostic, frozen=True):
    """A fault of the log itself; the address is of the upload."""

    kind: ClassVar[Kind] = Kind.DEFECT


class Refusal(Diagnostic, frozen=True, kw_only=True):
    """Something that a target would refuse."""

    kind: ClassVar[Kind] = Kind.REFUSAL

    ground: Ground
    """The rule of the target's that it breaks."""
    targets: tuple[str, ...]
    payload: Address | None = None
    """The place in what would be sent; None where nothing of it is sent."""
    is_of_log: bool = False
    """Whether the message that it is about is left out of what is sent; the address is of the
    upload already."""
