"""The registry of wire types as a page lists it: chosen by filters, grouped by interface."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from crosswire.wire_types import WIRE_TYPES, Category, Role, WireType
from webapp.readmodel.text import one_line

PROVIDERS = {
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "gemini": "Gemini",
    "azure-foundry": "Azure Foundry",
    "bedrock": "Bedrock",
    "mistral": "Mistral",
    "cohere": "Cohere",
    "ollama": "Ollama",
}
ROLES = {Role.CALL: "call", Role.OUTPUT: "output", Role.BOTH: "call and output in one"}
CATEGORIES = {
    Category.NATURAL: "The wire has an id that ties result to call, and always fills it.",
    Category.NULLABLE: "The wire has a field for it, which may be null or not there.",
    Category.CONFLATED: (
        "The wire has only the item's own id, which adapters pass off as the call's."
    ),
    Category.FABRICATED: (
        "The wire has no id of any kind: whatever is shown for one was made up."
    ),
}


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    title: str
    count: int


@dataclass(frozen=True, slots=True)
class Filter:
    """A column to choose by; `chosen` is a known value, or what was asked for where that is
    none."""

    name: str
    title: str
    choices: tuple[Choice, ...]
    chosen: str

    @property
    def is_known(self) -> bool:
        return not self.chosen or any(choice.value == self.chosen for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Group:
    """The types of one interface of a provider."""

    provider: str
    api: str
    rows: tuple[WireType, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    filters: tuple[Filter, ...]
    groups: tuple[Group, ...]
    count: int
    total: int

    @property
    def is_filtered(self) -> bool:
        return any(one.chosen for one in self.filters)

    @property
    def unknown(self) -> tuple[Filter, ...]:
        return tuple(one for one in self.filters if not one.is_known)


_COLUMNS: dict[str, tuple[str, Callable[[WireType], str], Mapping[str, str] | None]] = {
    "provider": ("Provider", lambda row: row.provider, PROVIDERS),
    "family": ("Family", lambda row: row.family, None),
    "role": (
        "Role",
        lambda row: row.role.value,
        {role.value: words for role, words in ROLES.items()},
    ),
    "category": (
        "Category",
        lambda row: row.category.value,
        {name: name for name in CATEGORIES},
    ),
}


def listing(asked: Mapping[str, str]) -> Listing:
    """The types that have what is asked for in every column; an unknown value has none."""
    filters = tuple(_filter(name, asked.get(name, "")) for name in _COLUMNS)
    found = [
        row
        for row in WIRE_TYPES
        if all(not one.chosen or one.chosen == _COLUMNS[one.name][1](row) for one in filters)
    ]
    return Listing(filters, _grouped(found), len(found), len(WIRE_TYPES))


def _filter(name: str, asked: str) -> Filter:
    title, value_of, titles = _COLUMNS[name]
    counts = Counter(map(value_of, WIRE_TYPES))
    words = titles if titles is not None else {value: value for value in sorted(counts)}
    choices = tuple(Choice(value, shown, counts[value]) for value, shown in words.items())
    return Filter(name, title, choices, _known(one_line(asked, 60), choices))


def _known(asked: str, choices: tuple[Choice, ...]) -> str:
    """The value that is meant, in whatever letters; a `+` in an address that nobody escaped is
    a space."""
    wanted = _bare(asked)
    names = (
        (choice.value, name) for choice in choices for name in (choice.value, choice.title)
    )
    return next((value for value, name in names if _bare(name) == wanted), asked)


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _grouped(rows: list[WireType]) -> tuple[Group, ...]:
    groups: dict[tuple[str, str], list[WireType]] = {}
    for row in rows:
        groups.setdefault((row.provider, row.api), []).append(row)
    return tuple(
        Group(PROVIDERS[provider], api, tuple(own)) for (provider, api), own in groups.items()
    )
