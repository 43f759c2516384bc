"""Which tools are known: what they are called, what a call of them is, and what they answer
with.

Names are compared without case. A wire type stands beside its tool's name where a provider has
one.
"""

from __future__ import annotations

from webapp.inspector.reading.agent_views import agent, fetch, plan, steps
from webapp.inspector.reading.file_views import edit, editor, edits, patch, read, search, write
from webapp.inspector.reading.shell_views import hand, program, shell
from webapp.inspector.reading.texts import Content
from webapp.inspector.reading.view import Maker

_SHELLS = """bash shell local_shell local_shell_call shell_call shell_command
run_shell_command exec_command container.exec execute_command run_terminal_cmd
run_in_terminal terminal unified_exec bash_code_execution execute_bash powershell"""
_PROGRAMS = """code_execution code_interpreter code_interpreter_call executablecode python
execute_code ipython repl"""
_FILES = "read read_file readfile view view_file cat"
_READERS = f"{_FILES} notebookread read_many_files read_files ls list_directory"
_WRITERS = "write write_file writefile create_file write_to_file notebookedit"
_EDITORS = (
    "edit multiedit replace edit_file search_replace replace_in_file str_replace edit_notebook"
)
_TEXT_EDITORS = (
    "str_replace_based_edit_tool str_replace_editor text_editor text_editor_code_execution"
)
_PATCHERS = "apply_patch apply_patch_call apply_diff"
_SEARCHERS = """grep glob search_file_content search_files grep_search file_search
codebase_search find_files rg"""
_LISTS = "todowrite todo_write write_todos update_plan todo_list manage_todo_list"
_AGENTS = "task agent spawn_agent dispatch_agent delegate"
_FETCHERS = "webfetch web_fetch fetch url_context fetch_url"
_HANDS = "computer computer_use_preview computer_call computer_use"

MAKERS: dict[str, tuple[Maker, ...]] = {
    name: makers
    for names, makers in (
        (_SHELLS, (shell,)),
        (_PROGRAMS, (program,)),
        (_READERS, (read,)),
        (_WRITERS, (write,)),
        (_EDITORS, (edits, edit)),
        (_TEXT_EDITORS, (editor,)),
        (_PATCHERS, (patch,)),
        (_SEARCHERS, (search,)),
        (_LISTS, (steps,)),
        (_AGENTS, (agent,)),
        (_FETCHERS, (fetch,)),
        (_HANDS, (hand,)),
        ("exitplanmode exit_plan_mode", (plan,)),
    )
    for name in names.split()
}
"""What shows a call of a tool of this name."""

ANY: tuple[Maker, ...] = (edits, edit, editor, write)
"""For tools of other names, whose fields alone may say what they are."""

_ANSWERS: tuple[tuple[str, Content], ...] = (
    (f"{_SHELLS} bashoutput bash_output write_stdin", "terminal"),
    (f"{_FILES} {_TEXT_EDITORS}", "file"),
    (f"{_AGENTS} {_FETCHERS}", "markdown"),
)
_CONTENTS = {name: content for names, content in _ANSWERS for name in names.split()}


def makers_of(name: str, wire_type: str) -> tuple[Maker, ...] | None:
    """What shows a call of this tool, where it is known."""
    return MAKERS.get(name.casefold()) or MAKERS.get(wire_type.casefold())


def content_of(name: str, wire_type: str) -> Content:
    """What a tool answers with, where it is known."""
    return _CONTENTS.get(name.casefold()) or _CONTENTS.get(wire_type.casefold()) or ""
