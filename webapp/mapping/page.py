"""What the template of the mapping asks for: the document, the questions, what follows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from crosswire.errors import BadMapping, CrosswireError
from crosswire.logs import (
    EMPTY,
    Marks,
    blanked,
    mapping_from,
    mapping_json,
    marks_of,
    meaning_of,
    picked,
)
from crosswire.model import JsonObject, JsonValue
from webapp.conversation_page.page import Inspector
from webapp.mapping import fields
from webapp.mapping.preview import Preview, preview
from webapp.mapping.tree import TreeLine, tree
from webapp.request_checks import check

MAX_MAPPING = 60_000
"""Characters of a mapping as JSON."""
MAX_WORDS = 40
"""Words for who speaks that are listed."""
ROLES = ("user", "assistant", "tool", "system", "developer")


class MappingPage:
    """A mapping as somebody changes it, with what it finds in the upload."""

    def __init__(
        self,
        page: Inspector,
        documents: Sequence[JsonValue],
        asked: MultiDict[str, str],
        guess: JsonObject,
    ) -> None:
        self.page = page
        self.documents = documents
        self.faults: dict[str, str] = {}
        """What is wrong with a field, by its name; empty: with the mapping as a whole."""
        self.typed: dict[str, str] = {}
        """What somebody wrote into a field that is wrong there."""
        self.mapping = self._base(asked.get("map", ""), guess)
        self._take_fields(asked)
        self.field = asked.get("field", "")
        self._pick(asked.get("pick", ""))
        if self.field not in fields.QUESTIONS:
            self.field = fields.next_field(self.mapping, "role")

    def _base(self, text: str, guess: JsonObject) -> JsonObject:
        if not text.strip():
            return guess or dict(EMPTY)
        try:
            return mapping_of(text)
        except CrosswireError as error:
            self.faults[""] = str(error)
            return guess or dict(EMPTY)

    def _take_fields(self, asked: MultiDict[str, str]) -> None:
        for name in fields.QUESTIONS:
            line = asked.get(f"f.{name}")
            if line is not None and line.strip() != fields.shown(self.mapping, name):
                self._change(name, line)
        roles = {**_roles(self.mapping)}
        for key, role in asked.items():
            if key.startswith("r.") and role in ("", *ROLES):
                roles[key[2:]] = role
        kept: dict[str, JsonValue] = {word: role for word, role in roles.items() if role}
        self.mapping.pop("roles", None)
        if kept:
            self.mapping["roles"] = kept

    def _change(self, name: str, line: str) -> None:
        try:
            self.mapping = dict(fields.changed(self.mapping, name, line))
        except CrosswireError as error:
            self.faults[name] = str(error)
            self.typed[name] = line

    def _pick(self, at: str) -> None:
        """Put the place that somebody pointed at into the field that they chose."""
        if not at or self.field not in fields.QUESTIONS:
            return
        try:
            self.mapping = picked(self.mapping, self.field, at, self.documents)
            self.field = fields.next_field(self.mapping, self.field)
        except CrosswireError as error:
            self.faults[self.field] = str(error)

    # What follows from it

    @cached_property
    def preview(self) -> Preview | None:
        """What is read by the mapping; None where it says too little."""
        try:
            return preview(self.mapping, self.documents)
        except BadMapping as error:
            if self.mapping.get("messages"):
                self.faults.setdefault("", str(error))
            return None

    @property
    def reads_something(self) -> bool:
        return self.preview is not None and self.preview.messages > 0

    @cached_property
    def marks(self) -> Marks:
        try:
            return marks_of(mapping_from(self.mapping), self.documents)
        except BadMapping:
            return Marks()

    @cached_property
    def words(self) -> list[tuple[str, int, str, str]]:
        """The words for who speaks: how many have each, what the mapping says that it means,
        and what it is understood as where it says nothing."""
        said = _roles(self.mapping)
        return [
            (word, count, str(said.get(word, "")), meaning_of(word))
            for word, count in self.marks.words.most_common(MAX_WORDS)
        ]

    @cached_property
    def lines(self) -> list[tuple[TreeLine, list[str]]]:
        """The document, each line with what it is taken for."""
        marks = self.marks.at
        return [
            (line, self._marks(marks.get(line.address, ()))) for line in tree(self.documents)
        ]

    @staticmethod
    def _marks(names: Sequence[str]) -> list[str]:
        return [fields.QUESTIONS[name].mark for name in names if name in fields.QUESTIONS]

    questions, more_questions, roles = fields.FIELDS, fields.MORE, ROLES

    @property
    def uses_more(self) -> bool:
        """Whether one of the rarer questions is asked or answered."""
        return any(one.name == self.field or self.shown(one.name) for one in fields.MORE)

    def shown(self, name: str) -> str:
        return self.typed.get(name) or fields.shown(self.mapping, name)

    # Ways to go on

    @property
    def json(self) -> str:
        return json.dumps(self.mapping, ensure_ascii=False, separators=(",", ":"))

    @property
    def laid_out(self) -> str:
        return json.dumps(self.mapping, ensure_ascii=False, indent=2)

    @property
    def title(self) -> str:
        """What the mapping is called, until somebody says otherwise."""
        return str(self.mapping.get("title") or self.mapping.get("name") or "My format")

    @property
    def query(self) -> dict[str, Any]:
        """The mapping as a query holds it, and the field that is asked for."""
        return {"map": self.json, "field": self.field}

    def url(self, endpoint: str = "mapping.show") -> str:
        values = self.query if endpoint == "mapping.show" else {"map": self.json}
        return url_for(endpoint, slug=self.page.slug, **values)

    def sample(self) -> list[JsonValue]:
        """The documents without what was said in them."""
        return blanked(mapping_from(self.mapping), self.documents)


def mapping_of(text: str) -> JsonObject:
    """A mapping as somebody sent it, in the one order; raises BadMapping.

    One that is only begun, without messages, is taken as it is.
    """
    check(len(text) <= MAX_MAPPING, 413, f"A mapping has at most {MAX_MAPPING:,} characters.")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadMapping(f"The mapping is no JSON: {error}.") from error
    if isinstance(value, dict) and not value.get("messages"):
        placed = mapping_json(mapping_from({**value, "messages": ["/"]}))
        return {name: one for name, one in placed.items() if name != "messages"}
    return mapping_json(mapping_from(value))


def _roles(mapping: JsonObject) -> JsonObject:
    roles = mapping.get("roles")
    return roles if isinstance(roles, dict) else {}
