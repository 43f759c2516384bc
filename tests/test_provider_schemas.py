"""The frozen types of the providers find faults, and are those of the locked SDKs."""

import copy
from pathlib import Path
from typing import Any

import pytest
from tests.frozen_schemas import FOLDER
from tests.samples import REQUESTS
from tests.sdk_types import CHECKS
from tests.selection import NEEDS_PACKAGES

LOCK = Path(__file__).resolve().parent.parent / "requirements-sdks.txt"
OF_RESPONSES = REQUESTS["openai-responses"]
STRICT = [{**tool, "strict": True} for tool in OF_RESPONSES["tools"]]
SAMPLES = {**REQUESTS, "openai-responses": {**OF_RESPONSES, "tools": STRICT}}

FAULTS: tuple[tuple[str, str, Any], ...] = (
    ("openai-chat", "messages/1/tool_calls/0/function/arguments", {}),
    ("openai-chat", "messages/2/name", "read_file"),
    ("openai-responses", "input/1/call_id", ...),
    ("openai-responses", "input/2/type", "function_call_result"),
    ("anthropic", "messages/1/content/0/input", ...),
    ("anthropic", "messages/2/content/0/call_id", "call_1"),
    ("gemini", "contents/1/parts/0/functionCall/arguments", {}),
    ("gemini", "contents/1/parts/0/thoughtSignature", "[cut]"),
    ("azure-foundry", "input/1/name", ...),
    ("azure-foundry", "input/2/output", 7),
    ("bedrock", "messages/2/content/0/toolResult/status", "failed"),
    ("bedrock", "messages/1/content/0/text", "two at once"),
    ("mistral", "messages/1/tool_calls/0/function/name", ...),
    ("mistral", "messages/0/role", "human"),
    ("cohere", "messages/2/tool_call_id", ...),
    ("cohere", "safety_mode", "LAX"),
    ("ollama", "messages/1/tool_calls/0/function/arguments", "{}"),
    ("ollama", "options/num_predict", "many"),
)
"""A format, a place in its sample, and what is put there; `...` removes what stands there."""


def planted(payload: Any, place: str, value: Any) -> Any:
    payload = copy.deepcopy(payload)
    *steps, last = [int(step) if step.isdigit() else step for step in place.split("/")]
    inner = payload
    for step in steps:
        inner = inner[step]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return payload


@pytest.mark.parametrize("format", CHECKS)
def test_a_sample_is_of_its_type(format: str) -> None:
    assert CHECKS[format](SAMPLES[format]) == []


@pytest.mark.parametrize(("format", "place", "value"), FAULTS)
def test_a_fault_is_found(format: str, place: str, value: Any) -> None:
    problems = CHECKS[format](planted(SAMPLES[format], place, value))
    parent, _, last = place.rpartition("/")
    assert problems
    assert any(last in problem or problem.startswith(parent) for problem in problems)


@pytest.mark.parametrize("format", CHECKS)
def test_a_field_that_the_type_lacks_is_found(format: str) -> None:
    """Microsoft's validator takes any."""
    problems = CHECKS[format]({**SAMPLES[format], "no_such_field": 1})
    assert bool(problems) == (format != "azure-foundry")


def test_the_files_are_of_the_versions_that_are_locked() -> None:
    locked = {line.split(" ")[0].replace("==", "-") for line in LOCK.read_text().splitlines() if "==" in line}
    names = {path.stem for path in FOLDER.glob("*.json")}
    assert len(names) == 9
    assert names <= locked


@pytest.mark.thorough
def test_the_files_are_what_the_packages_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("openai", reason=NEEDS_PACKAGES)
    from tests import freeze_schemas

    monkeypatch.setattr(freeze_schemas, "FOLDER", tmp_path)
    freeze_schemas.write_schemas()
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        path.name: path.read_text() for path in FOLDER.glob("*.json")
    }
