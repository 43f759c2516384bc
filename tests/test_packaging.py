"""What is shipped: the wheel's content, the vendored files, the locks."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
DATA_FOLDERS = ("templates", "static", "migrations")
VENDOR = ROOT / "static" / "vendor"
LOCKS = ("requirements.txt", "requirements-test.txt")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return next(target.glob("*.whl"))


def files_of_the_project(*folders: str) -> set[str]:
    """Tracked files and those that could be; not what is ignored, and not what is deleted."""
    if not (shutil.which("git") and (ROOT / ".git").exists()):
        pytest.skip("This is no git checkout, so what belongs to the project is not known.")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *folders]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {name for name in listing.split("\0") if name and (ROOT / name).exists()}


def names_in(wheel: Path, prefix: str) -> set[str]:
    names = zipfile.ZipFile(wheel).namelist()
    return {name.removeprefix(prefix) for name in names if name.startswith(prefix)}


def test_the_wheel_carries_every_template_static_file_and_migration(wheel: Path) -> None:
    assert names_in(wheel, "webapp/_data/") == files_of_the_project(*DATA_FOLDERS)


def test_the_wheel_carries_both_packages_and_nothing_else(wheel: Path) -> None:
    names = {n for n in names_in(wheel, "") if ".dist-info/" not in n and "/_data/" not in n}
    assert names == files_of_the_project("crosswire", "webapp")


@pytest.mark.thorough
@pytest.mark.parametrize("arguments", [["formats"], ["rules"], ["serve", "--help"]])
def test_the_command_line_works_from_the_wheel(wheel: Path, tmp_path: Path, arguments: list[str]) -> None:
    installed = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(installed)
    code = f"from crosswire.cli import main; main({arguments!r})"
    ran = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout


@pytest.mark.skipif(not VENDOR.exists(), reason="nothing is vendored")
def test_every_vendored_file_is_the_one_that_was_checked() -> None:
    lines = (VENDOR / "SHA256SUMS").read_text().splitlines()
    listed = {name.lstrip("*"): digest for digest, name in (line.split() for line in lines)}
    found = {
        path.relative_to(VENDOR).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path.name not in {"SHA256SUMS", "README.md"}
    }
    assert listed == found


def blocks_of(lock: str) -> list[list[str]]:
    """One list of lines for each requirement: its pin, then its hashes."""
    text = (ROOT / lock).read_text().replace("\\\n", "\n")
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    blocks: list[list[str]] = []
    for line in filter(str.strip, lines):
        if line.startswith(" "):
            blocks[-1].append(line.strip())
        else:
            blocks.append([line.strip()])
    return blocks


def pins_of(lock: str) -> dict[str, str]:
    pins = (Requirement(block[0]) for block in blocks_of(lock))
    return {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in pins}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_every_package_with_hashes(lock: str) -> None:
    for pin, *hashes in blocks_of(lock):
        assert re.fullmatch(r"[\w.\-]+==[\w.!+]+( ; .+)?", pin)
        assert hashes
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", value) for value in hashes)


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_host(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert not re.search(r"://|--(extra-)?index|--find-links|\.(org|com|net|io)\b", text)


def test_the_locks_agree_with_each_other_and_with_the_declared_dependencies() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    running, testing = map(pins_of, LOCKS)
    assert running.items() <= testing.items()
    extras = project["optional-dependencies"]
    for pins, declared in (
        (running, [*project["dependencies"], *extras["web"]]),
        (testing, [*extras["test"], *extras["postgres"], *extras["s3"], *extras["oidc"]]),
    ):
        for requirement in map(Requirement, declared):
            if requirement.name == project["name"]:
                assert requirement.extras <= extras.keys()
                continue
            assert pins[canonicalize_name(requirement.name)] in requirement.specifier


def test_the_plain_install_is_six_packages_with_crosswire_itself() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = {canonicalize_name(Requirement(one).name) for one in project["dependencies"]}
    assert declared == {"backports-zstd", "click", "msgspec", "orjson", "pyyaml"}


def test_the_app_runs_without_the_tools_that_build_or_test_it() -> None:
    assert pins_of(LOCKS[0]).keys().isdisjoint({"hatchling", "pytest", "ruff", "mypy"})


def test_setting_up_empties_no_environment_of_another_checkout(tmp_path: Path) -> None:
    other, checkout = tmp_path / "other", tmp_path / "checkout"
    other.mkdir()
    (other / "kept").touch()
    checkout.mkdir()
    (checkout / "requirements-test.txt").touch()
    (checkout / ".venv").symlink_to(other)
    command = [sys.executable, shutil.copy(ROOT / "dev", checkout), "lint"]

    done = subprocess.run(command, capture_output=True, text=True)

    assert done.returncode == 1
    assert f".venv is a link to {other}; remove the link" in done.stderr
    assert (other / "kept").exists()
