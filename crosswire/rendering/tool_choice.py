"""Which tools a model may or must call: a neutral form, and how a target spells it.

The neutral form is a JSON object: `mode` is `auto`, `none`, `required` or `named`; with
`named` goes `name` (a function) or `built_in` (the meaning of a provider's own tool); with
`auto` and `required` may go `names`, the only ones that may be called, and `validated` where
calls must follow their schema. Where a target has no word for a choice, the nearest one that
allows no less is written, and what is lost is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import field_of
from crosswire.rendering.name_plan import names_in_choice


@dataclass(frozen=True, slots=True)
class ChoiceForms:
    """How a target spells the choice of tools."""

    words: Mapping[str, JsonValue]
    """`auto`, `none` and `required`, as far as it has them."""
    named: Callable[[str], JsonValue] | None = None
    """One function that must be called."""
    allowed: Callable[[str, list[str]], JsonValue] | None = None
    """The mode, `auto` or `required`, among the functions that may be called."""
    built_in: Callable[[str], JsonValue] | None = None
    """A tool of its own that must be called, by its meaning; None for one that it has not."""


def named(name: str) -> JsonObject:
    return {"mode": "named", "name": name}


def among(mode: str, names: list[str]) -> JsonObject:
    """`mode` among some functions; a choice among one that must be called names it."""
    if mode == "required" and len(names) == 1:
        return named(names[0])
    return {"mode": mode, "names": list[JsonValue](names)}


def written_choice(
    choice: JsonValue, forms: ChoiceForms, rename: Callable[[str], str]
) -> tuple[JsonValue, str | None] | None:
    """The choice in a target's words, and what of it is lost; None where it has no word for
    it."""
    found = _written(choice, forms, rename)
    if (
        found is None
        or found[1] is not None
        or not isinstance(choice, dict)
        or not choice.get("validated")
    ):
        return found
    return found[0], "Nothing there makes each call follow its schema."


def _written(
    choice: JsonValue, forms: ChoiceForms, rename: Callable[[str], str]
) -> tuple[JsonValue, str | None] | None:
    mode = field_of(choice, "mode")
    if not isinstance(choice, dict) or not isinstance(mode, str):
        return None
    meaning = choice.get("built_in")
    if isinstance(meaning, str):
        return _built_in(meaning, forms)
    names = [rename(name) for name in names_in_choice(choice)]
    if not names:
        return _word(mode, forms, None)
    many = mode != "named"
    if many and forms.allowed is not None:
        return forms.allowed(mode, names), None
    if len(names) == 1 and mode in ("named", "required") and forms.named is not None:
        return forms.named(names[0]), None
    if not many and forms.allowed is not None:
        return forms.allowed("required", names), None
    lost = (
        "It cannot say which tools may be called"
        if many
        else "It cannot say which tool must be called"
    )
    return _word(
        "required" if not many else mode, forms, f"{lost}; any of those declared may be."
    )


def _built_in(meaning: str, forms: ChoiceForms) -> tuple[JsonValue, str | None] | None:
    written = None if forms.built_in is None else forms.built_in(meaning)
    return None if written is None else (written, None)


def _word(
    mode: str, forms: ChoiceForms, lost: str | None
) -> tuple[JsonValue, str | None] | None:
    word = forms.words.get(mode)
    return None if word is None else (word, lost)
