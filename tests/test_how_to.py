"""The how-tos do what they say: each command and snippet runs, and prints what stands below it."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from crosswire.cli import main

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(path for path in (ROOT / "docs" / "how-to").glob("*.md") if "\n```" in path.read_text())
FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """Something fenced: a file to be there, something to run, or what that prints."""

    kind: str
    title: str | None
    text: str


def blocks_of(page: Path) -> list[Block]:
    return [Block(kind, title or None, text) for kind, title, text in FENCE.findall(page.read_text())]


def printed_by(block: Block) -> str:
    """What a block of shell or Python prints, where both streams come together."""
    if block.kind == "python":
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(block.text, "snippet", "exec"), {})  # noqa: S102 - the project's own page
        return out.getvalue()
    words = shlex.split(block.text.replace("\\\n", ""))
    assert words[0] == "crosswire", "a how-to runs nothing else"
    result = CliRunner().invoke(main, words[1:], catch_exceptions=False)
    return result.output


def run_through(page: Path) -> list[tuple[str, str]]:
    """Do what a page says, in the folder of now: what it says that each step prints, and what did."""
    compared, blocks = [], blocks_of(page)
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        if block.title:
            Path(block.title).parent.mkdir(parents=True, exist_ok=True)
            Path(block.title).write_text(block.text)
        elif block.kind in ("sh", "python"):
            assert following is not None, "what a step prints stands below it"
            assert following.kind == "text", "what a step prints stands below it"
            compared.append((following.text, printed_by(block)))
    return compared


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_step_of_a_how_to_prints_what_stands_below_it(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    compared = run_through(page)
    assert compared
    for said, printed in compared:
        assert printed == said


def test_the_readme_shows_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    request, *steps = blocks_of(ROOT / "README.md")
    command, printed = steps[:2]
    Path(request.title or "").write_text(request.text)
    assert printed_by(command) == printed.text
    Path("agent.json").write_text(request.text)
    of_shell = [line for block in steps if block.kind == "sh" for line in block.text.splitlines()]
    for line in of_shell:
        words = shlex.split(line, comments=True)
        if words[1:2] in (["check"], ["convert"], ["repair"]):
            said = CliRunner().invoke(main, words[1:], catch_exceptions=False)
            assert said.exit_code in (0, 1) or "logs/" in line, line
    (program,) = (block for block in steps if block.kind == "python")
    assert "CW311" in printed_by(program)
    (shown,) = blocks_of(ROOT / "docs" / "index.md")
    assert shown.text in (ROOT / "docs" / "how-to" / "debug-a-400.md").read_text()
