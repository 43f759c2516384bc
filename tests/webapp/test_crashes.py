"""Processes that are killed at random moments, and copies of a database that is being written.

`python -m bench.reliability` does the same more often.
"""

from pathlib import Path

import pytest
from bench.crashing import Copies, Found, copy_often, kill_often
from tests.selection import tries

RUNS, COPIES = tries(4, thorough=20), tries(3, thorough=12)


def assert_clean(found: Found | Copies) -> None:
    assert found.is_clean, str(found)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_nothing_acknowledged_is_lost_when_processes_are_killed(tmp_path: Path) -> None:
    found = kill_often(f"sqlite:///{tmp_path / 'killed.db'}", runs=RUNS, seed=7, tell=lambda _: None)
    assert_clean(found)
    assert found.runs == RUNS
    assert found.acknowledged >= RUNS
    assert found.queued > 0
    assert min(found.killed.values()) > 0


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_nothing_acknowledged_is_lost_on_postgresql_either(postgres_database_url: str) -> None:
    found = kill_often(postgres_database_url, runs=3, seed=8, tell=lambda _: None)
    assert_clean(found)
    assert found.acknowledged >= 3


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_copies_of_a_database_that_is_written_are_whole(tmp_path: Path) -> None:
    found = copy_often(tmp_path, copies=COPIES, seed=9)
    assert_clean(found)
    assert found.copies == COPIES
