"""`crosswire formats`: the same facts as the pages."""

from __future__ import annotations

import json

import crosswire
from click.testing import CliRunner, Result
from crosswire.capabilities import FEATURES, holding
from crosswire.cli import main
from tests.selection import for_each


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["formats", *arguments])


def test_the_list_as_json_names_what_is_read_and_what_is_written() -> None:
    listed = json.loads(run("--format", "json").stdout)["formats"]
    assert [one["name"] for one in listed] == [*crosswire.FORMATS, *crosswire.LOGS]
    assert all(one["read"] for one in listed)
    assert [one["name"] for one in listed if one["written"]] == list(crosswire.FORMATS)


@for_each("name", crosswire.FORMATS)
def test_a_format_tells_what_it_can_hold(name: str) -> None:
    told = json.loads(run(name, "--format", "json").stdout)
    assert told["title"] == crosswire.FORMATS[name].TITLE
    assert [one["feature"] for one in told["holds"]] == [feature.name for feature in FEATURES]
    for one, feature in zip(told["holds"], FEATURES, strict=True):
        held = holding(feature, name)
        assert one["state"] == held.best.state.value
        assert (one["own"] is None) == (held.own is None)
        assert [other["from"] for other in one["others"]] == [o.specimen.format for o in held.others]


def test_the_text_has_each_feature_with_its_state_and_the_reason() -> None:
    text = run("anthropic").stdout
    for feature in FEATURES:
        held = holding(feature, "anthropic")
        assert f"  {held.best.state:<8} {feature.title}:" in text
    flat = " ".join(text.split())
    assert "Reasoning needs Anthropic's own signature, which no other provider's has." in flat
    assert "messages[].content[].tool_use_id" in text


def test_a_name_that_is_not_written_is_refused_with_those_that_are() -> None:
    for name, hint in (("claude-code", "It is read and not written"), ("nonsense", "It is not known")):
        done = run(name)
        assert done.exit_code == 2
        assert hint in done.stderr
        assert "openai-chat" in done.stderr


def test_the_files_of_programs_are_listed_with_where_they_lie() -> None:
    said = run("--files", "codex")
    assert said.exit_code == 0
    assert "Codex: the state database of Codex (database)" in said.output
    assert "take instead  ~/.codex/sessions/" in said.output
    told = json.loads(run("--files", "--format", "json").stdout)["files"]
    assert {"name", "program", "where", "read_as", "take_instead"} <= told[0].keys()
    assert len({one["name"] for one in told}) == len(told)
