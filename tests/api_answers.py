"""Holds every answer that a test gets of `/api/*` against what the API says of itself."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from pydantic import TypeAdapter
from tests.recorded_answers import keep
from webapp.api.openapi.document import COULD_NOT_READ, REFUSES_ANYWHERE
from webapp.api.openapi.models.common import Error
from webapp.api.openapi.operations import OPERATIONS
from werkzeug.test import TestResponse

_LONE_SURROGATE = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
ALWAYS = {*REFUSES_ANYWHERE, 405, 500}


class HeldClient(FlaskClient):
    """A client that fails where an answer of the API is none of those that are described."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        if answer.request.path.startswith("/api/") and answer.request.method not in ("HEAD", "OPTIONS"):
            hold(self.application, answer)
            keep(answer)
        return answer


def hold(app: Flask, answer: TestResponse) -> None:
    """Fail where status, type or body of an answer is not what its operation says."""
    asked = answer.request
    adapter = app.url_map.bind_to_environ(asked.environ)
    try:
        endpoint, _ = adapter.match(method=asked.method)
    except Exception:  # noqa: BLE001 - no route: whatever it is, it is told as an error
        kind: Any = Error
    else:
        is_same = answer.status_code == 304  # the status of what the program has already
        kind = _kind(endpoint, asked.method, 200 if is_same else answer.status_code)
    if answer.status_code == 304:
        assert asked.method == "GET"
        assert not answer.data
        return
    assert answer.mimetype == "application/json", f"{asked.method} {asked.path}: {answer.mimetype}"
    text = _LONE_SURROGATE.sub(r"\\ufffd", answer.text)  # ids may hold half a character, models may not
    _adapter(kind).validate_python(json.loads(text))


def _kind(endpoint: str, method: str, status: int) -> Any:
    operation = OPERATIONS.get((endpoint, method))
    if operation is None:  # one that a test added
        return Error
    if status in operation.answers:
        return operation.answers[status]
    assert status in {*ALWAYS, *operation.refuses, *(COULD_NOT_READ if operation.failed else ())}, status
    return Error | operation.failed if operation.failed else Error


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
