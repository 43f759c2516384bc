"""Pictures and files of a log: shown as what their bytes are, never run, never fetched from elsewhere."""

import base64
import json
import re
import struct
import zlib
from typing import Any

from crosswire.model import MediaPart
from flask.testing import FlaskClient
from tests.selection import for_each
from tests.webapp.markup import elements, text
from webapp.readmodel.media_facts import MOST_PIXELS, dimensions, is_shown, media_facts, type_of

SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
GIF = b"GIF89a" + struct.pack("<HH", 7, 5) + b"\x00" * 8
JPEG = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x00\x10\x00\x20\x01\x01\x11\x00"
WEBP = b"RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00" + b"\x1f\x00\x00\x0f\x00\x00"


OUT = "noreferrer noopener nofollow"


def png(width: int = 3, height: int = 2) -> bytes:
    """A black picture; only its head is as large as it says where that is very large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"" if width > 1_000 else (b"\x00" + b"\x00\x00\x00" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def base64_of(data: bytes) -> str:
    return base64.b64encode(data).decode()


def image(data: bytes | str, mime_type: str = "image/png") -> dict[str, Any]:
    source = {"type": "base64", "media_type": mime_type}
    return {"type": "image", "source": {**source, "data": data if isinstance(data, str) else base64_of(data)}}


def slug_of(client: FlaskClient, *blocks: dict[str, Any], body: bytes | None = None) -> str:
    message = {"role": "user", "content": [*blocks, {"type": "text", "text": "What is it?"}]}
    log = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [message]}
    answer = client.post("/api/conversations", data=body or json.dumps(log).encode())
    slug: str = answer.json["slug"]
    return slug


def links(page: str) -> list[str]:
    return [attributes["src"] for tag, attributes in elements(page) if tag == "img" and attributes["src"]]


def downloads(page: str) -> list[str]:
    return re.findall(r'href="([^"]+)\?download"', page)


def test_a_picture_is_served_with_its_own_type_and_may_run_nothing(client: FlaskClient) -> None:
    page = client.get(f"/c/{slug_of(client, image(png()))}?pane=original").text
    [(_, picture)] = [one for one in elements(page) if one[0] == "img"]
    assert (picture["width"], picture["height"], picture["loading"]) == ("3", "2", "lazy")
    assert picture["alt"] == f"Picture: image/png, {len(png())} bytes"
    answer = client.get(picture["src"])
    assert answer.data == png()
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox; frame-ancestors 'none'"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Disposition"].startswith("inline;")
    assert client.get(f"{picture['src']}?download").headers["Content-Disposition"].startswith("attachment;")


@for_each(
    ("data", "mime_type"),
    [(SVG, "image/svg+xml"), (SVG, "image/png"), (b"%PDF-1.4", "application/pdf"), (b"<html>", "text/html")],
)
def test_what_is_no_such_picture_is_only_a_file_to_keep(
    client: FlaskClient, data: bytes, mime_type: str
) -> None:
    page = client.get(f"/c/{slug_of(client, image(data, mime_type))}?pane=original").text
    assert not links(page)
    [link] = downloads(page)
    answer = client.get(link)
    assert answer.data == data
    assert answer.headers["Content-Type"] == "application/octet-stream"
    assert answer.headers["Content-Disposition"].startswith("attachment;")


def test_lies_about_a_type_and_broken_bytes_are_told(client: FlaskClient) -> None:
    slug = slug_of(
        client, image(GIF), image(b"\x00nothing"), image("!!!"), image(""), image(png(60_000, 60_000))
    )
    page = client.get(f"/c/{slug}?pane=original").text
    seen = text(page)
    assert "called image/png, but its bytes are image/gif" in seen
    assert "called image/png, but its bytes are not" in seen
    assert "this is no base64" in seen
    assert "60000 × 60000 pixels" in seen
    assert [client.get(link).headers["Content-Type"] for link in links(page)] == ["image/gif"]


def test_pictures_of_results_and_of_renderings_lead_to_the_bytes_in_the_upload(client: FlaskClient) -> None:
    call = {"type": "tool_use", "id": "toolu_1", "name": "shot", "input": {}}
    result = {
        "type": "tool_result",
        "tool_use_id": "toolu_1",
        "content": [image(png()), image(GIF, "image/gif")],
    }
    log = {
        "model": "claude-sonnet-4-5",
        "max_tokens": 9,
        "messages": [
            {"role": "user", "content": "Look."},
            {"role": "assistant", "content": [call]},
            {"role": "user", "content": [result]},
        ],
    }
    slug = slug_of(client, body=json.dumps(log).encode())
    client.get(f"/c/{slug}/as/gemini.json")
    for target in ("original", "gemini", "openai-chat", "openai-responses"):
        client.get(f"/api/conversations/{slug}/as/{target}")
        page = client.get(f"/c/{slug}/row/3?pane={target}").text
        assert [client.get(link).data for link in links(page)] == [png(), GIF], target


@for_each("shape", ["data url", "python", "lines", "text"])
def test_the_bytes_are_found_in_every_shape_of_upload(client: FlaskClient, shape: str) -> None:
    url = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{base64_of(png())}"}}
    log: Any = {
        "model": "gpt-5",
        "messages": [{"role": "user", "content": [{"type": "text", "text": "?"}, url]}],
    }
    body = {
        "data url": json.dumps(log).encode(),
        "python": repr(log).encode(),
        "lines": json.dumps(log).encode() + b"\n" + json.dumps(log).encode(),
        "text": json.dumps(json.dumps(log)).encode(),
    }[shape]
    answer = client.post("/api/conversations", data=body)
    slug = answer.json["conversations"][-1]["slug"]
    [link] = links(client.get(f"/c/{slug}?pane=original").text)
    assert client.get(link).data == png()


def test_nothing_else_is_served(client: FlaskClient) -> None:
    slug, other = slug_of(client, image(png())), slug_of(client, image(GIF, "image/gif"))
    [link] = links(client.get(f"/c/{slug}?pane=original").text)
    key = link.rsplit("/", 1)[1]
    for wrong in (
        link.replace(slug, other),
        link.replace(key, "0" * 20),
        link.replace(key, "..%2f.."),
        f"/c/{slug}/media/99999/{key}",
        f"/c/{'a' * 22}/media/1/{key}",
    ):
        assert client.get(wrong).status_code == 404, wrong


def test_an_address_elsewhere_is_shown_and_never_loaded(client: FlaskClient) -> None:
    urls = ["https://img.example/a.png", "javascript:alert(1)", "https://img.example/\u202egpj.exe"]
    blocks = [{"type": "image", "source": {"type": "url", "url": url}} for url in urls]
    page = client.get(f"/c/{slug_of(client, *blocks)}?pane=original").text
    assert not links(page)
    assert "https://img.example/\\u202egpj.exe" in text(page)
    hrefs = [attributes["href"] for tag, attributes in elements(page) if attributes.get("rel") == OUT]
    assert hrefs == [urls[0]]


@for_each(
    ("data", "type", "size"),
    [
        (png(), "image/png", (3, 2)),
        (GIF, "image/gif", (7, 5)),
        (JPEG, "image/jpeg", (32, 16)),
        (WEBP, "image/webp", (32, 16)),
        (b"%PDF-1.7", "application/pdf", (0, 0)),
        (b"\xff\xd8\xff\xe0\x00\x00" * 9, "image/jpeg", (0, 0)),
        (b"\x89PNG\r\n\x1a\n", "image/png", (0, 0)),
    ],
)
def test_the_first_bytes_tell_what_it_is(data: bytes, type: str, size: tuple[int, int]) -> None:
    assert type_of(data) == type
    assert dimensions(data, type) == size


def test_a_picture_that_no_browser_has_room_for_is_not_shown() -> None:
    facts = [
        media_facts(MediaPart(address="0:/a", raw=data, media="image", mime_type="image/png", given=data))
        for data in (base64_of(png(9_000, 9_000)), base64_of(png(900, 900)))
    ]
    assert [one is not None and is_shown(one) for one in facts] == [False, True]
    assert MOST_PIXELS < 9_000 * 9_000


def test_base64_of_the_other_alphabet_without_padding_is_read() -> None:
    data = base64.urlsafe_b64encode(b"\xfb\xff\xfe" + GIF).decode().rstrip("=")
    facts = media_facts(MediaPart(address="0:/a", raw={"x": [data]}, media="image", given=data))
    assert facts is not None
    assert (facts["size"], facts["at"]) == (len(GIF) + 3, "0:/a/x/0")
