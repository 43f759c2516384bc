"""Settings, read from environment variables that begin with `CROSSWIRE_`."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(__file__).resolve().parent
LARGEST_NUMBER = 2**31 - 1
"""What both databases count to."""


def data_dir(name: str) -> Path:
    """A folder that stands beside the package in a checkout, and inside it once installed."""
    for base in (PACKAGE / "_data", PACKAGE.parent):
        if (base / name).is_dir():
            return base / name
    raise RuntimeError(f"Crosswire is not installed completely: {name}/ is missing.")


MEGABYTE = 1024 * 1024


def data_folder(root: Path = ROOT) -> Path:
    """Where the database stands: `var/` in a checkout, else the user's data folder."""
    if (root / "pyproject.toml").is_file():
        return root / "var"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "crosswire"


def default_database_url() -> str:
    return f"sqlite:///{(data_folder() / 'crosswire.db').as_posix()}"


def with_driver(url: str) -> str:
    """What hosts of PostgreSQL hand out names no driver, or one that SQLAlchemy forgot."""
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + url.removeprefix(prefix)
    return url


Names = Annotated[tuple[str, ...], NoDecode]
"""Names of people, separated by commas; upper and lower case are the same."""
SHORTEST_KEY = 32
MOST_FILES = 100
"""Logs that are taken at once."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What is kept at most; None is no limit."""

    bytes: int | None = None
    """Of all uploads together, as they came."""
    bytes_each: int | None = None
    """Of the uploads that one owner manages."""
    days: int | None = None
    bytes_unpacked: int | None = None
    """Of the text of one that came packed."""


NO_LIMITS = Limits()


class Settings(BaseSettings):
    """What an operator may set; every field is `CROSSWIRE_` and its name in capitals."""

    model_config = SettingsConfigDict(env_prefix="CROSSWIRE_", frozen=True)

    database_url: str = Field(default_factory=default_database_url)
    """SQLAlchemy's: `sqlite:////var/lib/crosswire.db` or `postgresql+psycopg://...`."""
    max_upload_bytes: int = Field(default=50 * MEGABYTE, gt=0)
    trusted_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    """Names, separated by commas, under which this server may be asked for, beside the local
    ones."""
    trusted_proxy: str | None = None
    """Address of the one proxy whose X-Forwarded-* headers are believed."""
    threads: int = Field(default=8, gt=0)
    uploads: str = "database"
    """Where the bytes of uploads are: `database`, `s3://bucket/prefix` or `file:///folder`."""
    workers: int = Field(default=1, ge=0)
    """Processes that `crosswire serve` starts to read large uploads."""
    read_processes: int = Field(default=0, ge=0)
    """Processes in which the conversations of a large upload are looked at; 0 is one for each
    core."""
    worker_memory_mb: int | None = Field(default=None, ge=256)
    """The most memory that a worker may take, and each process that it starts for a large
    upload."""
    worker_seconds: float = Field(default=900, gt=0)
    """How long a worker may read one upload."""
    reader_seconds: float = Field(default=60, gt=0)
    """How long a request may read a log of more than 64 KB; a process of its own does that."""
    reader_memory_mb: int = Field(default=2_048, ge=512)
    """The most memory that such a process may take."""
    read_at_once_bytes: int = Field(default=2 * MEGABYTE, ge=0)
    """The largest upload that is read in its own request while a worker is there."""
    login: Literal["none", "header", "oidc"] = "none"
    """How people log in: not at all, by a name that the trusted proxy sends, or at an OpenID
    provider."""
    login_header: str = Field(default="X-Forwarded-User", pattern=r"^[A-Za-z0-9-]+$")
    """The header with the name, believed only from the trusted proxy."""
    oidc_issuer: str = ""
    oidc_client_id: str = ""
    oidc_client_secret: SecretStr = SecretStr("")
    oidc_name_claim: str = "email"
    """What of the ID token names people; an e-mail address counts only where the provider has
    verified it."""
    secret_key: SecretStr = SecretStr("")
    """Signs the cookies of those who logged in at an OpenID provider."""
    owners: Names = ()
    """Names of those who manage everything that they have a link to; `*` is everybody who logs
    in."""
    members: Names = ("*",)
    """Of those who keep and share logs, and manage their own."""
    readers: Names = ()
    """Of those who only read."""
    closed: bool = False
    """Whether those who are not logged in read nothing but copies that were shared."""
    log: Literal["json", "text"] | None = None
    """How the log is written: as JSON, or for people; if this is not set, for people on a
    terminal only."""
    metrics_token: SecretStr = SecretStr("")
    """With it as a bearer token `/metrics` answers; where none is set it answers this machine
    alone."""
    seconds_to_finish: float = Field(default=10, ge=0)
    """How long requests that are under way may take to end when the server is stopped."""
    keep_days: int | None = Field(default=None, gt=0)
    """After how many days an upload is deleted; if this is not set, never."""
    quota_bytes: int | None = Field(default=None, gt=0)
    """The bytes of all uploads together, as they came, that are kept at most."""
    quota_bytes_each: int | None = Field(default=None, gt=0)
    """The same for what one owner manages."""
    docs: Path = Field(default_factory=lambda: data_folder() / "docs" / "html")
    """The folder with the built documentation, which `/docs` serves; if this is not set, in a
    checkout the one that `./dev docs --site` builds, else `docs/html` in the user's data
    folder."""

    @field_validator("trusted_hosts", "owners", "members", "readers", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return (
            tuple(filter(None, map(str.strip, value.split(","))))
            if isinstance(value, str)
            else value
        )

    @field_validator("owners", "members", "readers")
    @classmethod
    def _fold(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name.casefold() for name in value)

    @model_validator(mode="after")
    def _complete(self) -> Self:
        """Whatever its login stands on is set; raises PydanticCustomError, which says what is
        missing."""
        missing = missing_for_login(self)
        if missing:
            raise PydanticCustomError("incomplete", "{missing}", {"missing": missing})
        return self

    @field_validator("database_url")
    @classmethod
    def _driver(cls, value: str) -> str:
        return with_driver(value)

    @property
    def most_indexers(self) -> int:
        """Processes in which the conversations of a large upload are looked at."""
        return self.read_processes or os.cpu_count() or 1

    @property
    def limits(self) -> Limits:
        """What is kept at most."""
        return Limits(
            self.quota_bytes, self.quota_bytes_each, self.keep_days, self.max_upload_bytes
        )

    @property
    def max_body_bytes(self) -> int:
        """A form around an upload of the greatest size fits in."""
        return self.max_upload_bytes + 64 * 1024

    @property
    def all_trusted_hosts(self) -> list[str]:
        return ["localhost", "127.0.0.1", "[::1]", *self.trusted_hosts]


def missing_for_login(settings: Settings) -> str:
    """What the chosen login cannot do without, in a sentence; empty where nothing is
    missing."""
    return _MISSING[settings.login](settings)


def _missing_for_none(settings: Settings) -> str:
    return "CROSSWIRE_CLOSED needs a login: set CROSSWIRE_LOGIN" if settings.closed else ""


def _missing_for_header(settings: Settings) -> str:
    if _is_address(settings.trusted_proxy or ""):
        return ""
    return "CROSSWIRE_LOGIN=header needs CROSSWIRE_TRUSTED_PROXY: the IP address of that proxy"


def _missing_for_oidc(settings: Settings) -> str:
    secret = settings.oidc_client_secret
    needed = {
        "oidc_issuer": settings.oidc_issuer,
        "oidc_client_id": settings.oidc_client_id,
        "oidc_client_secret": secret and secret.get_secret_value(),
    }
    for name, value in needed.items():
        if not value:
            return f"CROSSWIRE_LOGIN=oidc needs CROSSWIRE_{name.upper()}"
    if len(settings.secret_key.get_secret_value()) < SHORTEST_KEY:
        key = f"CROSSWIRE_SECRET_KEY: {SHORTEST_KEY} or more random characters"
        return f"CROSSWIRE_LOGIN=oidc needs {key}"
    return ""


_MISSING = {
    "none": _missing_for_none,
    "header": _missing_for_header,
    "oidc": _missing_for_oidc,
}


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
