"""Where programs keep their sessions, on each system. To add a program: one entry in PLACES.

A pattern is a path below the folder: `*` stands for anything in a name, `**` for any folders.
In `beside`, `{folder}`, `{name}` and `{stem}` are those of the session's file, and `{each}` is
the name, without its ending, of each file that the pattern before has found.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from crosswire.reading.catalogue.shape import Where, home, of_app


class Moved(NamedTuple):
    """An environment variable that names another folder."""

    variable: str
    below: str = ""
    """Where the program's folder stands in that one."""


class Place(Struct, frozen=True):
    """A folder in which a program keeps sessions."""

    program: str
    """What the program is called on the command line."""
    title: str
    """What the catalogue of files calls it."""
    at: Where
    files: tuple[str, ...]
    """Patterns of the files of sessions."""
    beside: tuple[str, ...] = ()
    """Patterns of what else belongs to a session."""
    moved: tuple[Moved, ...] = ()
    """The first of these that is set counts."""
    since: str = ""
    """Which versions write there, where not all do."""
    resume: str = ""
    """The command that goes on with a session: `{session}` is its id, `{path}` its file."""

    in_pieces: bool = False
    """Whether a conversation stands in the session's file and those beside it together."""

    @property
    def takes_path(self) -> bool:
        """Whether the program goes on with any file that it is given."""
        return "{path}" in self.resume


_EDITORS = (
    *map(of_app, ("Code/User", "Code - Insiders/User", "VSCodium/User", "Cursor/User")),
    *map(of_app, ("Windsurf/User", "Trae/User")),
    *map(home, (".vscode-server/data/User", ".cursor-server/data/User")),
)


def _in_editors(program: str, title: str, *files: str) -> tuple[Place, ...]:
    """What an extension keeps in each editor that is built on VS Code."""
    return tuple(Place(program, title, editor, files) for editor in _EDITORS)


_CLAUDE_FILES = ("projects/*/*.jsonl",)
_CLAUDE_BESIDE = ("{folder}/{stem}/**/*.jsonl",)
_ROLLOUTS = ("sessions/**/rollout-*.jsonl", "sessions/**/rollout-*.jsonl.zst")
_ARCHIVED = (
    "archived_sessions/**/rollout-*.jsonl",
    "archived_sessions/**/rollout-*.jsonl.zst",
)
_JOURNAL = ("{folder}/{name}-wal",)
_TASKS = "tasks/*/api_conversation_history.json"
_CHATS = (
    "workspaceStorage/*/chatSessions/*.json",
    "workspaceStorage/*/chatSessions/*.jsonl",
    "globalStorage/emptyWindowChatSessions/*.json",
    "globalStorage/emptyWindowChatSessions/*.jsonl",
)
_GOOSE = Where(
    "~/.local/share/goose/sessions",
    "~/.local/share/goose/sessions",
    "%APPDATA%\\Block\\goose\\data\\sessions",
)
_GOOSE_ROOT = (Moved("GOOSE_PATH_ROOT", "data/sessions"),)

PLACES: tuple[Place, ...] = (
    Place(
        "claude-code",
        "Claude Code",
        home(".claude"),
        _CLAUDE_FILES,
        beside=_CLAUDE_BESIDE,
        moved=(Moved("CLAUDE_CONFIG_DIR"),),
        resume="claude --resume {session}",
    ),
    Place(
        "claude-code",
        "Claude Code",
        home(".config/claude"),
        _CLAUDE_FILES,
        beside=_CLAUDE_BESIDE,
        since="some of 1.0",
        resume="claude --resume {session}",
    ),
    Place(
        "codex",
        "Codex",
        home(".codex"),
        (*_ROLLOUTS, *_ARCHIVED),
        moved=(Moved("CODEX_HOME"),),
        resume="codex resume {session}",
    ),
    Place(
        "pi",
        "Pi, OpenClaw",
        home(".pi/agent"),
        ("sessions/**/*.jsonl",),
        moved=(Moved("PI_CODING_AGENT_DIR"),),
        resume="pi --session {path}",
    ),
    Place(
        "openclaw",
        "OpenClaw",
        home(".openclaw"),
        ("agents/*/sessions/*.jsonl",),
        moved=(Moved("OPENCLAW_STATE_DIR"),),
    ),
    Place("oh-my-pi", "Oh My Pi", home(".omp/agent"), ("sessions/**/*.jsonl",)),
    Place(
        "opencode",
        "OpenCode",
        home(".local/share/opencode/storage"),
        ("session/*/ses_*.json",),
        beside=("message/{stem}/*.json", "part/{each}/*.json"),
        in_pieces=True,
        since="before 1.2",
        resume="opencode --session {session}",
    ),
    Place(
        "opencode",
        "OpenCode",
        home(".local/share/opencode"),
        ("opencode*.db",),
        beside=_JOURNAL,
        since="1.2",
        resume="opencode",
    ),
    Place("kilo", "Kilo Code", home(".local/share/kilo"), ("kilo*.db",), beside=_JOURNAL),
    Place(
        "gemini-cli",
        "Gemini CLI",
        home(".gemini"),
        ("tmp/*/chats/session-*.json",),
        moved=(Moved("GEMINI_CLI_HOME", ".gemini"),),
        since="before 0.40",
        resume="gemini --resume {session}",
    ),
    Place(
        "gemini-cli",
        "Gemini CLI",
        home(".gemini"),
        ("tmp/*/chats/session-*.jsonl",),
        moved=(Moved("GEMINI_CLI_HOME", ".gemini"),),
        since="0.40",
        resume="gemini --resume {session}",
    ),
    Place(
        "antigravity",
        "Antigravity",
        home(".gemini/antigravity-cli"),
        ("brain/*/**/transcript.jsonl",),
    ),
    Place(
        "qwen-code",
        "Qwen Code",
        home(".qwen"),
        ("projects/*/chats/*.jsonl",),
        moved=(Moved("QWEN_RUNTIME_DIR"), Moved("QWEN_HOME")),
        resume="qwen --resume {session}",
    ),
    Place(
        "copilot-cli",
        "GitHub Copilot CLI",
        home(".copilot"),
        ("session-state/*/events.jsonl",),
        moved=(Moved("COPILOT_HOME"),),
        resume="copilot --resume={session}",
    ),
    Place(
        "copilot-cli",
        "GitHub Copilot CLI",
        home(".copilot"),
        ("session-state/*.jsonl",),
        moved=(Moved("COPILOT_HOME"),),
        since="before a session had a folder",
        resume="copilot --resume={session}",
    ),
    *_in_editors("vscode-chat", "GitHub Copilot in VS Code", *_CHATS),
    Place("cursor", "Cursor", home(".cursor"), ("projects/*/agent-transcripts/**/*.jsonl",)),
    Place(
        "kimi",
        "Kimi CLI",
        home(".kimi"),
        ("sessions/*/*/wire.jsonl",),
        moved=(Moved("KIMI_SHARE_DIR"),),
        resume="kimi --session {session}",
    ),
    Place(
        "kimi",
        "Kimi CLI",
        home(".kimi-code"),
        ("sessions/**/wire.jsonl",),
        moved=(Moved("KIMI_CODE_HOME"),),
        resume="kimi --session {session}",
    ),
    *_in_editors(
        "cline", "Cline, Roo Code, Kilo Code", f"globalStorage/saoudrizwan.claude-dev/{_TASKS}"
    ),
    *_in_editors(
        "roo-code",
        "Cline, Roo Code, Kilo Code",
        f"globalStorage/rooveterinaryinc.roo-cline/{_TASKS}",
    ),
    *_in_editors(
        "kilo", "Cline, Roo Code, Kilo Code", f"globalStorage/kilocode.kilo-code/{_TASKS}"
    ),
    Place(
        "cline",
        "Cline",
        home(".cline/data"),
        ("sessions/**/*.messages.json",),
        moved=(Moved("CLINE_DIR", "data"),),
    ),
    Place(
        "goose",
        "Goose",
        _GOOSE,
        ("*.jsonl",),
        moved=_GOOSE_ROOT,
        since="before 1.10",
        resume="goose session --resume --path {path}",
    ),
    Place(
        "goose",
        "Goose",
        _GOOSE,
        ("sessions.db",),
        beside=_JOURNAL,
        moved=_GOOSE_ROOT,
        since="1.10",
        resume="goose session --resume",
    ),
    Place(
        "hermes",
        "Hermes Agent",
        home(".hermes"),
        ("sessions/session_*.json", "sessions/*.jsonl"),
        moved=(Moved("HERMES_HOME"),),
    ),
    Place(
        "hermes",
        "Hermes Agent",
        home(".hermes"),
        ("state.db", "profiles/*/state.db"),
        beside=_JOURNAL,
        moved=(Moved("HERMES_HOME"),),
    ),
    Place("grok", "Grok CLI", home(".grok"), ("sessions/**/chat_history.jsonl",)),
    Place("trae", "Trae", home(".trae/cli"), ("sessions/**/rollout-*.jsonl",)),
    Place("droid", "Droid", home(".factory"), ("sessions/**/*.jsonl",)),
    Place("kiro", "Kiro", home(".kiro"), ("sessions/cli/*.jsonl",)),
    Place("amp", "Amp", home(".local/share/amp"), ("threads/T-*.json",)),
    Place(
        "continue",
        "Continue",
        home(".continue"),
        ("sessions/*-*.json",),
        moved=(Moved("CONTINUE_GLOBAL_DIR"),),
    ),
    Place("openhands", "OpenHands", home(".openhands"), ("conversations/*/trajectory.json",)),
    Place("gptme", "gptme", home(".local/share/gptme"), ("logs/*/conversation.jsonl",)),
)

PROGRAMS: dict[str, str] = {
    **{place.program: place.title for place in reversed(PLACES)},
    "cline": "Cline",
    "roo-code": "Roo Code",
    "kilo": "Kilo Code",
    "pi": "Pi",
}
"""The programs whose sessions are found, with what a list calls them."""
