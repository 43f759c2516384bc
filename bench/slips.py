"""JSON with the slips that people make, written beside the value that it stands for."""

from __future__ import annotations

import json
import random
import re
from typing import Any

_PLAIN_KEY = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_HALF_A_CHARACTER = re.compile(r"[\ud800-\udfff]")
_WORDS = {"true", "false", "null", "None", "True", "False", "NaN", "Infinity", "undefined"}
DEEPEST = 100
"""What is nested deeper has no slips."""
_COMMENTS = (" // c, 'd': \"", " /* { */", " # ] as in Python")


def with_slips(value: Any, chance: random.Random) -> str:
    """This value as JSON on several lines, with slips of a few kinds in a part of their places."""
    if not isinstance(value, dict | list):
        return json.dumps(value)
    kinds = chance.sample(sorted(_Writer.KINDS), chance.randint(1, 3))
    return _Writer(chance, frozenset(kinds)).value(value, "\n")


class _Writer:
    KINDS = frozenset(
        ["comma too many", "comma missing", "comment", "bare key", "quotes", "smart key", "raw newline"]
    )

    def __init__(self, chance: random.Random, kinds: frozenset[str]) -> None:
        self.chance = chance
        self.kinds = kinds

    def slips(self, kind: str) -> bool:
        return kind in self.kinds and self.chance.random() < 0.3

    def value(self, value: Any, indent: str) -> str:
        """A value; `indent` is the line break before it and the spaces of its line."""
        inner = indent + " "
        if len(indent) > DEEPEST:
            return json.dumps(value)
        if isinstance(value, dict) and value:
            return self.members(
                "{}", [f"{self.key(k)}: {self.value(v, inner)}" for k, v in value.items()], indent
            )
        if isinstance(value, list) and value:
            return self.members("[]", [self.value(one, inner) for one in value], indent)
        return self.text(value) if isinstance(value, str) else json.dumps(value)

    def members(self, brackets: str, members: list[str], indent: str) -> str:
        inner = indent + " "
        written = [self.ended(member, is_last=False, is_object=brackets == "{}") for member in members[:-1]]
        written.append(self.ended(members[-1], is_last=True, is_object=brackets == "{}"))
        return brackets[0] + inner + inner.join(written) + indent + brackets[1]

    def ended(self, member: str, *, is_last: bool, is_object: bool) -> str:
        """A member with what follows it on its line."""
        if is_last:
            comma = "," if self.slips("comma too many") else ""
        else:
            comma = "" if is_object and self.slips("comma missing") else ","
        return member + comma + (self.chance.choice(_COMMENTS) if self.slips("comment") else "")

    def key(self, key: str) -> str:
        is_plain = _PLAIN_KEY.fullmatch(key) and key not in _WORDS
        if is_plain and self.slips("bare key"):
            return key
        if is_plain and self.slips("smart key"):
            return f"“{key}”"
        return self.text(key)

    def text(self, text: str) -> str:
        has_half = _HALF_A_CHARACTER.search(text) is not None  # UTF-8 has no bytes for it
        written = json.dumps(text, ensure_ascii=has_half or self.chance.random() < 0.5)
        if self.slips("quotes") and "'" not in text and '"' not in text:
            return f"'{written[1:-1]}'"
        if self.slips("raw newline"):
            return re.sub(r"(?<!\\)((?:\\\\)*)\\n", r"\1\n", written)
        return written
