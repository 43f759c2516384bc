"""What each format can hold is what its renderings say, and known differences from the first table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import crosswire
from crosswire.capabilities import (
    BY_NAME,
    FEATURES,
    PLACES,
    Feature,
    Outcome,
    Specimen,
    State,
    arguments_are,
    by_group,
    holding,
    id_limits,
    name_limits,
    not_held,
    outcome,
    outcomes_between,
    read,
    rendered,
)
from crosswire.model import OpaquePart
from tests.selection import for_each

SPECIMENS = [(feature, specimen) for feature in FEATURES for specimen in feature.specimens]
each_specimen = for_each(
    ("feature", "specimen"), SPECIMENS, ids=[f"{one.name}-{two.format}" for one, two in SPECIMENS]
)
each_format = for_each("format", crosswire.FORMATS)

MARKS = {"cachePoint"}
"""Blocks that are no part of what is said."""
OWN_AND_NOT_HELD = {
    (
        "citations",
        "openai-chat",
    ): "they stand in an answer, and a request that repeats it has no field for them",
}
"""Forms that a format reads and does not write in a request."""

HELD_IN_OTHER_WORDS = {
    ("tool-choice-named", "cohere"): "the one tool that there is, and one must be called",
}
"""Held for the target, though it cannot be told from something else on the way back."""


def at(value: Any, pointer: str) -> Any:
    """What stands at a JSON Pointer; raises where nothing does."""
    for token in pointer.split("/")[1:]:
        value = value[int(token)] if isinstance(value, list) else value[token]
    return value


def words(value: Any) -> Iterator[str]:
    """The texts and numbers in a value that are its own, and not the format's: no types, no modes."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in {"type", "mode", "role", "detail", "format", "mimeType", "media_type", "status"}:
                yield from words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words(inner)
    elif isinstance(value, str):
        yield from re.findall(r"\w{4,}", value.rpartition("base64,")[2])


@each_specimen
def test_a_specimen_has_its_feature_where_it_says(feature: Feature, specimen: Specimen) -> None:
    for pointer in specimen.at:
        at(specimen.body, pointer)
    assert specimen.format in crosswire.FORMATS
    assert specimen.says
    opaque = {
        str(part.wire_type)
        for message in read(specimen).messages
        for part in message.parts
        if isinstance(part, OpaquePart)
    }
    assert opaque <= MARKS


@each_specimen
def test_a_format_holds_what_it_says_itself(feature: Feature, specimen: Specimen) -> None:
    own = outcome(feature, specimen, specimen.format)
    known = (feature.name, specimen.format) in OWN_AND_NOT_HELD
    assert (own.state is State.HELD) != known, own.because


@cache
def written(specimen: Specimen, target: str) -> crosswire.Rendering:
    return crosswire.render(read(specimen), target)


@cache
def returned(specimen: Specimen, target: str) -> Any:
    """The specimen after a conversion and another one back, without a map of what was held back."""
    there = crosswire.parse(written(specimen, target).payload, target)[0]
    return crosswire.render(there, specimen.format, ids="keep").payload


def back(one: Outcome) -> list[Any]:
    """What stands at the feature's places then; None: nothing."""
    found: list[Any] = []
    for pointer in one.specimen.at:
        try:
            found.append(at(returned(one.specimen, one.target), pointer))
        except (KeyError, IndexError, TypeError):
            found.append(None)
    return found


@each_specimen
def test_what_is_held_comes_back_and_what_is_lost_does_not(feature: Feature, specimen: Specimen) -> None:
    was = [at(specimen.body, pointer) for pointer in specimen.at]
    for target in crosswire.FORMATS:
        one = outcome(feature, specimen, target)
        if one.state is State.LOST:
            assert back(one) != was, f"{target} says lost: {one.because}"
        if one.state is State.HELD and (feature.name, target) not in HELD_IN_OTHER_WORDS:
            text = json.dumps(returned(specimen, target), ensure_ascii=False)
            own = {pointer.rpartition("/")[2]: value for pointer, value in zip(specimen.at, was, strict=True)}
            gone = [word for word in words(own) if word not in text]
            assert not gone, f"{target} says held, and {gone} did not come back"


@each_specimen
def test_a_state_is_what_the_rendering_says(feature: Feature, specimen: Specimen) -> None:
    for target in crosswire.FORMATS:
        one = outcome(feature, specimen, target)
        rendering = written(specimen, target)
        said = (one.losses, one.ids, one.names)
        assert (one.state is State.HELD) == (not any(said)) == (not one.because)
        assert all(loss in rendering.losses for loss in one.losses)
        assert all(change in rendering.id_map for change in one.ids)
        assert all(change in rendering.name_map for change in one.names)
        if one.state is State.LOST:
            assert {loss.kind.value for loss in one.losses} & {"dropped"}
        if one.state is State.MOVED:
            assert {loss.kind.value for loss in one.losses} == {"moved"}


LETTERS = {
    "C": "openai-chat",
    "R": "openai-responses",
    "A": "anthropic",
    "G": "gemini",
    "F": "azure-foundry",
}
FIRST_TABLE = {
    "system-prompt": "CRAGF",
    "later-system": "CRAF",
    "error-flag": "AGF",
    "media-in-result": "RAGF",
    "arguments-that-are-no-object": "CRF",
    "call-without-arguments": "CRAGF",
    "reasoning": "RAGF",
    "order-of-text-and-calls": "RAGF",
    "search-run-by-the-provider": "RAGF",
    "code-run-by-the-provider": "RAGF",
    "approvals": "RF",
    "parallel-switch": "CRAF",
    "tool-choice-auto": "CRAGF",
    "tool-choice-none": "CRAGF",
    "tool-choice-required": "CRAGF",
    "tool-choice-named": "CRAGF",
    "cache-marks": "CRAGF",
    "citations": "CRAF",
    "refusal": "CRF",
    "audio": "CG",
    "files": "CRAGF",
    "free-text-call": "CRF",
    "stored-conversation": "RAGF",
    "phase": "RF",
    "item-status": "RF",
    "participant-name": "C",
}
"""What the table of the design (rules.md, C.1) says: the formats that have words for a feature."""

DIFFERENCES = {
    ("reasoning", "openai-chat"): "no field of OpenAI's, but servers of its API write `reasoning_content`",
    ("citations", "openai-chat"): "its annotations stand in answers alone; no request takes them back",
    ("search-run-by-the-provider", "gemini"): "its searches stand beside the contents, in groundingMetadata",
    ("stored-conversation", "anthropic"): "a container keeps files and no messages: a feature of its own",
    ("stored-conversation", "gemini"): "cachedContent keeps a prefix: it stands with the marks for the cache",
}


@for_each(("feature", "letter"), list(product(FIRST_TABLE, LETTERS)))
def test_the_measured_table_is_the_first_one_but_for_known_differences(feature: str, letter: str) -> None:
    format = LETTERS[letter]
    own = holding(BY_NAME[feature], format).own
    holds = own is not None and own.state is State.HELD
    differs = holds != (letter in FIRST_TABLE[feature])
    assert differs == ((feature, format) in DIFFERENCES)


def test_cohere_holds_its_own_citations() -> None:
    own = holding(BY_NAME["citations"], "cohere").own
    assert own is not None
    assert own.state is State.HELD


@each_format
def test_a_cell_shows_the_own_form_or_else_the_first_of_the_others(format: str) -> None:
    for feature in FEATURES:
        held = holding(feature, format)
        assert (held.own is None) == (feature.of(format) is None)
        assert held.best is held.own or held.best.specimen is feature.specimens[0]
        assert sum(held.of_others.values()) == len(held.others)


@each_format
def test_places_stand_in_the_example(format: str) -> None:
    places, payload = PLACES[format], rendered(format).payload
    looked_for = {
        places.system: "Be brief.",
        places.name: "get_weather",
        places.call_id: "a1B2c3D4e",
        places.result: "18 degrees, rain",
        places.result_id: "a1B2c3D4e",
        places.schema: "city",
        places.tools: "get_weather",
        places.messages: "Paris",
        places.arguments: "Paris",
    }
    for path, value in looked_for.items():
        found = list(follow(payload, path))
        assert any(value in json.dumps(one) for one in found), f"{path}: {found}"
    kinds = {type(one) for one in follow(payload, places.arguments)}
    assert kinds == {dict if arguments_are(format) == "an object" else str}


def follow(value: Any, path: str) -> Iterator[Any]:
    """All that stands at a path, in which `[]` is any element."""
    head, _, rest = path.partition(".")
    inner = value.get(head.removesuffix("[]")) if isinstance(value, dict) else None
    if inner is None:
        return
    for one in inner if head.endswith("[]") else [inner]:
        if rest:
            yield from follow(one, rest)
        else:
            yield one


def test_the_example_loses_nothing_in_any_format() -> None:
    for format in crosswire.FORMATS:
        assert {loss.kind.value for loss in rendered(format).losses} <= {"added"}


@each_format
def test_limits_are_those_of_the_rules(format: str) -> None:
    ids, names = crosswire.FORMATS[format].ID_RULE, crosswire.FORMATS[format].NAME_RULE
    said = " ".join(id_limits(format))
    assert ("Every call" in said) == ids.required
    assert (f"{ids.max_length} characters at most" in said) == (ids.max_length is not None)
    assert ids.pattern is None or f"`{ids.pattern}`" in said
    assert str(names.max_length) in " ".join(name_limits(format)) or "Any length." in name_limits(format)


def test_what_is_not_held_between_two_formats_is_counted_once() -> None:
    for source, target in product(crosswire.FORMATS, repeat=2):
        outcomes = outcomes_between(FEATURES, source, target)
        assert len({one.feature.name for one in outcomes}) == len(outcomes)
        listed = [one for some in not_held(outcomes).values() for one in some]
        assert {id(one) for one in listed} == {id(one) for one in outcomes if one.state is not State.HELD}


def test_names_are_unique_and_each_feature_has_a_group() -> None:
    assert len(BY_NAME) == len(FEATURES)
    assert [one for some in by_group().values() for one in some] == list(FEATURES)
    for feature in FEATURES:
        formats = [one.format for one in feature.specimens]
        assert len(set(formats)) == len(formats) > 0
