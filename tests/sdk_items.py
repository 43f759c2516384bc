"""Holds one item against the SDK type that the registry names for it; the answer is what is wrong."""

from __future__ import annotations

import importlib
import json
import warnings
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

Json = dict[str, Any]


def check_item(sdk_type: str, item: Json) -> list[str]:
    """What an SDK type has against an item; keys that it does not declare are refused too."""
    if sdk_type.startswith("botocore:"):
        _, service, shape = sdk_type.split(":")
        return _check_shape(service, shape, item)
    kind = _import(sdk_type)
    if hasattr(kind, "_deserialize"):
        return _check_rest_model(kind, item)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        adapter = TypeAdapter(kind)
        try:
            _drain(adapter.validate_python(item, extra="forbid"))
        except ValidationError as error:
            return [f"{'/'.join(map(str, d['loc']))}: {d['msg']}" for d in error.errors(include_url=False)]
    return []


def validates(sdk_type: str) -> bool:
    """Whether the SDK refuses what lacks a field; the models of azure-ai-agents take anything."""
    return sdk_type.startswith("botocore:") or not hasattr(_import(sdk_type), "_deserialize")


@cache
def _import(name: str) -> Any:
    module, _, attribute = name.rpartition(".")
    if module.rpartition(".")[2][:1].isupper():  # a class inside a class
        return getattr(_import(module), attribute)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(importlib.import_module(module), attribute)


def _check_shape(service: str, shape: str, item: Json) -> list[str]:
    """The blocks of Converse stand under their key, which is the shape's name in lower case."""
    import botocore.session
    from botocore.validate import ParamValidator

    model = botocore.session.Session().get_service_model(service)
    inner = item[shape[0].lower() + shape[1:].removesuffix("Block")]
    report = ParamValidator().validate(inner, model.shape_for(shape))
    return [report.generate_report()] if report.has_errors() else []


def _check_rest_model(kind: Any, item: Json) -> list[str]:
    """By a round trip: read as the type that its discriminator names, and written as it was."""
    read = kind._deserialize(item, [])
    problems = [] if type(read) is kind else [f"it reads as {type(read).__name__}"]
    if json.loads(json.dumps(read.as_dict())) != item:
        problems.append(f"it writes itself as {read.as_dict()}")
    declared = set(_wire_names(kind))
    return problems + [f"{name}: not declared" for name in item if name not in declared]


def _wire_names(kind: Any) -> list[str]:
    kind({})  # a model of azure-ai-agents knows its fields when the first one is made
    return [field._rest_name for field in kind._attr_to_rest_field.values()]


def _drain(value: object) -> None:
    """Read lazy iterators to their ends; what is wrong inside raises only then."""
    if isinstance(value, dict):
        for inner in value.values():
            _drain(inner)
    elif isinstance(value, (list, tuple)) or type(value).__name__ == "ValidatorIterator":
        for inner in value:
            _drain(inner)


def declared_fields(sdk_type: str) -> set[str]:
    """The names of the fields that an SDK type declares, as on the wire."""
    if sdk_type.startswith("botocore:"):
        import botocore.session

        _, service, shape = sdk_type.split(":")
        return set(botocore.session.Session().get_service_model(service).shape_for(shape).members)
    kind = _import(sdk_type)
    if hasattr(kind, "_deserialize"):
        return set(_wire_names(kind))
    fields = getattr(kind, "model_fields", None)
    if fields is None:
        return set(kind.__annotations__)
    return {field.alias or name for name, field in fields.items()}
