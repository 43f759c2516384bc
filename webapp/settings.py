"""Settings, read from environment variables that begin with `CROSSWIRE_`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent
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


class Settings(BaseSettings):
    """What an operator may set; every field is `CROSSWIRE_` and its name in capitals."""

    model_config = SettingsConfigDict(env_prefix="CROSSWIRE_", frozen=True)

    database_url: str = Field(default_factory=default_database_url)
    """SQLAlchemy's: `sqlite:////var/lib/crosswire.db` or `postgresql+psycopg://...`."""
    max_upload_bytes: int = Field(default=50 * MEGABYTE, gt=0)
    trusted_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    """Names, separated by commas, under which this server may be asked for, beside the local ones."""
    trusted_proxy: str | None = None
    """Address of the one proxy whose X-Forwarded-* headers are believed."""
    threads: int = Field(default=8, gt=0)

    @field_validator("trusted_hosts", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return tuple(filter(None, map(str.strip, value.split(",")))) if isinstance(value, str) else value

    @field_validator("database_url")
    @classmethod
    def _driver(cls, value: str) -> str:
        """What hosts of PostgreSQL hand out names no driver, or one that SQLAlchemy forgot."""
        for prefix in ("postgres://", "postgresql://"):
            if value.startswith(prefix):
                return "postgresql+psycopg://" + value.removeprefix(prefix)
        return value

    @property
    def max_body_bytes(self) -> int:
        """A form around an upload of the greatest size fits in."""
        return self.max_upload_bytes + 64 * 1024

    @property
    def all_trusted_hosts(self) -> list[str]:
        return ["localhost", "127.0.0.1", "[::1]", *self.trusted_hosts]
