"""As much of S3 as Crosswire asks for, in memory: put, head, get of a range, delete, list."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

LONG_AGO = "2026-01-01T00:00:00.000Z"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    objects: dict[str, bytes]

    @property
    def _key(self) -> str:
        return unquote(urlsplit(self.path).path).lstrip("/")

    def do_PUT(self) -> None:
        self.objects[self._key] = self.rfile.read(int(self.headers["Content-Length"]))
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
        """Delete the keys that the body names."""
        asked = self.rfile.read(int(self.headers["Content-Length"])).decode()
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
