"""`crosswire compare`: lines for people, JSON, exit codes, and which conversations are compared."""

import json
from pathlib import Path

import crosswire
import pytest
from click.testing import CliRunner, Result
from crosswire.cli import main
from tests.histories import call, calling, result, said, user

LOG = [user("What is 7 and 8?"), calling(call("call_1")), result("call_1", "15"), said("15.")]
OTHER = [
    user("What is 7 and 9?"),
    calling(call("call_1", arguments='{"a": 7, "b": 9}')),
    result("call_9", "16"),
]


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["compare", *arguments], input=stdin)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    paths = tmp_path / "a.json", tmp_path / "b.json"
    for path, log in zip(paths, (LOG, OTHER), strict=True):
        path.write_text(json.dumps({"messages": log}))
    return str(paths[0]), str(paths[1])


def test_equal_files_exit_with_0(files):
    answer = run(files[0], files[0])
    assert answer.exit_code == 0
    assert answer.stdout == (
        "4 parts the same, 0 changed, 0 only in the first, 0 only in the second; 0 findings gone, 0 new\n"
    )


def test_differences_are_told_with_their_places_and_exit_with_1(files):
    answer = run(*files)
    assert answer.exit_code == 1
    assert (
        '~ 0:/messages/0/content: text\n    text: "What is 7 and 8?" -> "What is 7 and 9?"\n' in answer.stdout
    )
    assert "    arguments /b: 8 -> 9\n" in answer.stdout
    assert '    id: "call_1" -> "call_9"\n' in answer.stdout
    assert "    + finding CW" in answer.stdout
    assert "- 0:/messages/3/content: text\n" in answer.stdout


def test_of_long_texts_the_changed_words_are_told(files, tmp_path):
    texts = ["word " * 200 + end for end in ("old.", "new.")]
    for path, text in zip(files, texts, strict=True):
        Path(path).write_text(json.dumps({"messages": [user(text)]}))
    lines = run(*files).stdout.splitlines()
    assert lines[1].endswith("… word word word [-old-]{+new+}.")
    assert len(lines[1]) < 80


def test_the_json_has_what_the_core_says(files):
    answer = run(*files, "--json")
    first, second = (crosswire.load(Path(path).read_bytes()).conversations[0] for path in files)
    [told] = json.loads(answer.stdout)["comparisons"]
    assert told == {
        "conversations": [0, 0],
        **json.loads(json.dumps(crosswire.compare(first, second).record())),
    }
    assert told["totals"]["changed"] == 3
    assert answer.exit_code == 1


def test_what_is_ignored_does_not_count(files):
    Path(files[1]).write_text(json.dumps({"messages": LOG}).replace('"call_1', '"other_1'))
    assert run(*files).exit_code == 1
    assert run(*files, "--ignore", "id").exit_code == 0
    assert run(*files, "--ignore", "nothing").exit_code == 2


def test_formats_may_differ(files, tmp_path):
    conversation = crosswire.parse({"messages": LOG})[0]
    Path(files[1]).write_text(json.dumps(crosswire.render(conversation, "openai-responses").payload))
    assert run(*files).exit_code == 0
    answer = run(*files, "--format-b", "nonsense")
    assert answer.exit_code == 2
    assert "b.json" in answer.stderr


def test_files_of_several_conversations_are_compared_one_by_one(files):
    lines = [json.dumps({"messages": log}) for log in (LOG, OTHER, LOG)]
    Path(files[0]).write_text("\n".join(lines[:2]))
    Path(files[1]).write_text("\n".join([lines[0], lines[0], lines[0]]))
    answer = run(*files)
    assert "conversation 1: 4 parts the same" in answer.stdout
    assert "conversation 2: 0 parts the same" in answer.stdout
    assert "conversation 3: only in the second" in answer.stdout
    assert answer.exit_code == 1
    assert run(*files, "--conversation-a", "1", "--conversation-b", "3").exit_code == 0
    assert run(*files, "--conversation-a", "3", "--conversation-b", "3").exit_code == 2


def test_what_cannot_be_read_exits_with_2(files, tmp_path):
    answer = run(files[0], str(tmp_path / "none.json"))
    assert answer.exit_code == 2
    assert "none.json" in answer.stderr
    assert run("-", files[0], stdin=json.dumps({"messages": LOG}).encode()).exit_code == 0
    assert run("-", "-").exit_code == 2


def test_names_that_turn_the_words_around_are_spelt(files):
    Path(files[1]).write_text(json.dumps({"messages": [calling(call("a", "\u202eevil\u200b"))]}))
    assert "\\u202eevil\\u200b" in run(*files).stdout
