"""The pages of the site, in one folder: those of `docs/`, and those of the catalogues."""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from docs.site.reference import reference_pages

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
ELSEWHERE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Documents beside `docs/` -> where they stand in the site."""
INSTEAD = {"README.md": "index.md"}
"""Documents that the site has in other words."""
NOT_SEARCHED = ("targets.md", "changelog.md")
"""They repeat all texts, each of which has a page of its own."""
UNDER_APP = ".."
"""Where the app stands, seen from the first page of a site that it serves under `/docs`."""
IN_APP = {
    "index.md": "",
    "http-api.md": "api",
    "targets.md": "targets",
    "library.md": "library",
    "reference/errors/index.md": "errors",
    "reference/rules/index.md": "rules",
    "reference/formats/index.md": "formats",
    "reference/files.md": "reads",
    "reference/losses.md": "losses",
    "reference/wire-types.md": "wire-types",
}
"""Pages of the site -> the page of the app about the same."""
_IN_APP_TOO = re.compile(r"reference/((?:errors|rules|formats)/[^/]+)\.md")
PICTURES = (".png", ".svg")

_FENCE = re.compile(r"(^```.*?^```\s*?$)", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^# .*$", re.MULTILINE)
_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#|/)([^)#\s]+)(#[^)\s]*)?\)")


def build(python: str, folder: Path, app: str = UNDER_APP) -> int:
    """Build the site in `html/` of the folder, for an app at this address; a link that leads
    nowhere fails.

    The site that was there stays until the new one is whole."""
    made = folder / "making"
    gather(made, app)
    command = [python, "-m", "zensical", "build", "--strict", "-f", str(made / "mkdocs.yml")]
    status = subprocess.run(command, cwd=made, check=False).returncode
    if status == 0:
        find_error_texts(made / "html")
        shutil.rmtree(folder / "html", ignore_errors=True)
        (made / "html").rename(folder / "html")
        shutil.rmtree(made)
    return status


def find_error_texts(site: Path) -> None:
    """Let the search of a built site find the page of a pasted error text."""
    (worker,) = (site / "assets" / "javascripts" / "workers").glob("search.*.js")
    worker.write_text(worker.read_text() + (Path(__file__).parent / "search.js").read_text())


def gather(folder: Path, app: str = UNDER_APP) -> None:
    """Write what Zensical builds into an empty folder: `docs/` and `mkdocs.yml`."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "docs").mkdir(parents=True)
    shutil.copy(Path(__file__).parent / "site.yml", folder / "mkdocs.yml")
    placed = _places()
    for source, page in placed.items():
        target = folder / "docs" / page
        target.parent.mkdir(parents=True, exist_ok=True)
        if page.endswith(".md"):
            target.write_text(with_app_link(_page(source, page, placed), page, app))
        else:
            shutil.copy(ROOT / source, target)
    for page, text in reference_pages().items():
        target = folder / "docs" / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(with_app_link(text, page, app))


def with_app_link(text: str, page: str, app: str) -> str:
    """The text of a page with a link, below its heading, to the app's page about the same."""
    match = _IN_APP_TOO.fullmatch(page)
    there = IN_APP.get(page, match and match[1])
    if there is None:
        return text
    up = "" if "://" in app else "../" * page.count("/")
    link = f'<a href="{up}{app.rstrip("/")}/{there}">This in the app</a>'
    return _HEADING.sub(lambda heading: f"{heading[0]}\n\n{link}", text, count=1)


def _places() -> dict[str, str]:
    """Each file of the site: its path in the checkout -> its path in the site."""
    files = [path for path in sorted(DOCS.rglob("*")) if path.suffix in (".md", *PICTURES)]
    own = {
        path.relative_to(ROOT).as_posix(): path.relative_to(DOCS).as_posix() for path in files
    }
    return {
        source: page
        for source, page in own.items()
        if not page.startswith(("parts/", "site/"))
    } | ELSEWHERE


def _page(source: str, page: str, placed: Mapping[str, str]) -> str:
    head = "---\nsearch:\n  exclude: true\n---\n" if page in NOT_SEARCHED else ""
    return head + page_text((ROOT / source).read_text(), source, placed)


def page_text(text: str, source: str, placed: Mapping[str, str]) -> str:
    """The text of a document as the site has it: what is fenced stays as it is."""
    pieces = _FENCE.split(text)
    pieces[::2] = [_with_links(piece, source, placed) for piece in pieces[::2]]
    return "".join(pieces)


def _with_links(text: str, source: str, placed: Mapping[str, str]) -> str:
    """The text with links as they hold in the site; what the site has not is named alone."""

    def link(match: re.Match[str]) -> str:
        mark, label, target, anchor = match.groups()
        file = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        found = placed.get(file) or INSTEAD.get(file)
        if found is None:
            return label
        way = posixpath.relpath(found, posixpath.dirname(placed[source]) or ".")
        return f"{mark}[{label}]({way}{anchor or ''})"

    return _LINK.sub(link, text)
