"""An app with a database of its own, a server on a free port, and a real PostgreSQL."""

import fcntl
import gc
import os
import pwd
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType
from typing import Any, ClassVar
from unittest.mock import patch
from zlib import crc32

import hypothesis
import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy import Engine, create_engine
from tests.api_answers import HeldClient
from tests.selection import set_thorough, tries
from webapp.assets import Assets
from webapp.database import engine as database
from webapp.database.engine import Database, Session
from webapp.operations.server.listening import listen, make_server
from webapp.services import provide, services_of
from webapp.settings import Settings
from webapp.uploads.worker import Worker
from werkzeug.routing import Rule

from webapp import create_app

POSTGRESQL_FOLDER = "CROSSWIRE_TEST_POSTGRESQL"
"""Names the folder of the server that all processes of a run share."""
POSTGRESQL_PLACES = ("usr/lib/postgresql/*/bin/initdb", "opt/homebrew/opt/postgresql*/bin/initdb")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept",
        action="store_true",
        help="write what was found into the case files and the reports",
    )
    parser.addoption(
        "--thorough", action="store_true", help="every page, format and engine where else some stand for all"
    )


def pytest_configure(config: pytest.Config) -> None:
    set_thorough(config.getoption("--thorough"))
    if not hasattr(config, "workerinput"):  # the process that starts the others, or the only one
        share_postgresql(config)
    # The same examples in every run, and no clock that decides.
    hypothesis.settings.register_profile(
        "crosswire",
        deadline=None,
        derandomize=True,
        max_examples=tries(12, thorough=100),
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
    hypothesis.settings.load_profile("crosswire")
    # It would draw what stands in the modules loaded so far, which the tests that ran before decide.
    patch.object(providers, "_get_local_constants", Constants).start()
    config.addinivalue_line("markers", "thorough: one of many of its kind; run with --thorough")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--thorough"):
        left_out = [
            item for item in items if item.get_closest_marker("thorough") or is_of_the_other_server(item)
        ]
        config.hook.pytest_deselected(items=left_out)
        for_now = set(items).difference(left_out)
        items[:] = [item for item in items if item in for_now]


def is_of_the_other_server(item: pytest.Item) -> bool:
    """What is tried with both kinds of database is tried with one of them, about half with each; with
    `--thorough` with both."""
    case = getattr(item, "callspec", None)
    params = {} if case is None else case.params
    server = params.get("any_database_url", params.get("bare_database_url"))
    if server is None:
        return False
    test = item.nodeid.partition("[")[0]
    return server != ("sqlite", "postgresql")[crc32(test.encode()) % 2]


def pytest_collection_finish() -> None:
    """What is collected stays to the end; to look through it for garbage takes a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


CAREFUL_PRAGMAS = database.SQLITE_PRAGMAS


@pytest.fixture(scope="session", autouse=True)
def no_waiting_for_the_disk() -> None:
    """What tests write need not survive the machine: most of their time would be spent in waiting for it."""
    database.SQLITE_PRAGMAS = (*CAREFUL_PRAGMAS, "synchronous=OFF")


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all tables and nothing in them."""
    file = tmp_path_factory.mktemp("empty") / "crosswire.db"
    database_of(create_app(Settings(database_url=f"sqlite:///{file}"))).engine.dispose()
    return file


@pytest.fixture(scope="session")
def usual_settings(empty_database: Path) -> Settings:
    """Those of the empty database; to make settings takes as long as the rest of an app."""
    return Settings(database_url=f"sqlite:///{empty_database}")


@pytest.fixture
def settings(tmp_path: Path, empty_database: Path, usual_settings: Settings) -> Settings:
    """Those of an app with an empty database of its own."""
    file = shutil.copy(empty_database, tmp_path / "crosswire.db")
    return usual_settings.model_copy(update={"database_url": f"sqlite:///{file}"})


class CompiledTemplates(BytecodeCache):
    """Templates as one app of this process has compiled them, for all others."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self.kept[bucket.key, bucket.checksum] = bucket.code


COMPILED = CompiledTemplates()


class CompiledRule(Rule):
    """A route as one app of this process has compiled it, for all others: most of what making one costs."""

    kept: ClassVar[dict[tuple[str, str], dict[str, Any]]] = {}

    def compile(self) -> None:
        key = (self.rule, repr(self.defaults))
        if key not in self.kept:
            super().compile()
            names = ("_parts", "_trace", "_converters", "arguments", "_build", "_build_unknown")
            self.kept[key] = {name: vars(self)[name] for name in names}
        vars(self).update(self.kept[key])


same_assets = cache(Assets)
"""Scripts and styles as one app of this process has put them together, for all others."""


@cache
def compiling_engine() -> Engine:
    """Its dialect and what it has compiled serve all databases of SQLite."""
    engine = create_engine("sqlite://")
    engine.connect().close()  # the dialect asks at the first
    engine.dispose()
    return engine


def quick_engine(*args: Any, **options: Any) -> Engine:
    """An engine that takes statements as one app of this process has compiled them."""
    engine = create_engine(*args, **options)
    if engine.name == "sqlite":
        engine.dialect = compiling_engine().dialect
        engine._compiled_cache = compiling_engine()._compiled_cache
    return engine


def quick_app(settings: Settings) -> Flask:
    """An app that need not compile its routes, templates and statements, nor put its scripts and styles
    together."""
    with (
        patch.object(Flask, "url_rule_class", CompiledRule),
        patch("webapp.assets.Assets", same_assets),
        patch.object(database, "create_engine", quick_engine),
    ):
        app = create_app(settings)
    app.jinja_env.bytecode_cache = COMPILED
    app.test_client_class = HeldClient
    return app


MakeApp = Callable[[Settings], Flask]


@pytest.fixture
def make_app() -> Iterator[MakeApp]:
    """Makes apps, and closes their databases afterwards."""
    made: list[Flask] = []

    def make(settings: Settings) -> Flask:
        assert "database_url" in settings.model_fields_set, (
            "a test would write into the developer's own database"
        )
        made.append(quick_app(settings))
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
    return services_of(app).database


def change_settings(app: Flask, **changes: object) -> None:
    """Let an app that is made already have other settings."""
    had = services_of(app)
    provide(app, replace(had, settings=had.settings.model_copy(update=changes)))


def work_off(app: Flask) -> None:
    """Do all that waits in the queue of an app, as a worker would."""
    worker = Worker(app, services_of(app).settings)
    while worker.work_off():
        pass


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """The address of a server of its own in this process, with what its pages ask for made beside it."""
    app = quick_app(settings)
    listener = listen("127.0.0.1", 0)
    server = make_server(app, settings, listener)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    with making_wishes(app):
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.task_dispatcher.shutdown(timeout=1)
    with suppress(OSError):  # it may have ended by itself meanwhile
        server.trigger.pull_trigger(lambda: [one.close() for one in list(server._map.values())])
    thread.join(5)
    database_of(app).engine.dispose()


@contextmanager
def making_wishes(app: Flask) -> Iterator[None]:
    """Make the panes and verdicts that pages ask for; uploads wait for another worker."""
    worker, woken, ended = Worker(app, services_of(app).settings), threading.Event(), threading.Event()

    def work() -> None:
        while not ended.is_set():
            woken.wait()
            woken.clear()
            while not ended.is_set() and worker.make_a_wish():
                pass

    working = threading.Thread(target=work, daemon=True)
    services_of(app).queue.woken_by(woken.set)
    working.start()
    yield
    ended.set()
    woken.set()
    working.join(5)


@pytest.fixture
def live_server(settings: Settings) -> Iterator[str]:
    with serving(settings) as address:
        yield address


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """A PostgreSQL of our own, on a socket in a temporary folder: one for all processes of this run."""
    programs = postgresql_programs()
    if programs is None:
        reason = "No PostgreSQL server programs (initdb) on this machine; `./dev setup` gets them."
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    folder = Path(os.environ[POSTGRESQL_FOLDER])
    with alone_in(folder):
        if not (folder / "url").exists():
            (folder / "url").write_text(start_postgresql(programs, folder))
    return (folder / "url").read_text()


def share_postgresql(config: pytest.Config) -> None:
    """Give the processes of this run a folder for one server, and stop it at the end."""
    made = TemporaryDirectory(prefix="cw-pg-", ignore_cleanup_errors=True)  # short, as a socket is in it
    folder, programs = Path(made.name), postgresql_programs()
    os.environ[POSTGRESQL_FOLDER] = made.name

    def end() -> None:
        if programs is not None and (folder / "url").exists():
            stop_postgresql(programs, folder)
        made.cleanup()

    config.add_cleanup(end)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Other processes wait meanwhile."""
    with (folder / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def postgresql_programs() -> Path | None:
    on_path = shutil.which("initdb")
    found = [path for place in POSTGRESQL_PLACES for path in Path("/").glob(place)]
    newest = max(found, key=lambda path: int("0" + "".join(filter(str.isdigit, str(path)))), default=None)
    return newest.parent if newest else Path(on_path).parent if on_path else None


@contextmanager
def postgresql(programs: Path, folder: Path) -> Iterator[str]:
    """The address of a server in this folder; the path of its socket has at most 107 characters."""
    try:
        yield start_postgresql(programs, folder)
    finally:
        stop_postgresql(programs, folder)


def run_in(folder: Path, *command: str | Path) -> None:
    # PostgreSQL refuses to run as root.
    user = pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None
    if user is not None:
        os.chown(folder, user, -1)
    subprocess.run(command, user=user, cwd=folder, check=True, capture_output=True, text=True)


def start_postgresql(programs: Path, folder: Path) -> str:
    data = folder / "data"
    plain = ("-U", "crosswire", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
    run_in(folder, programs / "initdb", "-D", data, *plain)
    options = f"-k {folder} -c listen_addresses='' -c fsync=off -c unix_socket_permissions=0777"
    control = programs / "pg_ctl"
    run_in(folder, control, "start", "-w", "-D", data, "-l", folder / "log", "-o", options)
    return f"postgresql+psycopg://crosswire@/postgres?host={folder}"


def stop_postgresql(programs: Path, folder: Path) -> None:
    run_in(folder, programs / "pg_ctl", "stop", "-w", "-m", "immediate", "-D", folder / "data")
