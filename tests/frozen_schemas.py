"""Validates values against the types of the providers' SDKs that `./dev schemas` has frozen.

A type has its name in Python (`openai.types.chat.ChatCompletionChunk`), a shape of AWS the name of
its service before its own (`botocore:bedrock-runtime:ToolUseBlock`), and a member of a union the
package and the definition (`openai/FunctionToolParam`).
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012, Draft202012Validator, Registry, ValidationError

Schema = dict[str, Any]

FOLDER = Path(__file__).parent / "provider_schemas"


def errors(name: str, value: object, place: str = "") -> list[str]:
    """What is wrong with a value, each with its place below `place`; empty where it is valid."""
    return [
        _sentence(place, error)
        for outermost in _validator(name).iter_errors(value)
        for error in _telling(outermost)
    ]


def _sentence(place: str, error: ValidationError) -> str:
    steps = [place, *map(str, error.instance_path)]
    return f"{'/'.join(step for step in steps if step)}: {error.message[:300]}".removeprefix(": ")


def fields(name: str) -> dict[str, Schema]:
    """The fields that a type declares, by their names on the wire."""
    ((_, schema),) = members(name)
    declared: dict[str, Schema] = schema["properties"]
    return declared


def members(name: str) -> Iterator[tuple[str, Schema]]:
    """The types of a union with their names, or the type itself."""
    package, definition = _home(name)
    schema = _definitions()[package][definition]
    for member in schema.get("anyOf", [schema] if "$ref" in schema else []):
        yield from members(f"{package}/{member['$ref'].removeprefix('#/$defs/')}")
    if "properties" in schema:
        yield name, schema


def words(schema: Schema) -> set[str]:
    """The words that a field can have; none where it takes any text."""
    inner = {word for member in schema.get("anyOf", ()) for word in words(member)}
    return {*schema.get("enum", ()), *([schema["const"]] if "const" in schema else ()), *inner}


def _home(name: str) -> tuple[str, str]:
    """The package of a type, and the name of its definition there."""
    package, slash, definition = name.partition("/")
    return (package, definition) if slash else (_packages()[name], name)


def _telling(error: ValidationError) -> Iterator[ValidationError]:
    """The error; of a union the errors of the member that `type` or `role` names, if one does."""
    meant = [
        member
        for member in getattr(error.kind, "context", ())
        if not any(_is_of_another(inner, error.instance_path) for inner in member)
    ]
    if len(meant) == 1:
        for inner in meant[0]:
            yield from _telling(inner)
    else:
        yield error


def _is_of_another(error: ValidationError, place: list[str | int]) -> bool:
    steps = error.instance_path[len(place) :]
    return (not steps and type(error.kind).__name__ == "Type") or steps in (["type"], ["role"])


@cache
def _definitions() -> dict[str, dict[str, Schema]]:
    """The definitions of each package."""
    files = sorted(FOLDER.glob("*.json"))
    return {path.stem.rpartition("-")[0]: json.loads(path.read_text())["$defs"] for path in files}


@cache
def _packages() -> dict[str, str]:
    """The package of each type that has a full name."""
    return {
        name: package
        for package, definitions in _definitions().items()
        for name in definitions
        if "." in name or ":" in name
    }


@cache
def _registry() -> Registry:
    return Registry(
        [(f"urn:{package}", {"$defs": definitions}) for package, definitions in _definitions().items()],
        draft=Draft202012,
    )


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(
        {"$ref": "urn:{}#/$defs/{}".format(*_home(name))},
        registry=_registry(),
        formats={"base64url": _is_base64},
        validate_formats=True,
    )


def _is_base64(text: str) -> bool:
    """Of either alphabet, with padding or without, and no bits left over."""
    padded = (text if "=" in text else text + "=" * (-len(text) % 4)).encode()
    try:
        data = base64.b64decode(padded, altchars=b"-_", validate=True)
    except binascii.Error:
        return False
    return padded in (base64.b64encode(data), base64.urlsafe_b64encode(data))
