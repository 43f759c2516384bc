"""Microsoft's validator of requests to Foundry as JSON Schemas, a definition for each function.

A generator made that validator from few kinds of statements. A statement of another kind raises
StopIteration here, so that nothing is left out silently.
"""

import ast
import re
from collections.abc import Callable
from inspect import getsource
from typing import Any

Schema = dict[str, Any]

NAME = "azure.ai.agentserver.responses.models._validators.validate_create_response_payload"
FIRST = "_validate_CreateResponse"


def schemas_of_validator() -> dict[str, Schema]:
    from azure.ai.agentserver.responses.models import _request_validators as validators

    functions = {
        node.name: node
        for node in ast.parse(getsource(validators)).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("_validate_")
    }
    schemas = {name: _Function(validators).schema(node) for name, node in functions.items()}
    return {NAME: {"$ref": f"#/$defs/{FIRST}"}, **schemas}


def reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


class _Function:
    """One function of the validator, read statement by statement."""

    def __init__(self, validators: Any) -> None:
        self.validators = validators
        self.made: Schema = {}
        self.other_ways: list[Schema] = []
        self.words: tuple[str, ...] | None = None
        self.discriminator = ""
        self.default: str | None = None

    def schema(self, function: ast.FunctionDef) -> Schema:
        for statement in function.body:
            text = ast.unparse(statement)
            match, read = next(
                (match, read) for pattern, read in STATEMENTS if (match := re.match(pattern, text))
            )
            read(self, *match.groups())
        ways = [*self.other_ways, self.made]
        return {"anyOf": ways} if len(ways) > 1 else self.made

    def null(self) -> None:
        self.other_ways.append({"type": "null"})

    def type(self, name: str) -> None:
        self.made["type"] = name

    def field(self, name: str, function: str) -> None:
        self.made.setdefault("properties", {})[name] = reference(function)

    def required(self, name: str) -> None:
        self.made.setdefault("required", []).append(name)

    def same_as(self, function: str) -> None:
        self.made.setdefault("allOf", []).append(reference(function))

    def given_words(self, words: str) -> None:
        self.words = ast.literal_eval(words)

    def words_of_field(self, kind: str, name: str) -> None:
        self.words = self.validators._field_literal_values(kind, name)

    def words_of_alias(self, name: str) -> None:
        self.words, _ = self.validators._schema_literal_values(name)

    def among_words(self) -> None:
        self.made["enum"] = list(self.words or ())

    def among_words_unless_null(self) -> None:
        """What follows is for null alone, or for words that are not known."""
        if self.words is not None:
            self.other_ways.append({"enum": list(self.words)})
            self.made["type"] = "null"

    def items(self, function: str) -> None:
        self.made["items"] = reference(function)

    def other_fields(self, function: str) -> None:
        self.made["additionalProperties"] = reference(function)

    def member(self, kind: str | None, function: str) -> None:
        member = reference(function) | ({"type": kind} if kind else {})
        self.made.setdefault("anyOf", []).append(member)

    def discriminated_by(self, name: str, default: str | None) -> None:
        self.discriminator, self.default = name, default

    def meant(self, word: str, function: str) -> None:
        told: Schema = {"properties": {self.discriminator: {"const": word}}}
        if word != self.default:
            told["required"] = [self.discriminator]
        self.made.setdefault("anyOf", []).append(reference(function) | told)

    def nothing(self) -> None:
        """The statement only says what went wrong."""


STATEMENTS: tuple[tuple[str, Callable[..., None]], ...] = (
    (r"if value is None:\n    return$", _Function.null),
    (r"if not _is_type\(value, '(\w+)'\):", _Function.type),
    (r"if '([^']+)' in value:\n    (\w+)\(value\['[^']+'\],", _Function.field),
    (r"if '([^']+)' not in value:", _Function.required),
    (r"(_validate_\w+)\(value, path, errors\)$", _Function.same_as),
    (r"_allowed_values = (\(.+\))$", _Function.given_words),
    (r"_allowed_values = _field_literal_values\('(\w+)', '(\w+)'\)$", _Function.words_of_field),
    (r"_allowed_values, _literal_error = _schema_literal_values\('(\w+)'\)$", _Function.words_of_alias),
    (r"if _allowed_values is not None and value is not None:", _Function.among_words_unless_null),
    (r"if _allowed_values is not None:|if value not in _allowed_values:", _Function.among_words),
    (r"for _idx, _item in enumerate\(value\):\n    (\w+)\(_item,", _Function.items),
    (r"for _key, _item in value.items\(\):\n    if _key not in \(\):\n        (\w+)", _Function.other_fields),
    (
        r"if not _matched_union(?: and _is_type\(value, '(\w+)'\))?:\n    _branch.+\n    (\w+)\(value,",
        _Function.member,
    ),
    (r"_disc_value = value.get\('(\w+)'(?:, '(\w+)')?\)$", _Function.discriminated_by),
    (r"if _disc_value == '([^']+)':\n    (\w+)\(value,", _Function.meant),
    (r"if _literal_error|if not isinstance\(_disc_value|if not _matched_union", _Function.nothing),
    (r"_matched_union|_best_branch|_append_error|return$", _Function.nothing),
)
"""Each kind of statement, and what it says of the value."""
