"""What the server itself answers, to requests that never reach the app: it has the same
headers."""

from __future__ import annotations

from waitress.task import ErrorTask  # type: ignore[import-untyped]

from webapp.security import CACHED_NOWHERE, HEADERS

ALONE = "default-src 'none'; frame-ancestors 'none'"
"""The content security policy of an answer that is a line of text."""


class Refusal(ErrorTask):  # type: ignore[misc]
    """The answer to a request line that is none, to headers that are too large."""

    def execute(self) -> None:
        headers = {
            **HEADERS,
            "Content-Security-Policy": ALONE,
            "Cache-Control": CACHED_NOWHERE,
        }
        self.response_headers.extend(headers.items())
        super().execute()
