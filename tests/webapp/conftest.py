"""Apps on both kinds of database, and what tests send to them."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import NullPool, create_engine, make_url, text
from tests.conftest import POSTGRESQL_FOLDER, MakeApp, alone_in, database_of
from webapp.database.engine import Session
from webapp.settings import Settings
from webapp.store import workers
from webapp.uploads.worker import Worker

from webapp import create_app

DATABASES = ["sqlite", "postgresql"]


@pytest.fixture(params=DATABASES)
def bare_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without tables, on each of the two kinds of server."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'any.db'}"
    else:
        with postgres_database(request.getfixturevalue("postgres_url")) as url:
            yield url


@pytest.fixture(params=DATABASES)
def any_database_url(request: pytest.FixtureRequest, tmp_path: Path, empty_database: Path) -> str:
    """A database with all tables and nothing in them, on each of the two kinds of server."""
    if request.param == "sqlite":
        return f"sqlite:///{shutil.copy(empty_database, tmp_path / 'any.db')}"
    url: str = request.getfixturevalue("postgres_database_url")
    return url


@pytest.fixture(scope="session")
def empty_postgres_database(postgres_url: str) -> str:
    """The name of one with all tables and nothing in them, to be copied; all processes copy the same."""
    name, folder = "empty", Path(os.environ[POSTGRESQL_FOLDER])
    with alone_in(folder):
        if not (folder / name).exists():
            make_database(postgres_url, name, "template1")
            url = make_url(postgres_url).set(database=name).render_as_string(hide_password=False)
            database_of(create_app(Settings(database_url=url))).engine.dispose()
            (folder / name).touch()
    return name


@pytest.fixture
def postgres_database_url(postgres_url: str, empty_postgres_database: str) -> Iterator[str]:
    """A database of PostgreSQL with all tables and nothing in them."""
    with postgres_database(postgres_url, empty_postgres_database) as url:
        yield url


@contextmanager
def postgres_database(server_url: str, template: str = "template1") -> Iterator[str]:
    name = f"test_{uuid4().hex}"
    make_database(server_url, name, template)
    yield make_url(server_url).set(database=name).render_as_string(hide_password=False)
    tell_server(server_url, f"DROP DATABASE {name} WITH (FORCE)")


def make_database(server_url: str, name: str, template: str) -> None:
    tell_server(server_url, f"CREATE DATABASE {name} TEMPLATE {template}")


def tell_server(server_url: str, statement: str) -> None:
    engine = create_engine(server_url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()


@pytest.fixture
def any_app(make_app: MakeApp, any_database_url: str) -> Flask:
    return make_app(Settings(database_url=any_database_url))


@pytest.fixture
def any_session(any_app: Flask) -> Iterator[Session]:
    with database_of(any_app).session() as session:
        yield session


@pytest.fixture
def second_client(app: Flask) -> FlaskClient:
    """Another browser: it has none of the first one's cookies."""
    return app.test_client()


@pytest.fixture
def waiting_app(make_app: MakeApp, any_database_url: str) -> Flask:
    """An app that thinks that a worker is there, and keeps everything for it."""
    app = make_app(Settings(database_url=any_database_url, read_at_once_bytes=20))
    with database_of(app).session() as session:
        workers.heartbeat(session, "elsewhere:1:x")
    return app


@pytest.fixture
def waiting(waiting_app: Flask) -> FlaskClient:
    return waiting_app.test_client()


@pytest.fixture
def waiting_session(waiting_app: Flask) -> Iterator[Session]:
    with database_of(waiting_app).session() as session:
        yield session


@pytest.fixture
def worker(waiting_app: Flask) -> Worker:
    """A worker that takes what a test hands it."""
    return Worker(waiting_app, Settings())
