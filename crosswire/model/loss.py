"""What a rendering gives back beside its payload: losses, links and made ids, all of them
data."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from msgspec import Struct, field

from crosswire.address import Address
from crosswire.model.node_key import NodeKey
from crosswire.model.parts import JsonValue


class LossKind(StrEnum):
    DROPPED = "dropped"
    """It stands in the upload and not in the payload."""
    CHANGED = "changed"
    """It stands in both, and a reader of the payload learns less or other than one of the
    upload."""
    ADDED = "added"
    """It stands in the payload and not in the upload."""
    MOVED = "moved"
    """It stands in both, in another order or place of the conversation."""


class Loss(Struct, frozen=True):
    """One thing that the payload could not hold as it was."""

    kind: LossKind
    code: str
    """A stable word for the cause, e.g. `reasoning`, `vendor-field`, `media-in-result`."""
    what: str
    """What it is, e.g. `is_error` or `thinking block`."""
    why: str
    """A sentence that names the target's limit."""
    source: Address | None = None
    """Its place in the upload; None where it is not there."""
    target: Address | None = None
    """Its place in the payload; None where it is not there."""
    fallback: str | None = None
    """What was written instead, if anything."""

    def record(self) -> dict[str, str | None]:
        """As programs are told of it, by the command line and over HTTP alike; stable."""
        return {
            "kind": self.kind.value,
            "code": self.code,
            "what": self.what,
            "why": self.why,
            "source": self.source,
            "target": self.target,
            "fallback": self.fallback,
        }


LinkRole = Literal["whole", "call", "result", "text", "envelope"]
Relation = Literal["same", "merged", "split", "moved", "changed", "added", "dropped"]


class Link(Struct, gc=False):
    """A node of the conversation and its place in the payload; many links may name either."""

    node: NodeKey | None
    """Key of a part or message; None for what the payload needs and the upload lacks."""
    target: Address | None
    """None where the payload has no place for the node."""
    role: LinkRole
    relation: Relation


class IdChange(Struct):
    """A call id in the payload that is not the one of the upload."""

    node: NodeKey
    source: Address | None
    logged: str | None
    """The text in the field of the upload, which may be empty; None where there was none."""
    written: str
    how: Literal["made", "rewritten", "from its result", "from its call"]
    """`made` and `rewritten` ids are Crosswire's; the others stood in the upload, on the
    pair's other end."""
    why: str
    target: Address | None = None

    def record(self) -> dict[str, str | bool | None]:
        """As programs are told of it, by the command line and over HTTP alike; stable."""
        return {
            "source": self.source,
            "target": self.target,
            "before": self.logged,
            "after": self.written,
            "how": self.how,
            "by_crosswire": self.how in ("made", "rewritten"),
            "why": self.why,
        }


class NameChange(Struct, frozen=True):
    """A tool's name in the payload that is not the one of the upload."""

    logged: str
    written: str
    how: Literal["rewritten", "restored"]
    """`restored`: it is the name of an earlier log, which a conversion had rewritten."""
    why: str
    sources: tuple[Address, ...] = ()
    """Where the declarations, calls, results and choices stand in the upload that have it."""
    targets: tuple[Address, ...] = ()
    """Where it was written in the payload."""

    def record(self) -> dict[str, str | list[str]]:
        """As programs are told of it, by the command line and over HTTP alike; stable."""
        return {
            "before": self.logged,
            "after": self.written,
            "how": self.how,
            "why": self.why,
            "sources": list(self.sources),
            "targets": list(self.targets),
        }


class Rendering(Struct):
    """A conversation written in another format (or its own): a request body, ready to send."""

    target: str
    policy: str
    payload: JsonValue
    losses: list[Loss] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    id_map: list[IdChange] = field(default_factory=list)
    name_map: list[NameChange] = field(default_factory=list)
    media: str = "inside"
    """Where media of results were asked to stand; see `crosswire.model.media`."""
