"""Which browser the tests drive: the first that really starts.

`python -m tests.find_browser` prints its path. Exit status 1: none starts; 3: Playwright itself
does not. CROSSWIRE_TEST_BROWSER names the only one to try.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserType, Error, sync_playwright

COMMANDS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "microsoft-edge",
)
MAC_APPLICATIONS = tuple(
    f"/Applications/{name}.app/Contents/MacOS/{name}"
    for name in ("Chromium", "Google Chrome", "Microsoft Edge")
)

# Without these a browser looks for its maker's servers, whatever the page does.
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--in-process-gpu",  # one process less for each browser
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def launch_options(path: str) -> dict[str, Any]:
    """How the tests start it. Root needs --no-sandbox, which Playwright always adds."""
    return {"executable_path": path, "headless": True, "args": list(ARGUMENTS)}


def candidates(chromium: BrowserType) -> Iterator[str]:
    if named := os.environ.get("CROSSWIRE_TEST_BROWSER"):
        yield named
        return
    yield from playwrights_own(Path(chromium.executable_path))
    for command in COMMANDS:
        path = shutil.which(command)
        # A snap has its own view of the file system and cannot be driven.
        if path and "snap" not in Path(path).resolve().parts:
            yield path
    yield from filter(os.path.exists, MAC_APPLICATIONS)


def playwrights_own(path: Path) -> Iterator[str]:
    """The one it downloads, or the smaller one beside it, which has no windows."""
    yield str(path)
    for folder in path.parents:
        if folder.name.startswith("chromium-"):
            shell = folder.name.replace("chromium-", "chromium_headless_shell-")
            yield from map(str, folder.with_name(shell).glob("*/*headless?shell"))


def first_that_starts(chromium: BrowserType) -> str | None:
    for path in candidates(chromium):
        if not Path(path).exists():
            print(f"{path}: not there", file=sys.stderr)
            continue
        try:
            chromium.launch(**launch_options(path)).close()
        except Error as error:
            print(f"{path}: {error.message.splitlines()[0]}", file=sys.stderr)
        else:
            return path
    return None


def main() -> int:
    try:
        with sync_playwright() as playwright:
            path = first_that_starts(playwright.chromium)
    except Exception as error:  # noqa: BLE001  whatever keeps Playwright's driver from starting
        print(f"Playwright does not start: {error}", file=sys.stderr)
        return 3
    if path is None:
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
