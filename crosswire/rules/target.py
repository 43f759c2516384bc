"""What is known of one target: its wire formats, how logs name it, on which grounds it refuses
and what it is known to take."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from crosswire.rules.finding import Confidence, Ground
from crosswire.rules.uses import Use

Fields = Mapping[str, frozenset[str]]
"""The role of a message, or the type of an item -> the fields that it may have."""


class Signs(Struct, frozen=True, kw_only=True):
    """How a log names a server."""

    hosts: tuple[str, ...] = ()
    """Ends of the hosts of its addresses: `api.deepseek.com`, `localhost:11434`; a star stands
    for a region."""
    providers: tuple[str, ...] = ()
    """What programs call it: `moonshotai`. Compared by letters and digits alone."""
    models: str = ""
    """A pattern of the whole names of models that it alone serves by that name."""
    answers: tuple[tuple[str, str], ...] = ()
    """Fields of its answers that no other server has, each with a pattern of the value where
    that is text; an empty pattern takes any value."""
    ids: str = ""
    """A pattern of call ids that it alone makes."""


class Shared(Struct, frozen=True, kw_only=True):
    """A ground of the first target of its format that holds at a server too."""

    key: str
    rule: str
    source: str
    """Where it was seen there."""
    error_text: str = ""
    """Its own words; empty where they are the same."""
    confidence: Confidence = "high"


class Taken(Struct, frozen=True, kw_only=True):
    """What a server is known to take in one of its formats."""

    source: str
    """What stands behind it: recorded answers, its documentation, its own source."""
    fields: Fields
    """Of its messages; anything else in them may be refused."""
    models: str = ""
    """A pattern of the names of the models that it is known of; empty where no model
    matters."""
    has_own_models: bool = False
    """Whether whoever serves makes the models too: what was said to a model that only another
    maker serves goes to one of these."""
    uses: Mapping[Use, str] = field(default_factory=dict)
    """What a request may use there, each with what stands behind that; anything else may be
    refused. Empty where the source shows it all."""
    further: Mapping[str, Mapping[Use, str]] = field(default_factory=dict)
    """A pattern of the names of some of those models -> what these take besides."""

    def uses_of(self, model: str) -> dict[Use, str]:
        """What a request to a model may use, each with what stands behind that."""
        of_model = {
            use: source
            for pattern, some in self.further.items()
            if re.search(pattern, model)
            for use, source in some.items()
        }
        return {**self.uses, **of_model}


class Upstream(Struct, frozen=True, kw_only=True):
    """Another target that a relay hands a request on to."""

    target: str
    providers: tuple[str, ...] = ()
    """What the relay's answer calls it."""
    models: str = ""
    """A pattern of the names of models that the relay sends there."""
    formats: tuple[str, ...] = ()
    """The wire formats of requests that it stands for, whichever model they name."""


class Target(Struct, frozen=True):
    """An endpoint that takes requests in a wire format, by rules of its own."""

    name: str
    """As in options and URLs."""
    title: str
    formats: tuple[str, ...]
    """The wire formats of its requests; what is logged in none of them is written in the
    first."""
    signs: Signs = field(default_factory=Signs)
    also: tuple[str, ...] = ()
    """Wire formats of others that its addresses take too, as its own dialect or translated: a
    log in one of them that names such an address is its."""
    shares: tuple[Shared, ...] = ()
    grounds: Mapping[str, Sequence[Ground]] = field(default_factory=dict)
    """The name of a rule -> the grounds on which it refuses by that."""
    takes: Mapping[str, Taken] | None = field(default_factory=dict)
    """By wire format: what a yes stands on. None for the first targets, whose rules are whole
    enough that a yes needs nothing else."""
    upstreams: tuple[Upstream, ...] = ()
    is_known: bool = True
    """Where it is not, nothing that is said of it is sure, neither yes nor no."""

    @property
    def format(self) -> str:
        """The wire format of requests that are written for it."""
        return self.formats[0]

    def is_known_in(self, format: str) -> bool:
        """Whether anything is known of requests in a wire format."""
        if format == self.format or format in (self.takes or {}):
            return True
        grounds = (ground for of_rule in self.grounds.values() for ground in of_rule)
        return any(ground.format == format for ground in grounds)
