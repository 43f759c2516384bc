"""The real server, as a process of its own: many clients at once, that stop in the middle, that ask for much.

`python -m bench.reliability` does the same with more of them.
"""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from bench.crowding import crowd, health_beside, health_beside_long_work, running
from bench.made_up import upload

pytestmark = pytest.mark.thorough  # each is a server of its own, and most are measured
BUSY = 0.5
"""Seconds: other work of the machine may hold up a server that answers within less."""


def test_all_of_many_clients_are_answered(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'crowd.db'}") as port:
        found = crowd(port, clients=8, each=6)
    assert found.asked == 96
    assert found.is_clean, str(found)


def test_the_server_is_well_while_uploads_stall(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'stalled.db'}") as port:
        took = health_beside(port, stalled=200, looks=7)
    assert sorted(took)[len(took) // 2] < BUSY  # half of them: other work of this machine may hold one up


def test_more_connections_are_held_than_select_can_watch(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'held.db'}") as port, room_for_files(2_000):
        took = health_beside(port, stalled=1_100, looks=3, sent=1)
    assert len(took) == 3


@contextmanager
def room_for_files(count: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = soft == resource.RLIM_INFINITY or soft >= count
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft if enough else count, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_server_is_well_while_many_ask_for_long_work(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'long.db'}") as port:
        found = health_beside_long_work(port, upload(1_500), askers=16)
    assert sorted(found.health)[len(found.health) // 2] < BUSY
    assert found.answers.keys() <= {200, 503}
    assert found.answers[200] > 0
