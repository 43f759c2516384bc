"""A body of the API is read piece by piece, and no further than what is taken."""

import io
import tracemalloc
from typing import Any

import pytest
from flask import Flask
from tests.conftest import MakeApp
from tests.webapp.samples import chat_lines
from webapp.settings import Settings
from webapp.uploads import sent

MEGABYTE = 1024 * 1024


class Sent(io.BytesIO):
    """What a program sends, as far as it was asked for."""

    asked = 0

    def read(self, size: int | None = -1, /) -> bytes:
        found = super().read(size)
        self.asked += len(found)
        return found

    def readinto(self, buffer: Any, /) -> int:
        count = super().readinto(buffer)
        self.asked += count
        return count


def post(app: Flask, data: bytes, **more: Any) -> tuple[int, Sent]:
    body = Sent(data)
    # Without a length, as of a body in chunks: the server knows its end alone.
    environ = {"wsgi.input": body, "wsgi.input_terminated": True, **more}
    answer = app.test_client().post("/api/conversations", environ_overrides=environ)
    return answer.status_code, body


def test_of_a_body_that_is_too_large_no_more_is_read_than_what_is_taken(
    make_app: MakeApp, settings: Settings
) -> None:
    app = make_app(settings.model_copy(update={"max_upload_bytes": MEGABYTE}))
    status, body = post(app, b"[" * 8 * MEGABYTE)
    assert status == 413
    assert body.asked < 2 * MEGABYTE
    status, body = post(app, b"[" * 8 * MEGABYTE, CONTENT_LENGTH=str(8 * MEGABYTE))
    assert (status, body.asked) == (413, 0)


def test_lines_that_a_worker_reads_are_never_in_memory_as_a_whole(
    waiting_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sent, "MOST_PASTED", MEGABYTE)  # up to there it may be a paste with keys in it
    data = chat_lines(300, ": what stands in which file?" * 1_000)
    assert len(data) > 8 * MEGABYTE
    tracemalloc.start()
    try:
        status, body = post(waiting_app, data, CONTENT_LENGTH=str(len(data)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (status, body.asked) == (202, len(data))
    assert peak < len(data)
