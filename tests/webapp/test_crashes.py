"""Processes that are killed at random moments, and copies of a database that is being written.

`python -m bench.reliability` does the same more often.
"""

import os
import sys
from pathlib import Path

import pytest
from bench.crashing import Copies, Found, copy_often, kill_often
from bench.mishaps import QUEUED, Migrated, ReadOnly, jump_often, migrate_often, read_only_often
from tests.selection import tries

# What is killed when hangs on the clock, which a busy machine moves.
pytestmark = pytest.mark.thorough
RUNS, COPIES = tries(4, thorough=20), tries(3, thorough=12)


def assert_clean(found: Found | Copies | Migrated | ReadOnly) -> None:
    assert found.is_clean, str(found)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_nothing_acknowledged_is_lost_when_processes_are_killed(tmp_path: Path) -> None:
    found = kill_often(f"sqlite:///{tmp_path / 'killed.db'}", runs=RUNS, seed=7, tell=lambda _: None)
    assert_clean(found)
    assert found.runs == RUNS
    assert found.acknowledged >= RUNS
    assert found.queued > 0
    assert min(found.killed.values()) > 0


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_nothing_acknowledged_is_lost_on_postgresql_either(postgres_database_url: str) -> None:
    found = kill_often(postgres_database_url, runs=3, seed=8, tell=lambda _: None)
    assert_clean(found)
    assert found.acknowledged >= 3


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_nothing_is_lost_when_processes_are_killed_and_the_clock_jumps(tmp_path: Path) -> None:
    found = jump_often(f"sqlite:///{tmp_path / 'killed.db'}", runs=RUNS // 2, seed=1, tell=lambda _: None)
    assert_clean(found)
    assert found.acknowledged > 0


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_nothing_is_lost_when_a_migration_is_killed(tmp_path: Path) -> None:
    found = migrate_often(tmp_path, runs=RUNS, seed=2, left={})
    assert_clean(found)
    assert found.uploads == RUNS * 2 * QUEUED


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root mounts")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_nothing_is_lost_while_nothing_can_be_kept(tmp_path: Path) -> None:
    found = read_only_often(tmp_path, runs=RUNS // 2, seed=3, tell=lambda _: None)
    assert_clean(found)
    assert found.answers[507] > 0


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_copies_of_a_database_that_is_written_are_whole(tmp_path: Path) -> None:
    found = copy_often(tmp_path, copies=COPIES, seed=9)
    assert_clean(found)
    assert found.copies == COPIES
