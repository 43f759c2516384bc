"""What coding agents write into a session, beside it, and around it."""

from __future__ import annotations

from crosswire.reading.catalogue.shape import Shape, anywhere, home, of_app

_CLAUDE = home(".claude/projects/<folder>/<session>.jsonl")
_ROLLOUT = "~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl"
_CODE = "Code/User/globalStorage"

CLAUDE_CODE = (
    Shape(
        name="claude-code-session",
        program="Claude Code",
        what="a session of Claude Code",
        called="<session>.jsonl",
        at=_CLAUDE,
        format="claude-code",
        marks=(("sessionId", "uuid", "message/content"),),
    ),
    Shape(
        name="claude-code-agent",
        program="Claude Code",
        what="what Claude Code notes of a sub-agent",
        kind="index",
        called="agent-*.meta.json",
        at=home(".claude/projects/<folder>/<session>/subagents/"),
        take="the file beside it that ends in `.jsonl`, or the session's folder as a zip",
        marks=(("agentType", "toolUseId"), ("agentType", "spawnDepth")),
    ),
    Shape(
        name="claude-code-index",
        program="Claude Code",
        what="the index of Claude Code's sessions",
        kind="index",
        called="sessions-index.json",
        at=home(".claude/projects/<folder>/"),
        take="the file beside it that an entry names in `fullPath`",
        marks=(("entries[]/sessionId", "entries[]/fullPath"),),
    ),
    Shape(
        name="claude-code-history",
        program="Claude Code",
        what="the list of prompts of Claude Code",
        kind="index",
        called="history.jsonl",
        at=home(".claude/"),
        take="~/.claude/projects/<folder>/<session>.jsonl",
        marks=(("display:text", "pastedContents", "timestamp"),),
    ),
    Shape(
        name="claude-code-settings",
        program="Claude Code",
        what="a settings file of Claude Code",
        kind="settings",
        called="settings.json, settings.local.json, .claude.json",
        at=home(".claude/"),
        take="~/.claude/projects/<folder>/<session>.jsonl",
        marks=(
            ("permissions/allow:list",),
            ("permissions/deny:list",),
            ("hooks/*[]/hooks[]/command",),
            ("numStartups:number", "projects:object"),
            ("enabledPlugins:object",),
            ("statusLine/command:text",),
        ),
    ),
    Shape(
        name="claude-code-todos",
        program="Claude Code",
        what="a list of tasks of Claude Code",
        kind="cache",
        called="<session>-agent-*.json",
        at=home(".claude/todos/"),
        take="~/.claude/projects/<folder>/<session>.jsonl",
        marks=(
            ("content:text", "status=pending|in_progress|completed", "activeForm", "!role"),
        ),
    ),
    Shape(
        name="claude-sdk-stream",
        program="Claude Agent SDK",
        what="the output of `claude --output-format stream-json`, or of the Claude Agent SDK",
        called="any name",
        at=anywhere("`claude --print --verbose --output-format stream-json > session.jsonl`"),
        take="the session kept of it: ~/.claude/projects/<folder>/<session>.jsonl",
        format="claude-stream",
        marks=(
            ("type=system", "subtype=init", "session_id"),
            ("type=assistant|user", "session_id", "message/content", "parent_tool_use_id"),
            ("messages[]/direction", "messages[]/message/type"),
        ),
    ),
)

CODEX = (
    Shape(
        name="codex-rollout",
        program="Codex",
        what="a session of Codex (a rollout)",
        called="rollout-*.jsonl",
        at=home(".codex/sessions/YYYY/MM/DD/rollout-*.jsonl"),
        format="codex-rollout",
        marks=(
            ("type=session_meta|response_item|event_msg|turn_context", "payload:object"),
            ("type=session_meta", "payload/id", "payload/cwd"),
            ("type=tool_call", "timestamp", "function/name"),
        ),
    ),
    Shape(
        name="codex-exec",
        program="Codex",
        what="the output of `codex exec --json`",
        called="any name",
        at=anywhere("`codex exec --json ... > run.jsonl`"),
        take=_ROLLOUT,
        format="codex-exec",
        marks=(
            ("type=thread.started", "thread_id"),
            ("type=item.started|item.completed|item.updated", "item/type"),
        ),
    ),
    Shape(
        name="codex-database",
        program="Codex",
        what="the state database of Codex",
        kind="database",
        called="state_*.sqlite",
        at=home(".codex/"),
        take=_ROLLOUT,
        tables={"threads": "rollout_path"},
    ),
    Shape(
        name="codex-logs",
        program="Codex",
        what="the database of Codex's own log",
        kind="database",
        called="logs_*.sqlite",
        at=home(".codex/"),
        take=_ROLLOUT,
        tables={"logs": "level target thread_id"},
    ),
    Shape(
        name="codex-history",
        program="Codex",
        what="the list of prompts of Codex",
        kind="index",
        called="history.jsonl",
        at=home(".codex/"),
        take=_ROLLOUT,
        marks=(("session_id", "ts:number", "text:text", "!role", "!type"),),
    ),
    Shape(
        name="codex-index",
        program="Codex",
        what="the index of Codex's sessions",
        kind="index",
        called="session_index.jsonl",
        at=home(".codex/"),
        take=_ROLLOUT,
        marks=(("id", "thread_name", "updated_at", "!messages"),),
    ),
    Shape(
        name="codex-screen",
        program="Codex",
        what="what the screen of Codex showed and was typed",
        kind="recording",
        called="session-*.jsonl",
        at=home(".codex/log/"),
        take=_ROLLOUT,
        marks=(("ts:text", "dir=meta|to_tui|from_tui", "kind"),),
    ),
)

GEMINI_CLI = (
    Shape(
        name="gemini-cli-session",
        program="Gemini CLI",
        what="a session of Gemini CLI",
        called="session-*.json, since 0.40 session-*.jsonl",
        at=home(".gemini/tmp/<project>/chats/"),
        since="0.40 as JSON Lines",
        format="gemini-cli",
        marks=(
            ("sessionId", "projectHash"),
            ("history[]/parts", "meta/model", "lastUpdated"),
            ("type=gemini", "toolCalls"),
        ),
    ),
    Shape(
        name="gemini-cli-logs",
        program="Gemini CLI",
        what="the list of prompts of Gemini CLI",
        kind="index",
        called="logs.json",
        at=home(".gemini/tmp/<project>/"),
        take="~/.gemini/tmp/<project>/chats/session-*.jsonl",
        marks=(("sessionId", "messageId:number", "message:text", "type=user"),),
    ),
    Shape(
        name="gemini-cli-stream",
        program="Gemini CLI",
        what="the output of `gemini --output-format stream-json`",
        at=anywhere("`gemini --output-format stream-json ... > run.jsonl`"),
        take="~/.gemini/tmp/<project>/chats/session-*.jsonl",
        marks=(("type=init", "session_id", "model", "timestamp:text", "!subtype"),),
    ),
    Shape(
        name="qwen-code-session",
        program="Qwen Code",
        what="a session of Qwen Code",
        called="<session>.jsonl",
        at=home(".qwen/projects/<folder>/chats/"),
        format="qwen-code",
        marks=(("uuid", "sessionId", "message/parts"),),
    ),
)

ANTIGRAVITY = (
    Shape(
        name="antigravity-transcript",
        program="Antigravity",
        what="a transcript of Antigravity",
        called="transcript.jsonl",
        at=home(".gemini/antigravity-cli/brain/<session>/"),
        format="antigravity-steps",
        marks=(("step_index:number", "source", "type", "status"),),
    ),
    Shape(
        name="antigravity-database",
        program="Antigravity",
        what="a session database of Antigravity, whose steps are no text",
        kind="database",
        called="<session>.db",
        at=home(".gemini/antigravity-cli/conversations/"),
        take="the transcript of the same session: ~/.gemini/antigravity-cli/brain/<session>/",
        tables={"trajectory_meta": "cascade_id", "steps": "step_type"},
    ),
    Shape(
        name="antigravity-encrypted",
        program="Antigravity",
        what="an encrypted session of Antigravity, or of a program of its kind (Windsurf)",
        called="<session>.pb",
        at=home(".gemini/antigravity/conversations/"),
        take=(
            "the transcript of the same session (~/.gemini/antigravity-cli/brain/<session>/), "
            "or an export of the conversation from the program itself"
        ),
        endings=(".pb",),
    ),
)

COPILOT = (
    Shape(
        name="copilot-session",
        program="GitHub Copilot CLI",
        what="a session of GitHub Copilot CLI",
        called="events.jsonl",
        at=home(".copilot/session-state/<session>/events.jsonl"),
        format="copilot-cli",
        marks=(
            ("type=session.start", "data/sessionId"),
            (
                "type^assistant.|user.|tool.|session.",
                "data:object",
                "parentId",
                "id",
            ),
        ),
    ),
    Shape(
        name="copilot-store",
        program="GitHub Copilot CLI",
        what=(
            "the search database of GitHub Copilot CLI (session-store.db), which has no calls "
            "and no results"
        ),
        kind="database",
        called="session-store.db",
        at=home(".copilot/"),
        take="~/.copilot/session-state/<session>/events.jsonl",
        tables={"turns": "user_message assistant_response"},
    ),
    Shape(
        name="vscode-chat",
        program="GitHub Copilot in VS Code",
        what="a chat of VS Code",
        called="chat.json, chatSessions/<session>.json or .jsonl",
        at=of_app("Code/User/workspaceStorage/<workspace>/chatSessions/"),
        format="vscode-chat",
        marks=(
            ("requests[]/message", "responderUsername"),
            ("requests[]/response", "version:number", "sessionId"),
            ("kind=0", "v/requests:list"),
            ("kind=2", "k:list", "v[]/requestId"),
        ),
    ),
    Shape(
        name="visual-studio-copilot",
        program="GitHub Copilot in Visual Studio",
        what="traces of GitHub Copilot in Visual Studio",
        kind="trace",
        called="*_VSGitHubCopilot_traces.jsonl",
        at=anywhere("%LOCALAPPDATA%\\Temp\\VSGitHubCopilotLogs\\traces\\"),
        format="otel-genai",
        marks=(
            (
                "resourceSpans[]/resource/attributes[]/key=service.name",
                "resourceSpans[]/resource/attributes[]/value/stringValue=vs-copilot",
            ),
        ),
    ),
    Shape(
        name="vscode-state",
        program="VS Code",
        what="a state database of VS Code or of a program built on it",
        kind="database",
        called="state.vscdb",
        at=of_app("Code/User/workspaceStorage/<workspace>/"),
        take="chatSessions/<session>.jsonl beside it, or the command `Chat: Export Chat...`",
        tables={"itemtable": "key value"},
    ),
)

CURSOR = (
    Shape(
        name="cursor-transcript",
        program="Cursor",
        what="a transcript of Cursor",
        called="<session>.jsonl",
        at=home(".cursor/projects/<folder>/agent-transcripts/"),
        format="cursor-transcript",
        marks=(("role=user|assistant", "message/content", "!type", "!uuid"),),
    ),
    Shape(
        name="cursor-state",
        program="Cursor",
        what="the state database of Cursor (state.vscdb)",
        kind="database",
        called="state.vscdb",
        at=of_app("Cursor/User/globalStorage/"),
        take="~/.cursor/projects/<folder>/agent-transcripts/<session>.jsonl",
        tables={"itemtable": "key value", "cursordiskkv": "key value"},
    ),
    Shape(
        name="cursor-store",
        program="Cursor",
        what="the store of a chat of Cursor's command line (store.db)",
        kind="database",
        called="store.db",
        at=home(".cursor/chats/<folder>/<chat>/"),
        take="~/.cursor/projects/<folder>/agent-transcripts/<session>.jsonl",
        tables={"blobs": "id data", "meta": "key value"},
    ),
)

CLINE = (
    Shape(
        name="cline-history",
        program="Cline, Roo Code, Kilo Code",
        what="the conversation of a task of Cline, Roo Code or Kilo Code",
        called="api_conversation_history.json",
        at=of_app(f"{_CODE}/saoudrizwan.claude-dev/tasks/<task>/"),
        format="anthropic",
        marks=(("role=user|assistant", "content[]/type", "ts:number"),),
    ),
    Shape(
        name="cline-session",
        program="Cline",
        what="a session of Cline",
        called="<session>.messages.json",
        at=home(".cline/data/sessions/"),
        format="cline-history",
        marks=(("version=1", "sessionId", "messages[]/content", "agent"),),
    ),
    Shape(
        name="cline-interface",
        program="Cline, Roo Code, Kilo Code",
        what="what Cline, Roo Code or Kilo Code shows of a task",
        kind="cache",
        called="ui_messages.json",
        at=of_app(f"{_CODE}/saoudrizwan.claude-dev/tasks/<task>/"),
        take="api_conversation_history.json in the same folder",
        marks=(("ts:number", "type=say|ask", "say"), ("ts:number", "type=say|ask", "ask")),
    ),
    Shape(
        name="cline-task",
        program="Cline, Roo Code, Kilo Code",
        what="the notes of a task of Cline, Roo Code or Kilo Code",
        kind="index",
        called="task_metadata.json, history_item.json",
        at=of_app(f"{_CODE}/saoudrizwan.claude-dev/tasks/<task>/"),
        take="api_conversation_history.json in the same folder",
        marks=(("files_in_context:list",), ("task", "tokensIn", "tokensOut", "ts")),
    ),
)

SHAPES = (*CLAUDE_CODE, *CODEX, *GEMINI_CLI, *ANTIGRAVITY, *COPILOT, *CURSOR, *CLINE)
