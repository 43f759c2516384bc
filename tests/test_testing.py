"""`crosswire.testing`: what a provider would refuse fails a test, in words that one can act on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import crosswire
import pytest
from crosswire.answers import answer
from crosswire.configuration import found_from
from crosswire.testing import NotAccepted, NotKnown, assert_accepted_by, colours
from msgspec import structs
from tests.samples import REQUESTS

ROOT = Path(__file__).resolve().parent.parent
CALL = {"type": "tool_use", "id": "toolu_01", "name": "add", "input": {"a": 1}}


@pytest.fixture(autouse=True)
def _nothing_known() -> None:
    found_from.cache_clear()


def history(answered: str) -> list[dict[str, Any]]:
    result = {"type": "tool_result", "tool_use_id": answered, "content": "1"}
    return [
        {"role": "user", "content": "Add."},
        {"role": "assistant", "content": [CALL]},
        {"role": "user", "content": [result]},
    ]


def test_a_failure_says_who_refuses_where_in_which_words_and_what_mends_it() -> None:
    with pytest.raises(NotAccepted) as failed:
        assert_accepted_by(history("toolu_02"), "anthropic")
    text = str(failed.value)
    assert text.startswith("Anthropic Messages would refuse this, for one reason.\n")
    assert "at messages[2].content[0].tool_use_id (id toolu_02)" in text
    assert "answers 400: messages.2.content.0: unexpected `tool_use_id` found" in text
    gone, come = (line.strip() for line in text.splitlines() if line.strip()[:2] in ("- ", "+ "))
    assert '"tool_use_id":"toolu_02"' in gone
    assert '"tool_use_id":"toolu_01"' in come


@pytest.mark.parametrize("name", ["openai-chat", "openai-responses", "anthropic", "bedrock"])
def test_what_a_provider_takes_passes_as_body_as_list_and_as_file(name: str, tmp_path: Path) -> None:
    body = REQUESTS[name]
    file = tmp_path / "request.json"
    file.write_text(json.dumps(body))
    messages = body["input" if "input" in body else "messages"]
    for given in (body, messages, file, str(file), json.dumps(messages).encode()):
        assert_accepted_by(given, name, strict=True)


def test_plain_messages_are_read_as_the_provider_that_is_named_reads_them() -> None:
    for name in ("openai-chat", "anthropic", "mistral", "cohere", "openai-responses"):
        assert_accepted_by([{"role": "user", "content": "Hello."}], name)


def test_a_history_in_the_format_of_another_provider_fails_unless_it_is_to_be_converted() -> None:
    with pytest.raises(NotAccepted, match="it reads as Anthropic Messages"):
        assert_accepted_by(history("toolu_01"), "openai-chat")
    assert_accepted_by(history("toolu_01"), "openai-chat", converted=True)


def test_what_is_not_known_is_a_warning_and_a_failure_only_where_that_is_asked_for() -> None:
    odd = [{"role": "user", "content": [{"type": "hologram", "data": "x"}]}]
    with pytest.warns(NotKnown, match=r"(?s)not known:.*messages\[0\]\.content\[0\]: "):
        assert_accepted_by(odd, "anthropic")
    with pytest.raises(NotAccepted, match="is not known"):
        assert_accepted_by(odd, "anthropic", strict=True)


def test_what_holds_no_conversation_or_names_no_target_never_passes() -> None:
    with pytest.raises(crosswire.NotAConversation):
        assert_accepted_by([], "anthropic")
    with pytest.raises(crosswire.UnknownFormat, match="There is no target 'antropic'"):
        assert_accepted_by(history("toolu_01"), "antropic")
    with pytest.raises(TypeError, match=r"messages\[0\]\.content is object"):
        assert_accepted_by([{"role": "user", "content": object()}], "anthropic")


def test_the_settings_of_the_project_name_whom_to_ask_and_whether_unsure_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(crosswire.CrosswireError, match="Name a target, here or in the settings"):
        assert_accepted_by(history("toolu_01"))
    (tmp_path / "crosswire.toml").write_text('targets = ["anthropic", "bedrock"]\nfail-on = "warning"\n')
    found_from.cache_clear()
    with pytest.raises(NotAccepted) as failed:
        assert_accepted_by(history("toolu_02"), converted=True)
    assert [line for line in str(failed.value).splitlines() if "would refuse this" in line] == [
        "Anthropic Messages would refuse this, for one reason.",
        "Bedrock Converse would refuse this, for one reason.",
    ]
    odd = [{"role": "user", "content": [{"type": "hologram", "data": "x"}]}]
    with pytest.raises(NotAccepted, match="is not known"):
        assert_accepted_by(odd, "anthropic")
    with pytest.warns(NotKnown):
        assert_accepted_by(odd, "anthropic", strict=False)


class OfAnSdk:
    """Like the objects that SDKs give, which programs put into their histories as they come."""

    def model_dump(self, *, mode: str, by_alias: bool, exclude_unset: bool) -> dict[str, Any]:
        assert (mode, by_alias, exclude_unset) == ("json", True, True)
        return CALL


def test_objects_of_an_sdk_are_taken_as_they_are_sent() -> None:
    messages = history("toolu_01")
    messages[1]["content"] = [OfAnSdk()]
    assert_accepted_by(messages, "anthropic", strict=True)


def test_of_many_causes_and_changes_the_first_are_shown_and_the_others_counted() -> None:
    def refused(number: int) -> list[dict[str, Any]]:
        call = {**CALL, "id": f"bad id {number}"}
        return [history("")[0], {"role": "assistant", "content": [call]}, history(call["id"])[2]]

    with pytest.raises(NotAccepted) as failed:
        assert_accepted_by([one for number in range(8) for one in refused(number)], "anthropic")
    lines = str(failed.value).splitlines()
    assert len(lines) < 60
    assert any(line.startswith("And ") and line.endswith(" more.") for line in lines)


def test_a_refusal_without_a_cause_to_tell_is_told_by_its_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = answer
    monkeypatch.setattr(
        "crosswire.testing.accepted.answer",
        lambda conversation, target: structs.replace(whole(conversation, target), causes=()),
    )
    with pytest.raises(NotAccepted) as raised:
        assert_accepted_by(history("toolu_02"), "anthropic")
    assert "would refuse this:\n- messages[" in str(raised.value)
    assert "reason" not in str(raised.value)


def test_changes_are_painted_only_where_colours_can_be_shown() -> None:
    assert colours.painted("- gone") == "- gone"
    token = colours.are_wanted.set(True)
    try:
        assert colours.painted("- gone") == "\x1b[31m- gone\x1b[0m"
        assert colours.painted("  kept") == "  kept"
    finally:
        colours.are_wanted.reset(token)


def test_pytest_shows_the_message_at_the_line_of_the_test_with_the_fixture_of_the_plugin(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_agent.py").write_text(
        f"HISTORY = {history('toolu_02')!r}\n\n"
        "def test_it(assert_accepted_by):\n"
        "    assert_accepted_by(HISTORY, 'anthropic')\n"
    )
    command = [sys.executable, "-m", "pytest", "-p", "crosswire.testing.plugin", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [*command, "--color=yes", "test_agent.py"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stderr
    assert "Anthropic Messages would refuse this, for one reason." in done.stdout
    assert "\x1b[32m+ " in done.stdout
    assert "crosswire/testing/accepted.py" not in done.stdout, "our own lines are shown"
    assert "test_agent.py\x1b[0m:4: NotAccepted" in done.stdout


def test_what_pytest_loads_by_itself_loads_nothing_more_of_crosswire() -> None:
    code = (
        "import sys, crosswire.testing.plugin\n"
        "print(sorted(name for name in sys.modules if name.startswith('crosswire')))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(
        [
            "crosswire",
            "crosswire.lazy_names",
            "crosswire.testing",
            "crosswire.testing.colours",
            "crosswire.testing.plugin",
        ]
    )
