"""What the API says of itself: complete, and true under whatever Schemathesis sends."""

import io
import json
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pydantic import ValidationError
from tests.api_answers import hold
from tests.samples import REQUESTS
from tests.selection import NEEDS_PACKAGES
from tests.webapp.samples import chat, chat_lines
from webapp.access.browsers import owner_of_key
from webapp.api.openapi.examples import EXAMPLES
from webapp.api.openapi.operations import OPERATIONS
from webapp.database.engine import Session
from webapp.store import tokens, uploads
from werkzeug.test import TestResponse

OWNER = owner_of_key("k" * 43)
HOW = {
    "seed": 7,
    "workers": 1,
    "continue-on-failure": True,
    "suppress-health-check": ["all"],
    "checks": {
        "enabled": False,
        "not_a_server_error": {"enabled": True},
        "status_code_conformance": {"enabled": True},
        "response_schema_conformance": {"enabled": True},
        "content_type_conformance": {"enabled": True},
    },
    "generation": {"deterministic": True, "database": "none", "max-examples": 12},
    "phases": {"stateful": {"enabled": False}},
}
"""Examples, coverage and fuzzing, the same in every run."""


def of_the_api(app: Flask) -> set[tuple[str, str]]:
    return {
        (rule.endpoint, method)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def test_every_operation_of_the_api_is_described_and_no_other(app: Flask) -> None:
    assert set(OPERATIONS) == of_the_api(app)


def test_the_description_has_every_path_and_every_schema_that_it_names(client: FlaskClient) -> None:
    told = client.get("/api/openapi.json").json
    assert told["openapi"] == "3.1.0"
    operations = {method["operationId"] for path in told["paths"].values() for method in path.values()}
    assert operations == {endpoint for endpoint, _ in OPERATIONS}
    text = json.dumps(told)
    named = {part.partition('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert named <= set(told["components"]["schemas"])
    assert all(method["summary"] for path in told["paths"].values() for method in path.values())


def test_the_page_lists_what_the_description_has(client: FlaskClient) -> None:
    page, told = client.get("/api").text, client.get("/api/openapi.json").json
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            assert f"<b>{method.upper()}</b> <code>{path}</code>" in page
            for parameter in operation["parameters"]:
                assert f"<code>{parameter['name']}</code>" in page or parameter["in"] != "query"


def asked_by_example(path: str, operation: dict[str, Any], slug: str) -> tuple[str, dict[str, str]]:
    """The path and the query of an operation, as its parameters' examples have them."""
    of = {
        where: {
            one["name"]: one["example"]
            for one in operation["parameters"]
            if one["in"] == where and "example" in one
        }
        for where in ("path", "query")
    }
    return path.format(**{**of["path"], **({"slug": slug} if "slug" in of["path"] else {})}), of["query"]


def sent_by_example(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The bodies of an operation's examples, as the client of tests takes them."""
    bodies = operation.get("requestBody", {}).get("content", {})
    for kind, body in bodies.items():
        example = body["example"]
        if kind == "multipart/form-data":
            file = (io.BytesIO(example["file"].encode()), "oslo.json")
            yield {"data": {**example, "file": file}, "content_type": kind}
        else:
            text = example if kind == "application/octet-stream" else json.dumps(example)
            yield {"data": text.encode(), "content_type": kind}
    if not bodies:
        yield {}


def test_every_example_of_the_description_is_answered_as_it_says(client: FlaskClient) -> None:
    told = client.get("/api/openapi.json").json
    every = [
        (path, method, one) for path, methods in told["paths"].items() for method, one in methods.items()
    ]
    # What makes a log comes first, what deletes last, and the copy before what it is of.
    every.sort(key=lambda one: (one[2]["operationId"] != "api.create", one[1] == "delete", one[0] < "/api/s"))
    made = {"slug": "", "manage_secret": ""}
    copied = made
    for path, method, operation in every:
        of = copied if path.startswith("/api/shares") else made
        at, query = asked_by_example(path, operation, of["slug"])
        headers = {"Authorization": f"Bearer {of['manage_secret']}"} if of["slug"] else {}
        for sent in sent_by_example(operation):
            answer = client.open(at, method=method.upper(), query_string=query, headers=headers, **sent)
            assert answer.status_code in (200, 201), (method, at, answer.text)
            made = answer.json if operation["operationId"] == "api.create" else made
            copied = answer.json if operation["operationId"] == "shares.share" else copied
    assert {operation["operationId"] for _, _, operation in every} == {name for name, _ in EXAMPLES}


@pytest.mark.parametrize("changes", [{"more": 1}, {"deleted": None}, {"deleted_total": "many"}])
def test_an_answer_that_is_not_as_described_fails_the_test_that_got_it(
    app: Flask, client: FlaskClient, changes: dict[str, Any]
) -> None:
    slug = client.post("/api/conversations", data=chat()).json["slug"]
    answer = client.delete(f"/api/conversations/{slug}")
    false = TestResponse(
        [json.dumps({**answer.json, **changes}).encode()], "200 OK", answer.headers, answer.request
    )
    with pytest.raises(ValidationError):
        hold(app, false)


@pytest.fixture
def api(app: Flask, session: Session) -> Iterator[Any]:
    """The API as somebody with a token asks for it; slugs are mostly those of logs that they manage."""
    schemathesis = pytest.importorskip("schemathesis", reason=NEEDS_PACKAGES)
    logs = [chat(), chat_lines(3), *(json.dumps(log).encode() for log in REQUESTS.values())]
    kept = cycle([uploads.keep(session, log, owner=OWNER).first.slug for log in logs])
    token = tokens.add_token(session, OWNER, "tests", "member", None)
    # Its way past a socket does not unpack what is sent packed.
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
    config = schemathesis.Config.from_dict({"headers": headers, **HOW})

    @schemathesis.hook("before_call")
    def to_what_is_there(context: Any, case: Any, kwargs: Any) -> None:
        if len(case.path_parameters.get("slug", "...")) % 4 != 3:
            new = case.method == "DELETE"
            slug = uploads.keep(session, chat(), owner=OWNER).first.slug if new else next(kept)
            case.path_parameters["slug"] = slug

    yield schemathesis.openapi.from_wsgi("/api/openapi.json", app, config=config)
    schemathesis.hooks.unregister(to_what_is_there)


@pytest.mark.thorough
def test_no_request_that_schemathesis_makes_gets_an_answer_that_is_not_described(api: Any) -> None:
    from schemathesis.engine import events, from_schema

    failures, statuses = [], Counter[int]()
    for event in from_schema(api).execute():
        if isinstance(event, events.NonFatalError):
            failures.append(f"{event.label}: {event.value}")
        if isinstance(event, events.FatalError):
            raise event.exception
        if isinstance(event, events.ScenarioFinished):
            recorder = event.recorder
            for id, nodes in recorder.checks.items():
                failures += [told(recorder, id, node) for node in nodes if node.failure_info]
            statuses.update(
                one.response.status_code for one in recorder.interactions.values() if one.response
            )
    assert not failures, "\n\n".join(dict.fromkeys(failures))
    assert statuses[200] > 100
    assert {201, 400, 404, 422} <= set(statuses)


def told(recorder: Any, id: str, node: Any) -> str:
    asked, answer = recorder.cases[id].value, recorder.interactions[id].response
    failure = node.failure_info.failure
    return (
        f"{asked.as_curl_command()}\n{answer.status_code} {answer.content[:300]!r}\n"
        f"{failure.title}: {failure.message}"
    )
