"""The snippets of docs/in-your-code.md run, and what it shows is what comes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from crosswire.testing import NotAccepted, assert_accepted_by
from tests.selection import NEEDS_PACKAGES

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "in-your-code.md").read_text()
SNIPPETS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_the_test_of_the_page_passes_and_its_failure_is_what_is_shown() -> None:
    names: dict[str, Any] = {}
    (snippet,) = [one for one in SNIPPETS if "openai" not in one]
    exec(compile(snippet, "in-your-code.md", "exec"), names)  # noqa: S102 - it is the page's own
    names["messages"][2]["content"][0]["tool_use_id"] = "toolu_02"
    with pytest.raises(NotAccepted) as failed:
        assert_accepted_by(names["messages"], "anthropic")
    came = str(failed.value).splitlines()
    shown = next(one for one in re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL) if "would refuse" in one)
    for line in filter(str.strip, shown.splitlines()):
        assert any(one.startswith(line.partition(" [...]")[0].rstrip("]}")) for one in came), line


@pytest.mark.thorough
def test_the_recording_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openai", reason=NEEDS_PACKAGES)
    monkeypatch.setenv("OPENAI_API_KEY", "made-up")
    monkeypatch.chdir(tmp_path)
    (snippet,) = [one for one in SNIPPETS if "openai" in one]
    names: dict[str, Any] = {}
    exec(compile(snippet, "in-your-code.md", "exec"), names)  # noqa: S102 - it is the page's own
    assert len(names["client"]._client.event_hooks["response"]) == 1


def test_the_page_gives_the_action_and_the_hook_what_they_take() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    step, hooks = map(yaml.safe_load, re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
    assert set(step[1]["with"]) <= set(action["inputs"])
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert [one["id"] for one in hooks["repos"][0]["hooks"]] == [hook["id"]]
