"""Many clients of one server at once: many that stop in an upload, many that ask for long work."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from statistics import quantiles

LEAST_LOOKS = 20
BOMB_SECONDS = 20.0
HEALTHY = 0.2
"""Seconds in which a server answers that it is well."""


@contextmanager
def running(url: str, **settings: str) -> Iterator[int]:
    """`crosswire serve` as a process of its own; its port."""
    env = os.environ | {"CROSSWIRE_DATABASE_URL": url, "CROSSWIRE_WORKERS": "0", **settings}
    server = subprocess.Popen(
        [sys.executable, "-m", "crosswire", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env=env,
    )
    assert server.stdout
    try:
        yield int(server.stdout.readline().rpartition(":")[2])
    finally:
        server.terminate()
        server.communicate(timeout=30)


@dataclass
class Crowd:
    """What many clients were answered."""

    answers: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    asked: int = 0

    @property
    def is_clean(self) -> bool:
        return self.answers == Counter({200: self.asked // 2, 201: self.asked // 2})

    def __str__(self) -> str:
        good = self.answers[200] + self.answers[201]
        slowest = quantiles(self.seconds, n=100)[-1]
        others = {status: count for status, count in self.answers.items() if status not in (200, 201)}
        return f"{good:,} of {self.asked:,} answered, 99 of 100 in {slowest:.2f} s" + (
            f"; others: {others}" if others else ""
        )


def crowd(port: int, clients: int, each: int) -> Crowd:
    """So many clients at once, each uploading and looking at what it uploaded so many times."""
    found = Crowd(asked=2 * clients * each)

    def one(client: int) -> None:
        for number in range(each):
            data = json.dumps({"messages": [{"role": "user", "content": f"I am {client}, {number}"}]})
            status, body = _timed(found, port, "POST", "/api/conversations", data)
            if status == 201:
                _timed(found, port, "GET", f"/c/{json.loads(body)['slug']}")

    with ThreadPoolExecutor(clients) as threads:
        list(threads.map(one, range(clients)))
    return found


def _timed(found: Crowd, port: int, method: str, path: str, data: str | None = None) -> tuple[int, bytes]:
    began = time.monotonic()
    status, body = ask(port, method, path, data)
    found.seconds.append(time.monotonic() - began)
    found.answers[status] += 1
    return status, body


def ask(port: int, method: str, path: str, data: str | bytes | None = None) -> tuple[int, bytes]:
    """What a server answers; status 0 where it does not."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, body=data)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except OSError:
        return 0, b""
    finally:
        connection.close()


def health_beside(port: int, stalled: int, looks: int, sent: int = 50_000) -> list[float]:
    """How long `/healthz` takes while so many clients have sent some bytes of an upload and no more."""
    head = b"POST /api/conversations HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
    with ExitStack() as opened:
        for _ in range(stalled):
            connection = opened.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20))
            connection.sendall(head + b"x" * sent)
        return [_health(port) for _ in range(looks)]


@dataclass
class LongWork:
    """What a server answered that was asked for the verdicts of a large log many times at once."""

    health: list[float]
    """Seconds that `/healthz` took meanwhile."""
    answers: Counter[int]

    @property
    def is_clean(self) -> bool:
        return max(self.health) < HEALTHY and self.answers.keys() <= {200, 503} and self.answers[200] > 0

    def __str__(self) -> str:
        return (
            f"{self.answers[200]} answered, {self.answers[503]} told to ask again; "
            f"/healthz within {max(self.health):.3f} s, each of {len(self.health)} times"
        )


def health_beside_long_work(port: int, log: bytes, askers: int) -> LongWork:
    """How long `/healthz` takes while so many clients ask at once for the verdicts of a log."""
    _, kept = ask(port, "POST", "/api/conversations", log)
    path = f"/api/conversations/{json.loads(kept)['slug']}/verdicts"
    health: list[float] = []
    with ThreadPoolExecutor(askers) as pool:
        asked = [pool.submit(ask, port, "GET", path) for _ in range(askers)]
        while not all(one.done() for one in asked):
            health.append(_health(port))
            time.sleep(0.2)
        return LongWork(health, Counter(one.result()[0] for one in asked))


EXPENSIVE = ("/c/{}/print", "/api/conversations/{}/verdicts", "/c/{}/as/gemini.json", "/c/{}/repair")
CHECKS = ("/healthz", "/readyz")


def checks_beside_everything(port: int, log: bytes, askers: int, held: int) -> LongWork:
    """How long the checks take while so many clients ask for expensive pages of a log and so many
    connections are held open in the middle of a request."""
    _, kept = ask(port, "POST", "/api/conversations", log)
    slug = json.loads(kept)["slug"]
    while ask(port, "GET", f"/api/conversations/{slug}")[0] == 202:
        time.sleep(0.5)
    head = b"POST /api/conversations HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nx"
    health: list[float] = []
    with ExitStack() as opened, ThreadPoolExecutor(askers) as pool:
        paths = [EXPENSIVE[number % len(EXPENSIVE)].format(slug) for number in range(askers)]
        asked = [pool.submit(ask, port, "GET", path) for path in paths]
        for _ in range(held):
            connection = opened.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            connection.sendall(head)
        while not all(one.done() for one in asked) or len(health) < LEAST_LOOKS:
            health += [_health(port, check) for check in CHECKS]
            time.sleep(0.05)
        return LongWork(health, Counter(one.result()[0] for one in asked))


SAID, SLIPPED = b'{"role": "user", "content": "a"},', b"{role: 'user', content: 'a'},\n"
BOMBS: dict[str, Callable[[int], bytes]] = {
    "JSON, open": lambda size: b"[" * size,
    "JSON, many keys": lambda size: b'{"messages": [{' + b'"a": 1,' * (size // 7) + b'"b": 1}]}',
    "JSON, parts": lambda size: b'{"messages": [' + SAID * (size // 33) + b"{}]}",
    "JSON with slips": lambda size: b'{"messages": [' + SLIPPED * (size // 30) + b"]}",
    "JSON Lines": lambda size: b'{"messages": [{"role": "user", "content": "a"}]}\n' * (size // 49),
    "event stream": lambda size: b'data: {"type": "ping"}\n\n' * (size // 24),
    "Python literal": lambda size: b"{'messages': [" + b"('a', None), " * (size // 13) + b"]}",
    "quotes": lambda size: b"{'messages':" + b"'\\" * (size // 2),
    "gzip": lambda size: gzip.compress(bytes(size)),
}


def checks_beside_bombs(port: int, size: int) -> Iterator[tuple[str, int, LongWork]]:
    """How long the checks take while an upload of each kind is sent and read, for at most `BOMB_SECONDS`."""
    for name, made in BOMBS.items():
        data, health = made(size), list[float]()
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(ask, port, "POST", "/api/conversations", data)
            while not asked.done() or len(health) < LEAST_LOOKS:
                health += [_health(port, check) for check in CHECKS]
                time.sleep(0.05)
            status, body = asked.result()
        end = time.monotonic() + BOMB_SECONDS
        while status == 202 and time.monotonic() < end:
            health += [_health(port, check) for check in CHECKS]
            time.sleep(0.1)
            state = ask(port, "GET", f"/api/conversations/{json.loads(body)['slug']}")
            if state[0] != 202 or b'"failed"' in state[1]:
                break
        yield name, len(data), LongWork(health, Counter([status]))


def _health(port: int, path: str = "/healthz") -> float:
    """Seconds that a check takes."""
    began = time.monotonic()
    status, _ = ask(port, "GET", path)
    assert status in (200, 503), status
    return time.monotonic() - began
