"""As much of S3 as Crosswire asks for, in memory: put, also in pieces, head, get of a range, delete, list."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from typing import BinaryIO
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

LONG_AGO = "2026-01-01T00:00:00.000Z"


def _unchunked(text: BinaryIO) -> bytes:
    pieces = []
    while size := int(text.readline().partition(b";")[0], 16):
        pieces.append(text.read(size))
        text.readline()
    return b"".join(pieces)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    objects: dict[str, bytes]

    @property
    def _key(self) -> str:
        return unquote(urlsplit(self.path).path).lstrip("/")

    @property
    def _options(self) -> dict[str, list[str]]:
        return parse_qs(urlsplit(self.path).query, keep_blank_values=True)

    def _body(self) -> bytes:
        """What was sent. Pieces that each tell their size may stand in others that do; behind the last
        one a checksum may stand."""
        if self.headers.get("Transfer-Encoding") == "chunked":
            data = _unchunked(self.rfile)
            self.rfile.readline()
        else:
            data = self.rfile.read(int(self.headers["Content-Length"]))
        is_packed = "aws-chunked" in self.headers.get("Content-Encoding", "")
        return _unchunked(BytesIO(data)) if is_packed else data

    def do_PUT(self) -> None:
        number = self._options.get("partNumber", [""])[0]
        place = f"{self._key} {int(number):06}" if number else self._key
        self.objects[place] = self._body()
        self._answer(200)

    def do_GET(self) -> None:
        if "list-type=2" in self.path:
            self._list()
        elif self._key not in self.objects:
            self._answer(404, b"<Error><Code>NoSuchKey</Code></Error>")
        else:
            data = self.objects[self._key]
            start, end = map(int, re.findall(r"\d+", self.headers["Range"]))
            end = min(end + 1, len(data))
            self._answer(206, data[start:end], f"bytes {start}-{end - 1}/{len(data)}")

    def do_HEAD(self) -> None:
        found = self.objects.get(self._key)
        self._answer(404 if found is None else 200, length=len(found or b""))

    def do_POST(self) -> None:
        asked = self._body().decode()
        if "delete" in self._options:
            self._delete(asked)
        elif "uploads" in self._options:
            self._answer(200, self._result("InitiateMultipartUpload", "<UploadId>1</UploadId>"))
        else:
            pieces = sorted(name for name in self.objects if name.startswith(f"{self._key} "))
            self.objects[self._key] = b"".join(map(self.objects.pop, pieces))
            self._answer(200, self._result("CompleteMultipartUpload", '<ETag>"x"</ETag>'))

    def _result(self, of: str, told: str) -> bytes:
        return f"<{of}Result>{told}</{of}Result>".encode()

    def _delete(self, asked: str) -> None:
        """Delete the keys that the body names."""
        bucket = self._key.partition("/")[0]
        keys = re.findall("<Key>(.*?)</Key>", asked)
        for key in keys:
            self.objects.pop(f"{bucket}/{key}", None)
        deleted = "".join(f"<Deleted><Key>{key}</Key></Deleted>" for key in keys)
        self._answer(200, f"<DeleteResult>{deleted}</DeleteResult>".encode())

    def _list(self) -> None:
        bucket = self._key.partition("/")[0]
        (prefix,) = parse_qs(urlsplit(self.path).query).get("prefix", [""])
        entries = "".join(
            f"<Contents><Key>{escape(key.partition('/')[2])}</Key><Size>{len(data)}</Size>"
            f'<LastModified>{LONG_AGO}</LastModified><ETag>"x"</ETag></Contents>'
            for key, data in self.objects.items()
            if key.startswith(f"{bucket}/{prefix}")
        )
        count = entries.count("<Key>")
        found = f"<IsTruncated>false</IsTruncated><KeyCount>{count}</KeyCount>{entries}"
        self._answer(200, f"<ListBucketResult>{found}</ListBucketResult>".encode())

    def _answer(
        self,
        status: int,
        body: bytes = b"",
        content_range: str | None = None,
        length: int | None = None,
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.send_header("ETag", '"x"')
        self.send_header("Last-Modified", formatdate(0, usegmt=True))
        if content_range is not None:
            self.send_header("Content-Range", content_range)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def small_s3() -> Iterator[tuple[str, dict[str, bytes]]]:
    """Its address, and what is in it."""
    objects: dict[str, bytes] = {}
    handler = type("Handler", (_Handler,), {"objects": objects})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", objects
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
