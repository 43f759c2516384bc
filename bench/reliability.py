"""`python -m bench.reliability`: what is left when processes are killed, and what crowds are answered."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from bench.crashing import copy_often, kill_often
from bench.crowding import (
    HEALTHY,
    checks_beside_bombs,
    checks_beside_everything,
    crowd,
    health_beside,
    health_beside_long_work,
    running,
)
from bench.made_up import upload
from bench.mishaps import jump_often, migrate_often, read_only_often


@click.group()
def main() -> None:
    """Measure what docs/reports/reliability.md says."""


@main.command()
@click.option("--runs", default=200, show_default=True)
@click.option("--postgresql", is_flag=True, help="On a PostgreSQL of its own.")
@click.option("--seed", type=int, help="The same moments again, as far as a machine repeats itself.")
def kill(runs: int, postgresql: bool, seed: int | None) -> None:
    """Kill servers and workers at random moments, and look for every acknowledged upload."""
    chosen = secrets.randbits(32) if seed is None else seed
    click.echo(f"Seed {chosen}")
    with _database(postgresql) as url:
        found = kill_often(url, runs, chosen, click.echo)
    click.echo(str(found))
    _end(found.is_clean)


@main.command()
@click.option("--runs", default=200, show_default=True)
@click.option("--postgresql", is_flag=True, help="On a PostgreSQL of its own.")
def clock(runs: int, postgresql: bool) -> None:
    """The same while the clock jumps by hours and years."""
    with _database(postgresql) as url:
        found = jump_often(url, runs, secrets.randbits(32), click.echo)
    click.echo(str(found))
    _end(found.is_clean)


@main.command()
@click.option("--runs", default=200, show_default=True)
def migration(runs: int) -> None:
    """Kill starts that bring a database of an older schema up to date."""
    from tests.webapp.test_upgrades import RELEASED, left_by, users

    with TemporaryDirectory() as folder:
        left = {}
        for revision in RELEASED:
            (Path(folder) / revision).mkdir()
            file = left_by(revision, Path(folder) / revision)
            left[revision] = (file, {k: v.encode() for k, v in users(revision)["uploads"].items()})
        found = migrate_often(Path(folder), runs, secrets.randbits(32), left)
    click.echo(str(found))
    _end(found.is_clean)


@main.command("read-only")
@click.option("--runs", default=50, show_default=True)
def read_only(runs: int) -> None:
    """Kill what serves from storage that is only to be read for a while (Linux, as root)."""
    with TemporaryDirectory() as folder:
        found = read_only_often(Path(folder), runs, secrets.randbits(32), click.echo)
    click.echo(str(found))
    _end(found.is_clean)


@main.command()
@click.option("--copies", default=200, show_default=True)
def copy(copies: int) -> None:
    """Copy a database at random moments, and look into the copies."""
    with TemporaryDirectory() as folder:
        found = copy_often(Path(folder), copies, secrets.randbits(32))
    click.echo(str(found))
    _end(found.is_clean)


@main.command()
@click.option("--clients", default=32, show_default=True)
@click.option("--each", default=25, show_default=True)
@click.option("--postgresql", is_flag=True, help="On a PostgreSQL of its own.")
def load(clients: int, each: int, postgresql: bool) -> None:
    """Let many clients upload and look at once."""
    with _database(postgresql) as url, running(url) as port:
        found = crowd(port, clients, each)
    click.echo(str(found))
    _end(found.is_clean)


@main.command()
@click.option("--uploads", default=200, show_default=True)
def stall(uploads: int) -> None:
    """Let many clients stop in the middle of an upload, and ask how the server is."""
    with _database(postgresql=False) as url, running(url) as port:
        took = health_beside(port, uploads, looks=50)
    click.echo(f"{uploads} stalled uploads: /healthz within {max(took):.3f} s, each of {len(took)} times")
    _end(max(took) < HEALTHY)


@main.command()
@click.option("--messages", default=20_000, show_default=True)
@click.option("--askers", default=16, show_default=True)
def long(messages: int, askers: int) -> None:
    """Let many clients ask at once for the verdicts of a large log, and ask how the server is."""
    with _database(postgresql=False) as url, running(url) as port:
        found = health_beside_long_work(port, upload(messages), askers)
    click.echo(f"{askers} ask for the verdicts of {messages:,} messages: {found}")
    _end(found.is_clean)


@main.command()
@click.option("--messages", default=4_000, show_default=True)
@click.option("--askers", default=64, show_default=True)
@click.option("--held", default=1_500, show_default=True)
def checks(messages: int, askers: int, held: int) -> None:
    """Ask /healthz and /readyz beside expensive requests and connections that are held open."""
    with _database(postgresql=False) as url, running(url, CROSSWIRE_WORKERS="1") as port:
        found = checks_beside_everything(port, upload(messages), askers, held)
    click.echo(f"{askers} expensive requests, {held:,} held connections: {found}")
    _end(found.is_clean)


@main.command()
@click.option("--megabytes", default=50, show_default=True)
def bombs(megabytes: int) -> None:
    """Ask /healthz and /readyz while logs of each container are read that are dear to read."""
    slowest = 0.0
    with _database(postgresql=False) as url, running(url, CROSSWIRE_WORKERS="1") as port:
        for name, size, found in checks_beside_bombs(port, megabytes * 1024 * 1024 - 1024):
            slowest = max(slowest, *found.health)
            load = os.getloadavg()[0]
            click.echo(
                f"{name}, {size:,} bytes: answered {next(iter(found.answers))}; checks within "
                f"{max(found.health):.3f} s, each of {len(found.health)} times; load {load:.1f}"
            )
    _end(slowest < HEALTHY)


@contextmanager
def _database(postgresql: bool) -> Iterator[str]:
    with TemporaryDirectory(prefix="cw-", ignore_cleanup_errors=True) as folder:
        if not postgresql:
            yield f"sqlite:///{folder}/crosswire.db"
            return
        from tests import conftest

        programs = conftest.postgresql_programs()
        if programs is None:
            raise click.ClickException("There are no PostgreSQL server programs on this machine.")
        with conftest.postgresql(programs, Path(folder)) as url:
            yield url


def _end(clean: bool) -> None:
    raise SystemExit(0 if clean else 1)


if __name__ == "__main__":
    main(prog_name="python -m bench.reliability")
