"""Settings come from the environment; without any, everything stands where it should."""

from pathlib import Path

import pytest
from webapp.settings import Settings, data_folder


def test_lists_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSWIRE_TRUSTED_HOSTS", "logs.example, other.example,")
    assert Settings().trusted_hosts == ("logs.example", "other.example")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_postgresql_address_needs_no_driver(monkeypatch: pytest.MonkeyPatch, scheme: str) -> None:
    monkeypatch.setenv("CROSSWIRE_DATABASE_URL", f"{scheme}://me@db/crosswire")
    assert Settings().database_url == "postgresql+psycopg://me@db/crosswire"


def test_the_database_of_a_checkout_stands_in_var(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    assert data_folder(tmp_path) == tmp_path / "var"


def test_an_installed_app_keeps_its_database_with_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert data_folder(tmp_path / "site-packages") == tmp_path / "data" / "crosswire"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder(tmp_path / "site-packages") == Path.home() / ".local/share/crosswire"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder(tmp_path).parts[-3:] == ("Library", "Application Support", "crosswire")
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert data_folder(tmp_path / "site-packages") == tmp_path / "crosswire"
