"""Shells, editors and the like are shown as what they are, and no field of a call is out of sight."""

import json
from typing import Any

from crosswire.model import Arguments, ArgumentsState, ToolCallPart
from crosswire.model.call_id import CallId, IdSource, IdState
from tests.selection import for_each
from tests.webapp.markup import elements, text
from webapp.inspector.reading import as_result, content_of, of_call, of_result
from webapp.readmodel.cell import Cell, describe_part
from webapp.readmodel.wire import compact

EVIL = "<img src=x onerror=alert(1)>\u202e\u200b"
TODOS = [
    {"content": "Read the code", "status": "completed", "activeForm": "Reading"},
    {"content": EVIL, "status": "pending", "priority": 3},
]
CALLS: list[tuple[str, str, dict[str, Any], str]] = [
    (
        "Bash",
        "tool_use",
        {"command": "ls -la", "description": "List", "timeout": 5, "cwd": "/src"},
        "$ ls -la",
    ),
    ("shell", "function", {"command": ["bash", "-lc", "echo a b"], "workdir": "/w"}, "$ bash -lc 'echo a b'"),
    ("exec_command", "function_call", {"cmd": "pwd", "yield_time_ms": 10}, "$ pwd"),
    ("shell", "shell_call", {"commands": ["ls", "pwd"], "timeout_ms": 9}, "$ pwd"),
    ("local_shell", "local_shell_call", {"action": {"command": ["ls"], "env": {"A": "1"}}}, "$ ls"),
    ("anything", "function", {"command": "make test"}, "$ make test"),
    ("bash_code_execution", "server_tool_use", {"command": "date"}, "$ date"),
    ("Read", "tool_use", {"file_path": "/a.py", "offset": 10, "limit": 5}, "from line 10, 5 lines at most"),
    ("read_many_files", "functionCall", {"paths": ["a.txt", "b.txt"]}, "b.txt"),
    ("view", "function", {"path": "a", "view_range": [3, 9]}, "lines 3 to 9"),
    ("Write", "tool_use", {"file_path": "a.py", "content": "def f():\n    pass"}, "def f():\n    pass"),
    ("save", "function", {"path": "a.py", "content": "x = 1", "mode": "w"}, "x = 1"),
    ("Edit", "tool_use", {"file_path": "a", "old_string": "b\nc", "new_string": "b\nd"}, "removed: - c"),
    ("swap", "function", {"path": "a", "old_str": "b", "new_str": "c", "all": True}, "added: + c"),
    (
        "MultiEdit",
        "tool_use",
        {"file_path": "a", "edits": [{"old_string": "b", "new_string": "c", "replace_all": True}]},
        "added: + c",
    ),
    ("Grep", "tool_use", {"pattern": "a.*b", "path": "/src", "-A": 3}, "a.*b in /src"),
    ("Glob", "tool_use", {"pattern": "**/*.py"}, "**/*.py"),
    ("TodoWrite", "tool_use", {"todos": TODOS}, "☑ Read the code completed"),
    ("update_plan", "function_call", {"plan": [{"step": "Go", "status": "in_progress"}]}, "◐ Go in_progress"),
    ("Task", "tool_use", {"description": "Look", "prompt": "Find **it**", "subagent_type": "x"}, "Find it"),
    ("WebFetch", "tool_use", {"url": "https://a.example/b", "prompt": "What?"}, "https://a.example/b"),
    ("web_fetch", "server_tool_use", {"url": "javascript:alert(1)"}, "javascript:alert(1)"),
    (
        "apply_patch",
        "apply_patch_call",
        {"operation": {"type": "update_file", "path": "a.py", "diff": "@@\n-a\n+b"}},
        "added: +b",
    ),
    (
        "str_replace_based_edit_tool",
        "tool_use",
        {"command": "insert", "path": "a", "insert_line": 4, "insert_text": "new"},
        "after line 4",
    ),
    ("str_replace_editor", "function", {"command": "create", "path": "a.py", "file_text": "x = 1"}, "x = 1"),
    ("computer", "tool_use", {"action": "left_click", "coordinate": [10, 20]}, "left_click"),
    ("code_execution", "executableCode", {"code": "print(1)", "language": "PYTHON"}, "print(1)"),
    ("Bash", "tool_use", {"command": EVIL, EVIL: EVIL, "nested": {"deep": [EVIL]}}, "onerror"),
]


ID = CallId("call_1", IdSource.CORRELATION, IdState.PRESENT)


def call_cell(name: str, wire_type: str, arguments: Arguments) -> Cell:
    part = ToolCallPart(
        address="0:/a", raw={}, call_id=ID, name=name, arguments=arguments, wire_type=wire_type
    )
    return describe_part(part, None)


def parsed(name: str, wire_type: str, value: Any) -> Cell:
    return call_cell(name, wire_type, Arguments(ArgumentsState.PARSED, value, None))


@for_each(("name", "wire_type", "value", "shown"), CALLS)
def test_a_known_tool_is_shown_as_what_it_is(name: str, wire_type: str, value: Any, shown: str) -> None:
    view = of_call(parsed(name, wire_type, value), whole=False)
    assert view is not None
    assert shown in text(view.html).partition("Arguments as sent")[0]


def leaves(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(leaf for one in value.values() for leaf in leaves(one))]
    if isinstance(value, list):
        return [leaf for one in value for leaf in leaves(one)]
    return [value if isinstance(value, str) else json.dumps(value)]


@for_each(("name", "wire_type", "value", "shown"), CALLS)
def test_every_field_is_shown_and_stands_in_the_arguments_as_sent(
    name: str, wire_type: str, value: Any, shown: str
) -> None:
    view = of_call(parsed(name, wire_type, value), whole=False)
    assert view is not None
    before, _, sent = text(view.html).partition("Arguments as sent")
    written = json.loads(sent)
    assert written == value
    for leaf in leaves(value):
        if leaf not in SHOWN_BY_WORDS:
            for line in leaf.replace("**", "").split("\n"):
                assert line.strip("\u202e\u200b") in before, leaf


SHOWN_BY_WORDS = {
    *[
        "command",
        "cmd",
        "commands",
        "cwd",
        "workdir",
        "action",
        "description",
        "path",
        "file_path",
        "paths",
        "offset",
        "limit",
        "view_range",
    ],
    *[
        "content",
        "file_text",
        "old_string",
        "new_string",
        "old_str",
        "new_str",
        "edits",
        "pattern",
        "todos",
        "plan",
        "step",
        "status",
    ],
    *[
        "prompt",
        "subagent_type",
        "url",
        "operation",
        "type",
        "diff",
        "insert_line",
        "insert_text",
        "code",
        "language",
        "3",
        "9",
    ],
}
"""Names that the view says in other words: a prompt, a sign, "lines 3 to 9"."""


def test_nothing_of_a_call_becomes_markup() -> None:
    view = of_call(parsed("Bash", "tool_use", CALLS[-1][2]), whole=False)
    assert view is not None
    assert not {tag for tag, _ in elements(view.html)} - {
        "pre",
        "span",
        "p",
        "b",
        "details",
        "summary",
        "code",
    }
    assert "\u202e" not in view.html


@for_each(
    ("name", "value"),
    [
        ("Bash", {"cmdline": "ls"}),
        ("Bash", ["ls"]),
        ("Bash", {"command": 7}),
        ("Edit", {"file_path": "a", "old_string": 1, "new_string": "b"}),
        ("MultiEdit", {"file_path": "a", "edits": [{"old_string": "b"}]}),
        ("TodoWrite", {"todos": "none"}),
        ("search_orders", {"query": "x"}),
        ("weather", {"city": "Rome", "path": "x"}),
    ],
)
def test_what_is_no_such_call_stays_json(name: str, value: Any) -> None:
    assert of_call(parsed(name, "function", value), whole=False) is None


def test_an_object_with_two_equal_keys_stays_json() -> None:
    cell = parsed("Bash", "function", {"command": "ls"})
    cell["json"] = '{"command":"rm","command":"ls"}'
    assert of_call(cell, whole=False) is None


def test_a_long_command_is_cut_and_its_rest_is_counted() -> None:
    cell = parsed("Bash", "function", {"command": "echo a\n" * 3_000})
    cut, whole = of_call(cell, whole=False), of_call(cell, whole=True)
    assert cut is not None
    assert whole is not None
    assert cut.more > 15_000
    assert len(cut.html) < 7_000
    assert whole.more == 0
    assert text(whole.html).count("echo a") == 6_000  # shown, and as sent


def test_a_text_that_is_kept_in_part_says_so() -> None:
    cell = parsed("Write", "function", {"file_path": "a.txt", "content": "/* no note */ x" * 5_000})
    view = of_call(cell, whole=True)
    assert view is not None
    assert "the first 200 of 75,000 characters" in text(view.html)
    assert "/* no note */" in text(view.html)


def test_free_text_for_a_patcher_is_a_diff() -> None:
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-old <b>\n+new\n*** End Patch"
    cell = call_cell("apply_patch", "custom_tool_call", Arguments(ArgumentsState.FREE_TEXT, None, patch))
    view = of_call(cell, whole=False)
    assert view is not None
    assert [tag for tag, _ in elements(view.html) if tag in ("ins", "del")] == ["del", "ins"]
    assert "-old <b>" in text(view.html)


def test_the_output_of_a_shell_is_shown_without_colour_codes_which_stay_in_reach() -> None:
    html = as_result("\x1b[32mok\x1b[0m done\x1b[2K", content_of("Bash", ""), "", whole=False).html
    before, told, after = text(html).partition("2 colour codes of a terminal left out")
    assert told
    assert before.strip() == "ok done\\u001b[2K"
    assert after.strip() == "\\u001b[32mok\\u001b[0m done\\u001b[2K"


@for_each(
    ("value", "shown"),
    [
        ({"stdout": "a\nb", "stderr": "bad", "return_code": 3}, ["a\nb", "stderr", "bad", "exit code 3"]),
        ({"output": "a\n", "metadata": {"exit_code": 1, "seconds": 2}}, ["exit code 1", "seconds 2"]),
        ({"outcome": "OUTCOME_OK", "output": "4"}, ["4", "outcome OUTCOME_OK"]),
        (
            {"output": [{"stdout": "x", "stderr": "", "outcome": {"type": "exit"}}], "n": 1},
            ["x", "exit", "n 1"],
        ),
    ],
)
def test_a_result_with_an_exit_code_is_shown_as_output(value: Any, shown: list[str]) -> None:
    for html in (
        of_result(compact(value), whole=False).html,
        as_result(json.dumps(value, indent=2), "", "", whole=False).html,
    ):
        before, told, sent = text(html).partition("Result as sent")
        assert told
        assert [words for words in shown if words in before] == shown
        assert json.loads(sent) == value


def test_other_results_stay_json() -> None:
    assert "as sent" not in of_result('{"output":"a","cost":1}', whole=False).html


def test_a_file_is_shown_in_colours_by_its_name_with_its_numbers() -> None:
    source = "     9→def f():\n    10→    return '<b>'\n\n<system-reminder>mind</system-reminder>"
    html = as_result(source, content_of("Read", ""), "/src/a.py", whole=False).html
    assert '<span class="k">def</span>' in html
    assert text(html).replace("\n", "") == source.replace("\n", "")
    assert '<span class="k">' not in as_result(source, "file", "/src/a.unknown", whole=False).html


def test_a_result_that_is_a_diff_or_plainly_markdown_is_shown_so() -> None:
    diff = as_result("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b", "", "", whole=False)
    assert [tag for tag, _ in elements(diff.html) if tag in ("ins", "del")] == ["del", "ins"]
    markdown = as_result("# Title\n\n- one\n- two", "", "", whole=False)
    assert "<ul>" in markdown.html
    code = as_result("# a comment\nx = 1 * 2\ny = *x", "", "", whole=False)
    assert [tag for tag, _ in elements(code.html)] == ["div"]
