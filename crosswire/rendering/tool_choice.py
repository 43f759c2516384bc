"""Which tools a model may or must call: a neutral form, and how a target spells it.

The neutral form is a JSON object. These are its fields:

    mode         `auto`, `none`, `required` or `named`
    name         with `named`: a function
    built_in     with `named`: the meaning of a provider's own tool
    names        with `auto` and `required`: the only functions that may be called
    validated    true where calls must follow their schema

Where a target has no word for a choice, the nearest one that allows no less is written, and
the difference is recorded as a loss.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from crosswire.address import Address, child, root
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import field_of, text_field
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.name_plan import names_in_choice
from crosswire.tools.schema_places import Path


class ChoiceForms(Struct, frozen=True):
    """How a target spells the choice of tools."""

    words: Mapping[str, JsonValue]
    """Its words for `auto`, `none` and `required`, as far as it has them."""
    named: Callable[[str], JsonValue] | None = None
    """Writes a choice of one function that must be called, by its name."""
    allowed: Callable[[str, list[str]], JsonValue] | None = None
    """Writes a choice among functions: the mode, `auto` or `required`, and their names."""
    built_in: Callable[[str], JsonValue] | None = None
    """Writes a choice of one of its own tools, by the meaning; None where it has no such."""


Written = tuple[JsonValue, str | None] | None
"""A choice as the target writes it, and what of it is lost; None where it has no word."""


def named(name: str) -> JsonObject:
    return {"mode": "named", "name": name}


def among(mode: str, names: list[str]) -> JsonObject:
    """`mode` among some functions; a choice among one that must be called names it."""
    if mode == "required" and len(names) == 1:
        return named(names[0])
    return {"mode": mode, "names": list[JsonValue](names)}


def written_choice(
    choice: JsonValue, forms: ChoiceForms, rename: Callable[[str], str]
) -> Written:
    """The choice in a target's words, and what of it is lost; None where it has no word."""
    written = _written(choice, forms, rename)
    if written is None or written[1] is not None or not field_of(choice, "validated"):
        return written
    return written[0], "Nothing there makes each call follow its schema."


def _written(choice: JsonValue, forms: ChoiceForms, rename: Callable[[str], str]) -> Written:
    mode = text_field(choice, "mode")
    if mode is None:
        return None
    meaning = text_field(choice, "built_in")
    if meaning is not None:
        return _built_in(meaning, forms)
    names = [rename(name) for name in names_in_choice(choice)]
    if not names:
        return _word(mode, forms, None)
    return _one_of(names, forms) if mode == "named" else _some_of(names, mode, forms)


def _one_of(names: list[str], forms: ChoiceForms) -> Written:
    """One function that must be called."""
    if len(names) == 1 and forms.named is not None:
        return forms.named(names[0]), None
    if forms.allowed is not None:
        return forms.allowed("required", names), None
    lost = "It cannot say which tool must be called; any of those declared may be."
    return _word("required", forms, lost)


def _some_of(names: list[str], mode: str, forms: ChoiceForms) -> Written:
    """The functions that may be called."""
    if forms.allowed is not None:
        return forms.allowed(mode, names), None
    if len(names) == 1 and mode == "required" and forms.named is not None:
        return forms.named(names[0]), None
    lost = "It cannot say which tools may be called; any of those declared may be."
    return _word(mode, forms, lost)


def _built_in(meaning: str, forms: ChoiceForms) -> Written:
    written = forms.built_in(meaning) if forms.built_in is not None else None
    return (written, None) if written is not None else None


def _word(mode: str, forms: ChoiceForms, lost: str | None) -> Written:
    word = forms.words.get(mode)
    return None if word is None else (word, lost)


ChoiceWriter = Callable[[JsonValue], tuple[Path, JsonValue, str | None] | None]


def choice_writer(out: RenderingBuilder, forms: ChoiceForms, *tokens: str) -> ChoiceWriter:
    """A writer for the field at `tokens`, with the names that the target takes."""

    def write(value: JsonValue) -> tuple[Path, JsonValue, str | None] | None:
        choice = written_choice(value, forms, lambda name: out.names.written.get(name, name))
        if choice is None:
            return None
        _record_names(out, value, choice[0], child(root(), *tokens))
        return tokens, *choice

    return write


def _record_names(
    out: RenderingBuilder, choice: JsonValue, written: JsonValue, target: Address
) -> None:
    """Record where a written choice has other names than the logged one."""
    changed = {
        out.names.written[name]: name
        for name in names_in_choice(choice)
        if name in out.names.written
    }
    if isinstance(written, str) and written in changed:
        out.name_for(changed[written], target)
        return
    if isinstance(written, list):
        written = {str(i): value for i, value in enumerate(written)}
    if changed and isinstance(written, dict):
        for key, value in written.items():
            _record_names(out, choice, value, child(target, key))
