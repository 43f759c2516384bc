"""`python -m bench.alternatives.servers`: what servers do that the web app needs of one.

They are in bench/alternatives/requirements.txt; what is not installed is left out.
"""

from __future__ import annotations

import http.client
import os
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

import click

from bench.alternatives.asking import LIMIT, LONGEST, Served, log, request, served, upload
from bench.alternatives.serving import THREADS

DISTRIBUTIONS = {"ours": "waitress"}
NAMES = ("ours", "waitress", "gunicorn", "cheroot", "granian", "hypercorn", "uvicorn")
MEGABYTE = 1024 * 1024
HELD = 1_100
"""Connections that are held open by slow clients."""
ODD = {
    "two framings": "Content-Length: 5\nTransfer-Encoding: chunked\n\n0\n\n",
    "two lengths": "Content-Length: 0\nContent-Length: 5\n\nhello",
    "a negative length": "Content-Length: -1\n\n",
    "a length with a sign": "Content-Length: +5\n\nhello",
    "chunked twice": "Transfer-Encoding: chunked\nTransfer-Encoding: chunked\n\n0\n\n",
    "another encoding": "Transfer-Encoding: gzip\n\n",
    "chunked, not last": "Transfer-Encoding: chunked, gzip\n\n0\n\n",
    "a space before the colon": "Content-Length : 5\n\nhello",
    "a chunk size that is none": "Transfer-Encoding: chunked\n\nzz\nhello\n0\n\n",
    "a chunk that is longer than it says": "Transfer-Encoding: chunked\n\n2\nhello\n0\n\n",
    "headers of 300 KB": f"X: {'x' * 300_000}\n\n",
}
"""Requests that a server must refuse: proxies read some of them in another way."""
Check = Callable[["Served"], str]


def answered(found: tuple[int, bytes, float]) -> str:
    status, answer, took = found
    if status < 1:
        return f"no answer in {LONGEST:.0f} s" if status == 0 else "cut off"
    ours = "" if b"nosniff" in answer.lower() else ", the server's own words"
    return f"{status}{ours} ({took:.2f} s)"


def told_too_long(server: Served) -> str:
    return answered(server.ask(upload("Content-Length: 100000000000\n")))


def sent_too_long(server: Served) -> str:
    data = log(110 * MEGABYTE)
    return answered(server.ask(upload(f"Content-Length: {len(data)}\n"), data)) + _stored(server)


def sent_in_chunks(server: Served) -> str:
    piece = b"%x\r\n%b\r\n" % (MEGABYTE, b"x" * MEGABYTE)
    found = server.ask(upload("Transfer-Encoding: chunked\n"), piece * 110 + b"0\r\n\r\n")
    return answered(found) + _stored(server)


def _stored(server: Served) -> str:
    return f", at most {memory(server.process.pid, 'VmHWM')} MB"


def asks_first(server: Served) -> str:
    """What clients are told that ask first: with too much to send, and with little."""
    found = []
    for data in (log(3 * LIMIT), log(100)):
        connection = server.connect(2)
        connection.sendall(upload(f"Content-Length: {len(data)}\nExpect: 100-continue\n"))
        try:
            found.append(connection.recv(64).split()[1].decode())
        except (OSError, IndexError):
            found.append("nothing")
    return f"{found[0]} / {found[1]}"


def chunked(server: Served) -> str:
    data = log(200)
    return answered(
        server.ask(
            upload("Transfer-Encoding: chunked\n"),
            b"%x\r\n%b\r\n0\r\n\r\n" % (len(data), data),
        )
    )


def odd_requests(server: Served) -> str:
    """How many odd requests are refused, how many of these with our headers, and which not."""
    refused = protected = 0
    taken = []
    for name, headers in ODD.items():
        head, _, body = headers.partition("\n\n")
        text = upload(head + "\n\n") + body.replace("\n", "\r\n").encode()
        status, answer, _ = server.ask(text)
        if status in (400, 411, 413, 431, 501):
            refused += 1
            protected += b"nosniff" in answer.lower()
        else:
            taken.append(f"{name}: {status if status > 0 else 'hangs up' if status else 'no answer'}")
    return f"{refused} of {len(ODD)}, {protected} with our headers" + "".join(f"; {one}" for one in taken)


def stalled_bodies(server: Served) -> str:
    return _stalled(server, 200, upload("Content-Length: 100000\n") + b"x" * 50_000)


def held_bodies(server: Served) -> str:
    return _stalled(server, HELD, upload("Content-Length: 1000\n") + b"{")


def held_headers(server: Served) -> str:
    return _stalled(server, HELD, upload("Content-Length: 1000")[:-2])


def _stalled(server: Served, count: int, sent: bytes) -> str:
    """`/healthz` while so many have sent the beginning of a request."""
    for _ in range(count):
        with suppress(OSError):
            server.connect(2).sendall(sent)
    took = [server.health() for _ in range(3)]
    return f"{max(took):.2f} s" if max(took) < LONGEST else f"no answer in {LONGEST:.0f} s"


def when_dropped(server: Served) -> str:
    """When who stalls is hung up on."""
    began, connection = time.monotonic(), server.connect(100)
    connection.sendall(upload("Content-Length: 1000\n") + b"{")
    with suppress(OSError):
        connection.recv(100)
    took = time.monotonic() - began
    return f"after {took:.0f} s" if took < 99 else "not within 100 s"


def busy_threads(server: Served) -> str:
    """`/healthz` while each thread answers a long request."""
    with ThreadPoolExecutor(THREADS) as pool:
        asked = [pool.submit(server.ask, request("GET", "/robots.txt")) for _ in range(THREADS - 1)]
        server.until(lambda: server.begun() == THREADS - 1)
        one_left = server.health()
        asked.append(pool.submit(server.ask, request("GET", "/robots.txt")))
        server.until(lambda: server.begun() == THREADS)
        begun, none_left = server.begun(), server.health()
        (server.folder / "go").touch()
        wait(asked)
    shown = [f"{took:.2f} s" if took < LONGEST else "no answer" for took in (one_left, none_left)]
    return f"{shown[0]} / {shown[1]} ({begun} at once)"


def gone_client(server: Served) -> str:
    """After how many of 200 lines the app learns that its client has gone."""
    connection = server.connect()
    connection.sendall(request("GET", "/rules/"))
    connection.recv(10)
    connection.close()
    if not server.until((server.folder / "lines").exists, 10):
        return "never"
    return (server.folder / "lines").read_text() + " of 200 lines"


def stop_under_way(server: Served) -> str:
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(server.ask, request("GET", "/robots.txt"))
        server.until(lambda: server.begun() > 0)
        server.process.send_signal(signal.SIGTERM)
        closed = server.until(server.refuses, 2)
        (server.folder / "go").touch()
        status, answer, _ = asked.result()
    whole = status == 200 and len(answer) > 5_000_000
    answer_is = "answered" if whole else "cut off"
    return f"{answer_is}{'' if closed else ', takes new ones'}, {_ended(server)}"


def stop_half_sent(server: Served) -> str:
    data, connection = log(500), server.connect()
    connection.sendall(upload(f"Content-Length: {len(data)}\n") + data[:100])
    server.health()
    server.process.send_signal(signal.SIGTERM)
    server.until(server.refuses, 2)
    try:
        connection.sendall(data[100:])
        status = (connection.recv(100).split() or [b"", b"cut off"])[1].decode()
    except OSError:
        status = "cut off"
    return f"{status}, {_ended(server)}"


def stop_stuck(server: Served, *, again: bool) -> str:
    """A request that does not end, and one signal or two."""
    with ThreadPoolExecutor(1) as pool:
        asked: Future[tuple[int, bytes, float]] = pool.submit(server.ask, request("GET", "/robots.txt"))
        server.until(lambda: server.begun() > 0)
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        if again:
            server.process.send_signal(signal.SIGTERM)
        ended = _ended(server)
        asked.cancel()
    return ended


def stop_idle(server: Served) -> str:
    for _ in range(50):
        connection = server.connect()
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        connection.recv(1000)
    server.process.send_signal(signal.SIGTERM)
    return _ended(server)


def _ended(server: Served) -> str:
    """How and when it ends, or that it does not."""
    began = time.monotonic()
    try:
        code = server.process.wait(8)
    except subprocess.TimeoutExpired:
        return "runs on after 8 s"
    return f"ends with {code} after {time.monotonic() - began:.1f} s"


def cost(server: Served) -> str:
    """Memory at rest, CPU time of a short request, memory after large bodies."""
    at_rest = memory(server.process.pid, "VmRSS")
    before = cpu(server.process.pid)
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=LONGEST)) as connection:
        for _ in range(1_000):
            connection.request("GET", "/healthz")
            connection.getresponse().read()
    spent = cpu(server.process.pid) - before
    data = b"x" * (45 * MEGABYTE)
    for _ in range(3):
        server.ask(upload(f"Content-Length: {len(data)}\n"), data)
    return f"{at_rest} MB / {spent:.2f} ms / {memory(server.process.pid, 'VmHWM')} MB"


def tree(pid: int) -> Iterator[int]:
    yield pid
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            yield from tree(int(child))


def memory(pid: int, what: str) -> int:
    """Megabytes of a process and those that it started."""
    told = [Path(f"/proc/{one}/status").read_text() for one in tree(pid)]
    return sum(int(text.partition(f"{what}:")[2].split()[0]) for text in told) // 1024


def cpu(pid: int) -> float:
    """Seconds of CPU of a process and those that it started."""
    fields = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in tree(pid)]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


CHECKS: dict[str, tuple[Check, dict[str, float]]] = {
    "a length of 100 GB is told, nothing is sent": (told_too_long, {}),
    "110 MB are sent where 1 MB is the limit, then the answer is read": (sent_too_long, {}),
    "the same in chunks": (sent_in_chunks, {}),
    "`Expect: 100-continue`: 3 MB / 100 bytes": (asks_first, {}),
    "a small body in chunks": (chunked, {}),
    "odd requests that are refused": (odd_requests, {}),
    "`/healthz` with 200 half-sent bodies open": (stalled_bodies, {}),
    f"`/healthz` with {HELD:,} bodies open of which 1 byte came": (held_bodies, {}),
    f"`/healthz` with {HELD:,} half-sent headers open": (held_headers, {}),
    "a client that stalls is disconnected": (when_dropped, {}),
    f"`/healthz` while {THREADS - 1} / {THREADS} of {THREADS} threads are busy": (
        busy_threads,
        {},
    ),
    "the app learns that its client has gone": (gone_client, {}),
    "SIGTERM while a request is answered": (stop_under_way, {}),
    "SIGTERM while a body is half sent": (stop_half_sent, {}),
    "SIGTERM with 50 idle connections": (stop_idle, {}),
    "SIGTERM during a request without end, 1 s to finish": (
        partial(stop_stuck, again=False),
        {"seconds": 1},
    ),
    "a second SIGTERM 0.3 s later, 60 s to finish": (
        partial(stop_stuck, again=True),
        {"seconds": 60},
    ),
    "memory at rest / CPU of 1 request / memory after 3 x 45 MB": (
        cost,
        {"views": 0, "most": 50 * MEGABYTE},
    ),
}


def starts(name: str) -> str:
    took = []
    for _ in range(3):
        with served(name, views=False) as server:
            took.append(server.seconds_to_start)
    return f"{median(took):.1f} s"


@click.command()
@click.option(
    "--only",
    multiple=True,
    type=click.Choice(NAMES),
    help="One of the servers; may be repeated.",
)
@click.option("--check", default="", help="Only checks whose names hold this.")
def main(only: tuple[str, ...], check: str) -> None:
    """Ask each server for what the app needs, and print a table in Markdown."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
    names = [name for name in only or NAMES if _version(name)]
    click.echo(f"| | {' | '.join(f'{name} {_version(name)}' for name in names)} |")
    click.echo("|---|" + "---|" * len(names))
    for title, (measure, given) in CHECKS.items():
        if check in title:
            click.echo(f"| {title} | {' | '.join(_cell(name, measure, given) for name in names)} |")
    if check in "seconds to the first answer":
        click.echo(f"| seconds to the first answer | {' | '.join(map(starts, names))} |")


def _cell(name: str, measure: Check, given: dict[str, float]) -> str:
    most, views = int(given.get("most", LIMIT)), bool(given.get("views", True))
    with served(name, seconds=given.get("seconds", 5), views=views, most=most) as server:
        return measure(server)


def _version(name: str) -> str:
    try:
        return version(DISTRIBUTIONS.get(name, name))
    except PackageNotFoundError:
        return ""


if __name__ == "__main__":
    main(prog_name="python -m bench.alternatives.servers")
