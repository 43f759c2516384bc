"""`crosswire calls`: a table for people, JSON for programs."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from crosswire.cli import main
from tests.histories import call, calling, result, user
from tests.samples import REQUESTS, SESSION_LINES


def run(*arguments: str | Path, data: Any = None) -> Result:
    text = data if isinstance(data, str) else json.dumps(data)
    return CliRunner().invoke(main, ["calls", *map(str, arguments)], input=text)


SESSION = "\n".join(map(json.dumps, SESSION_LINES))


def test_the_table_says_who_answered_when_and_how_long() -> None:
    done = run("-", data=SESSION)
    assert done.exit_code == 0
    head, columns, line = done.stdout.splitlines()
    assert head == (
        "-: claude-code, 1 call, from 2026-11-21T10:00:00.000Z to 2026-11-21T10:00:02.000Z, "
        "tokens as counted by the provider: input 1, output 1"
    )
    assert columns.split()[:3] == ["call", "tool", "id"]
    words = "1 read_file call_1 by_id 2026-11-21T10:00:01.000Z ~1.000 s 16 B 4 B"
    assert " ".join(line.split()) == words


def test_the_json_has_every_value_with_its_place() -> None:
    answer = json.loads(run("-", "--format", "json", data=SESSION).stdout)
    [file] = answer["files"]
    assert file["usage"]["input"] == 1
    [one] = file["calls"]
    assert one["took"] == {"seconds": 1.0, "measured": False, "address": None}
    assert one["started"] == {"at": "2026-11-21T10:00:01.000Z", "address": "1:/timestamp"}
    assert one["checksum"]["algorithm"] == "sha256-jcs"
    assert (one["times"], one["batch_size"], one["waited"]) == (1, 1, None)


def test_a_log_without_times_or_counts_says_nothing_of_them() -> None:
    head = run("-", data=REQUESTS["openai-chat"]).stdout.splitlines()[0]
    assert head == "-: openai-chat, 1 call"


def test_names_that_would_turn_or_break_the_line_are_spelt() -> None:
    log = [user(), calling(call("a\nb", "x\u202ey" + "z" * 500)), result("a\nb")]
    out = run("-", data=log).stdout
    assert len(out.splitlines()) == 3
    assert "\\u202e" in out
    assert "a\\nb" in out
    assert "z" * 41 not in out


def test_a_file_that_cannot_be_read_is_said_and_the_others_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(REQUESTS["anthropic"]))
    done = run(tmp_path / "none.json", path)
    assert done.exit_code == 2
    assert "none.json: No such file" in done.stderr
    assert "log.json: anthropic, 1 call" in done.stdout
