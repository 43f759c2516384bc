"""The curl command and the Python program send exactly the body that was rendered, whatever is in it."""

from __future__ import annotations

import ast
import inspect
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import crosswire
import crosswire.containers.json_document
import pytest
from crosswire import exports
from crosswire.exports import Export
from crosswire.exports.endpoints import ENDPOINTS, NO_MODEL
from crosswire.exports.literal import literal
from crosswire.exports.sdks import AZURE_AGENT, SDKS
from crosswire.formats import FORMATS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests import strategies
from tests.frozen_schemas import fields
from tests.samples import REQUESTS
from tests.selection import NEEDS_PACKAGES, tries

Json = dict[str, Any]
FEW = settings(
    max_examples=tries(4, thorough=10),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
HOSTILE = [
    "'; touch broken; '",
    "$(touch broken) `touch broken` ${HOME} $HOME \\$HOME",
    "END_OF_BODY\nEND_OF_BODY\nEOF\n\"\"\"\n'''\n",
    "a\x00b\x01\x7f\x81\x88\x9f\r\n\t\\n\\\\",
    "\u2028\u2029\u202e\ufeff\U0001f600 \ud800 東京",
    "#!/bin/sh\nimport os; os.system('touch broken')",
]
KEYS = {key: f"value of {key}" for one in ENDPOINTS.values() for key in one.keys} | {
    "AZURE_PROJECT": "p",
    "AZURE_TOKEN": "t",
}
FAKE_CURL = """#!/bin/sh
cat > body
for argument in "$@"; do printf '%s\\n' "$argument"; done > arguments
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a curl that notes what it is given."""
    (tmp_path / "curl").write_text(FAKE_CURL)
    (tmp_path / "curl").chmod(0o755)
    return tmp_path


def export_of(body: Json, format: str) -> Export:
    [conversation] = crosswire.parse(body, format)
    return Export(conversation, crosswire.render(conversation, format))


def said(text: str, format: str) -> Json:
    body: Json = json.loads(json.dumps(REQUESTS[format]).replace('"What is in a.txt?"', json.dumps(text)))
    return body


def run(script: bytes, folder: Path, env: dict[str, str] | None = None) -> tuple[bytes, list[str]]:
    """The body that the script sends, and the arguments of curl."""
    (folder / "replay.sh").write_bytes(script)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["/bin/sh", "replay.sh"],
        cwd=folder,
        env={"PATH": path, **(KEYS if env is None else env)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not (folder / "broken").exists()
    return (folder / "body").read_bytes(), (folder / "arguments").read_text().splitlines()


@pytest.mark.parametrize("format", FORMATS)
def test_the_command_sends_the_body_to_the_byte(format: str, folder: Path) -> None:
    for text in HOSTILE:
        export = export_of(said(text, format), format)
        sent, arguments = run(exports.write("curl", export).data, folder)
        expected = export.payload
        if format == "bedrock":
            expected = {name: value for name, value in expected.items() if name != "modelId"}
        assert sent == crosswire.containers.json_document.write(expected, indent=True) + b"\n"
        assert "--data-binary" in arguments


@pytest.mark.parametrize("format", FORMATS)
@FEW
@given(data=st.data())
def test_any_body_is_sent_as_it_was_rendered(format: str, folder: Path, data: st.DataObject) -> None:
    export = export_of(data.draw(strategies.BODIES[format]), format)
    sent, _ = run(exports.write("curl", export).data, folder)
    body = json.loads(sent)
    for name in ("model", "modelId"):
        expected = export.payload.get(name)
        if expected is None or name == "modelId":
            body.pop(name, None)
    assert body == {name: v for name, v in export.payload.items() if name != "modelId"}


@pytest.mark.parametrize(
    ("format", "url", "headers"),
    [
        (
            "openai-chat",
            "https://api.openai.com/v1/chat/completions",
            ["Authorization: Bearer value of OPENAI_API_KEY"],
        ),
        (
            "anthropic",
            "https://api.anthropic.com/v1/messages",
            ["x-api-key: value of ANTHROPIC_API_KEY", "anthropic-version: 2023-06-01"],
        ),
        (
            "gemini",
            f"https://generativelanguage.googleapis.com/v1beta/models/{NO_MODEL}:generateContent",
            ["x-goog-api-key: value of GEMINI_API_KEY"],
        ),
        (
            "bedrock",
            "https://bedrock-runtime.value of AWS_REGION.amazonaws.com"
            "/model/amazon.nova-lite-v1%3A0/converse",
            ["Authorization: Bearer value of AWS_BEARER_TOKEN_BEDROCK"],
        ),
        (
            "azure-foundry",
            "https://value of AZURE_RESOURCE.services.ai.azure.com/api/projects/p/openai/v1/responses",
            ["Authorization: Bearer t"],
        ),
        ("ollama", "http://localhost:11434/api/chat", []),
    ],
)
def test_the_command_goes_where_the_provider_listens(
    format: str, url: str, headers: list[str], folder: Path
) -> None:
    script = exports.write("curl", export_of(REQUESTS[format], format)).data
    _, arguments = run(script, folder)
    assert url in arguments
    assert set(headers) <= set(arguments)


def test_the_model_of_a_log_stands_in_the_address_and_cannot_leave_it(folder: Path) -> None:
    body = REQUESTS["bedrock"] | {"modelId": '$(touch broken)"; touch broken; "/../x'}
    _, arguments = run(exports.write("curl", export_of(body, "bedrock")).data, folder)
    assert [one for one in arguments if one.startswith("https:")] == [
        "https://bedrock-runtime.value of AWS_REGION.amazonaws.com/model/"
        "%24%28touch%20broken%29%22%3B%20touch%20broken%3B%20%22%2F..%2Fx/converse"
    ]


def test_a_command_without_its_key_says_so_and_sends_nothing(folder: Path) -> None:
    script = exports.write("curl", export_of(REQUESTS["anthropic"], "anthropic")).data
    (folder / "replay.sh").write_bytes(script)
    env = {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["/bin/sh", "replay.sh"], cwd=folder, env=env, capture_output=True, check=False)
    assert done.returncode != 0
    assert b"ANTHROPIC_API_KEY" in done.stderr
    assert not (folder / "body").exists()


class Stub(ModuleType):
    """Stands for any SDK: whatever is called is noted."""

    calls: list[tuple[str, Json]]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Noted(name, self.calls)


class _Noted:
    def __init__(self, path: str, calls: list[tuple[str, Json]]) -> None:
        self.path, self.calls = path, calls

    def __getattr__(self, name: str) -> _Noted:
        return _Noted(f"{self.path}.{name}", self.calls)

    def __call__(self, *args: Any, **given: Any) -> Any:
        self.calls.append((self.path, given))
        return _Noted(self.path, self.calls)

    def __iter__(self) -> Any:
        return iter([])


def execute(program: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Json]:
    """The method of the SDK that the program calls last, and what it gives it."""
    calls: list[tuple[str, Json]] = []
    for name in (
        "openai",
        "anthropic",
        "google",
        "boto3",
        "mistralai",
        "mistralai.client",
        "cohere",
        "ollama",
    ):
        stub = Stub(name)
        stub.calls = calls
        monkeypatch.setitem(sys.modules, name, stub)
    for key, value in KEYS.items():
        monkeypatch.setenv(key, value)
    exec(compile(program, "replay.py", "exec"), {"print": lambda *_: None})  # noqa: S102 - it is what is tested
    return calls[-1]


def sent_by(format: str, given: Json) -> Json:
    """The body that the arguments of a call make."""
    given = dict(given)
    further = given.pop("extra_body", {})
    if format == "gemini":
        further = given.pop("config", {}).get("http_options", {}).get("extra_body", {})
    if format == "cohere":
        further = given.pop("request_options", {}).get("additional_body_parameters", {})
    return given | further


@pytest.mark.parametrize("format", FORMATS)
def test_the_program_gives_the_sdk_the_whole_body(format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in HOSTILE:
        export = export_of(said(text, format), format)
        method, given = execute(exports.write("python", export).data, monkeypatch)
        sent = sent_by(format, given)
        if format == "gemini":
            assert sent.pop("model") == NO_MODEL
        assert sent | ({"stream": False} if method == "ollama.chat" else {}) == export.payload
        assert method.rpartition(".")[2] in SDKS[format].call


@pytest.mark.parametrize("format", FORMATS)
@FEW
@given(data=st.data())
def test_any_body_is_given_as_it_was_rendered(
    format: str, monkeypatch: pytest.MonkeyPatch, data: st.DataObject
) -> None:
    export = export_of(data.draw(strategies.BODIES[format]), format)
    written = exports.write("python", export)
    _, given = execute(written.data, monkeypatch)
    sent = sent_by(format, given)
    lost = {loss.what for loss in written.losses if loss.code == "no-argument"}
    named = "modelId" if format == "bedrock" else "model"
    if named not in export.payload:
        assert sent.pop(named, NO_MODEL) == NO_MODEL or format == "gemini"
    expected = {name: v for name, v in export.payload.items() if name not in lost}
    if SDKS[format].streams:
        expected.pop("stream", None)
    if format == "bedrock":
        expected = as_bytes(expected)
    assert sent == expected


def as_bytes(value: Any) -> Any:
    """Converse's JSON as boto3 takes it."""
    import base64

    if isinstance(value, list):
        return [as_bytes(one) for one in value]
    if not isinstance(value, dict):
        return value
    made = {name: as_bytes(one) for name, one in value.items()}
    source = made.get("source")
    if isinstance(source, dict) and isinstance(source.get("bytes"), str):
        source["bytes"] = base64.b64decode(source["bytes"])
    if isinstance(made.get("redactedContent"), str):
        made["redactedContent"] = base64.b64decode(made["redactedContent"])
    return made


@pytest.mark.parametrize("format", FORMATS)
def test_a_missing_model_is_a_word_that_says_so(format: str) -> None:
    body = {name: v for name, v in REQUESTS[format].items() if name not in ("model", "agent_reference")}
    body.pop("modelId", None)
    for shape in ("curl", "python"):
        written = exports.write(shape, export_of(body, format))
        assert NO_MODEL.encode() in written.data
        assert "no-model" in {loss.code for loss in written.losses}


def test_long_texts_stand_in_lines_that_people_can_read() -> None:
    text = "A first line.\nA second one, with 'quotes' and \"more\".\n" + "word " * 60
    code = literal({"content": text})
    assert ast.literal_eval(code) == {"content": text}
    assert '"A first line.\\n"' in code
    assert max(map(len, code.splitlines())) < 125


@FEW
@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
    )
)
def test_a_literal_is_the_value(value: Any) -> None:
    assert ast.literal_eval(literal(value)) == value


def test_what_is_nested_too_deeply_for_python_is_read_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    deep: Any = "x"
    for _ in range(100):
        deep = {"a": [deep]}
    body = REQUESTS["openai-chat"] | {"metadata": deep}
    export = export_of(body, "openai-chat")
    assert (
        sent_by("openai-chat", execute(exports.write("python", export).data, monkeypatch)[1])
        == export.payload
    )


@pytest.mark.thorough
def test_the_arguments_are_those_of_the_sdks() -> None:
    anthropic = pytest.importorskip("anthropic", reason=NEEDS_PACKAGES)
    import cohere
    import ollama
    from google.genai import models
    from mistralai.client.chat import Chat
    from openai.resources.chat.completions import Completions
    from openai.resources.responses import Responses

    methods = {
        "openai-chat": Completions.create,
        "openai-responses": Responses.create,
        "anthropic": anthropic.resources.messages.Messages.create,
        "gemini": models.Models.generate_content,
        "mistral": Chat.complete,
        "cohere": cohere.ClientV2.chat,
        "ollama": ollama.Client.chat,
    }
    for format, method in methods.items():
        assert SDKS[format].takes <= set(inspect.signature(method).parameters), format
    assert AZURE_AGENT.takes == SDKS["openai-responses"].takes


def test_boto3_takes_the_fields_of_converse() -> None:
    assert SDKS["bedrock"].takes <= set(fields("botocore:bedrock-runtime:ConverseRequest"))
