"""What tests of shares keep, make and look at."""

from __future__ import annotations

import io
import re
from typing import Any

from flask.testing import FlaskClient

FORM = {"mask": "1", "days": "7", "named": "1", "only": "upload"}


def keep(client: FlaskClient, data: bytes, name: str = "log.json") -> str:
    """Upload as a browser does; the slug of the first conversation."""
    answer = client.post("/", data={"file": (io.BytesIO(data), name)})
    assert answer.status_code == 303, answer.text
    return answer.location.removeprefix("/c/")


def share(client: FlaskClient, slug: str, **changes: str) -> tuple[str, str]:
    """Share as the dialog does; the link and what the page says."""
    fields = {name: value for name, value in (FORM | changes).items() if value}
    answer = client.post(f"/c/{slug}/share", data=fields)
    assert answer.status_code == 200, answer.text
    link = re.search(r'id="read-link" readonly value="([^"]*)"', answer.text)
    assert link
    return link[1].replace("&amp;", "&").removeprefix("http://localhost"), answer.text


def slug_in(link: str) -> str:
    found = re.search(r"/(?:c|manage)/([\w-]{22})", link)
    assert found
    return found[1]


def shared(client: FlaskClient, slug: str, **changes: str) -> str:
    """The slug of a new copy."""
    return slug_in(share(client, slug, **changes)[0])


def api_share(client: FlaskClient, slug: str, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/conversations/{slug}/share", json=body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json
    return found


def original(client: FlaskClient, slug: str) -> bytes:
    answer = client.get(f"/c/{slug}/original")
    assert answer.status_code == 200
    return answer.data
