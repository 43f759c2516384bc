"""An app with a database of its own, a server on a free port, and a real PostgreSQL."""

import os
import pwd
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webapp import create_app
from webapp.cli import listen, make_server
from webapp.database import Database, Session
from webapp.settings import Settings

POSTGRESQL_PLACES = ("usr/lib/postgresql/*/bin/initdb", "opt/homebrew/opt/postgresql*/bin/initdb")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept", action="store_true", help="write what was found into the case files and docs/battery.md"
    )


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{tmp_path / 'crosswire.db'}")


MakeApp = Callable[[Settings], Flask]


@pytest.fixture
def make_app() -> Iterator[MakeApp]:
    """Makes apps, and closes their databases afterwards."""
    made: list[Flask] = []

    def make(settings: Settings) -> Flask:
        made.append(create_app(settings))
        return made[-1]

    yield make
    for app in made:
        database_of(app).engine.dispose()


@pytest.fixture
def app(make_app: MakeApp, settings: Settings) -> Flask:
    return make_app(settings)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def session(app: Flask) -> Iterator[Session]:
    with database_of(app).session() as session:
        yield session


def database_of(app: Flask) -> Database:
    database: Database = app.extensions["crosswire.database"]
    return database


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """The address of a server of its own in this process."""
    app = create_app(settings)
    listener = listen("127.0.0.1", 0)
    server = make_server(app, settings, listener)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.task_dispatcher.shutdown(timeout=1)
    with suppress(OSError):  # it may have ended by itself meanwhile
        server.trigger.pull_trigger(lambda: [one.close() for one in list(server._map.values())])
    thread.join(5)
    database_of(app).engine.dispose()


@pytest.fixture
def live_server(settings: Settings) -> Iterator[str]:
    with serving(settings) as address:
        yield address


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL of our own, on a socket in a temporary folder."""
    programs = postgresql_programs()
    if programs is None:
        reason = "No PostgreSQL server programs (initdb) on this machine; `./dev setup` gets them."
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    # Short: the path of a socket has at most 107 characters.
    with (
        TemporaryDirectory(prefix="cw-pg-", ignore_cleanup_errors=True) as folder,
        postgresql(programs, Path(folder)) as url,
    ):
        yield url


def postgresql_programs() -> Path | None:
    on_path = shutil.which("initdb")
    found = [path for place in POSTGRESQL_PLACES for path in Path("/").glob(place)]
    newest = max(found, key=lambda path: int("0" + "".join(filter(str.isdigit, str(path)))), default=None)
    return newest.parent if newest else Path(on_path).parent if on_path else None


@contextmanager
def postgresql(programs: Path, folder: Path) -> Iterator[str]:
    # PostgreSQL refuses to run as root.
    user = pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None
    if user is not None:
        os.chown(folder, user, -1)
    data = folder / "data"

    def run(*command: str) -> None:
        subprocess.run(command, user=user, cwd=folder, check=True, capture_output=True, text=True)

    run(
        str(programs / "initdb"),
        "-D",
        str(data),
        "-U",
        "crosswire",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C",
        "-N",
    )
    options = f"-k {folder} -c listen_addresses='' -c fsync=off -c unix_socket_permissions=0777"
    control = str(programs / "pg_ctl")
    run(control, "start", "-w", "-D", str(data), "-l", str(folder / "log"), "-o", options)
    try:
        yield f"postgresql+psycopg://crosswire@/postgres?host={folder}"
    finally:
        run(control, "stop", "-w", "-m", "immediate", "-D", str(data))
