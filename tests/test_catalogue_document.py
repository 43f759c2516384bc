"""The catalogue as one document: valid by its own schema, which no field escapes."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import crosswire
import jsonschema_rs
from click.testing import CliRunner
from crosswire.catalogue import VERSION, catalogue_document, catalogue_schema
from crosswire.cli import main


def printed(*options: str) -> Any:
    return json.loads(CliRunner().invoke(main, ["catalogue", *options], catch_exceptions=False).output)


def test_the_document_is_valid_by_the_schema_that_the_command_prints() -> None:
    schema = printed("--schema")
    jsonschema_rs.meta.validate(schema)
    jsonschema_rs.validate(schema, printed())


def test_no_object_of_the_document_may_have_a_field_that_the_schema_does_not_name() -> None:
    valid = jsonschema_rs.validator_for(catalogue_schema())
    document = json.loads(json.dumps(catalogue_document()))
    for path in (
        (),
        ("rules", 0),
        ("rules", -1, "grounds", 0),
        ("error_texts", 0),
        ("wire_types", 0),
        ("losses", 0),
    ):
        changed = deepcopy(document)
        place = changed
        for step in path:
            place = place[step]
        place["another"] = 1
        assert not valid.is_valid(changed), path


def test_the_version_of_the_document_is_that_of_its_schema() -> None:
    schema: Any = catalogue_schema()
    assert schema["properties"]["version"]["const"] == VERSION == printed()["version"]


def test_what_the_lists_name_is_in_them() -> None:
    document: Any = catalogue_document()
    rules = {rule["code"]: {ground["key"] for ground in rule["grounds"]} for rule in document["rules"]}
    targets = {target["name"] for target in document["targets"]}
    assert (set(rules), targets) == (set(crosswire.RULES), set(crosswire.TARGETS))
    slugs = [one["slug"] for one in document["error_texts"]]
    assert len(slugs) == len(set(slugs))
    for one in document["error_texts"]:
        assert set(one["rules"]) <= set(rules)
        assert all(ground["ground"] in rules[ground["rule"]] for ground in one["grounds"])
    for rule in document["rules"]:
        assert all(set(ground["targets"]) <= targets for ground in rule["grounds"])


def test_a_ground_names_the_only_format_that_it_is_about() -> None:
    document: Any = catalogue_document()
    formats = {ground["key"]: ground["format"] for rule in document["rules"] for ground in rule["grounds"]}
    assert (formats["groq-listed-fields"], formats["ant-schema-draft"]) == ("openai-chat", None)
