"""Sessions of agents that pictures show: with sub-agents, branches and a compaction, and with approvals."""

import json
from typing import Any

from tests.claude_code_lines import answered, line, said, session_bytes

Json = dict[str, Any]
BUILD = (
    ("Read", {"file_path": "package.json"}, '{"name": "till", "scripts": {"test": "vitest run"}}'),
    ("Grep", {"pattern": "roundTotal", "path": "src"}, "src/total.ts:14\nsrc/receipt.ts:40"),
    ("Read", {"file_path": "src/total.ts"}, "export const roundTotal = (cents: number) => cents;"),
    ("Edit", {"file_path": "src/total.ts", "old_string": "cents;", "new_string": "steps(cents);"}, "Edited."),
    ("Bash", {"command": "npm test", "description": "Run the tests"}, "2 failed, 31 passed"),
    ("Edit", {"file_path": "src/total.test.ts", "old_string": "12", "new_string": "10"}, "Edited."),
    ("Bash", {"command": "npm test", "description": "Run the tests again"}, "33 passed"),
)  # fmt: skip
AGENTS = {
    "a4f1": ("Explore", "Where prices are rounded", "Find each place that rounds a price."),
    "b72c": ("general-purpose", "Check the receipts", "Check whether receipts round as totals do."),
}


def _use(id: str, name: str, input: Json) -> Json:
    return {"type": "tool_use", "id": id, "name": name, "input": input}


class _Lines:
    """Lines of a session, each behind the one before, seconds apart."""

    def __init__(self, name: str, **beside: Any) -> None:
        self.lines: list[Json] = []
        self.name, self.beside, self.last = name, beside, None

    def add(self, write: Any, *of: Any, after: str | None = None, **beside: Any) -> str:
        number = len(self.lines)
        id = f"{self.name}{number}"
        time = f"2026-03-04T09:{number // 6:02}:{number % 6 * 10:02}.000Z"
        before = after or self.last
        self.lines.append(write(id, before, *of, timestamp=time, **(self.beside | beside)))
        self.last = id
        return id

    def call(self, id: str, name: str, input: Json, result: str, **beside: Any) -> None:
        self.add(line, "assistant", [_use(id, name, input)])
        self.add(line, "user", [{"type": "tool_result", "tool_use_id": id, "content": result}], **beside)


def agent_session() -> str:
    """A session of Claude Code: it starts two sub-agents, goes back once, and is compacted."""
    main = _Lines("m")
    main.add(said, "Round all prices to five cents, and make the tests say so.")
    for number, (name, input, result) in enumerate(BUILD[:3]):
        main.call(f"toolu_01m{number}", name, input, result)
    for agent, (kind, words, prompt) in AGENTS.items():
        input = {"subagent_type": kind, "description": words, "prompt": prompt}
        main.call(f"toolu_01{agent}", "Task", input, "Looked at 4 files.", toolUseResult={"agentId": agent})
    left = main.add(answered, "Two places round. Shall the receipts follow?")
    main.add(said, "No, leave them.")
    main.add(answered, "Then only the totals change.")
    main.add(said, "Yes, the receipts too.", after=left)
    for number, (name, input, result) in enumerate(BUILD[3:], 3):
        main.call(f"toolu_01m{number}", name, input, result)
    boundary = {"type": "system", "subtype": "compact_boundary", "uuid": "c1", "parentUuid": None}
    main.lines.append({**boundary, "logicalParentUuid": main.last, "sessionId": "s1"})
    main.add(said, "So far: totals and receipts round to five cents.", after="c1", isCompactSummary=True)
    main.add(answered, "All prices round to five cents, and the tests say so.")
    side = []
    for agent, (_, _, prompt) in AGENTS.items():
        below = _Lines(agent, isSidechain=True, agentId=agent)
        below.add(said, prompt)
        for number, (name, input, result) in enumerate(BUILD[1:3]):
            below.call(f"toolu_01{agent}{number}", name, input, result)
        below.add(answered, "Looked at 4 files.")
        side += below.lines
    return session_bytes(*main.lines, *side).decode()


def approvals() -> str:
    """A request to Responses in which one call was approved, one was denied, and one still waits."""
    items: list[Json] = [{"role": "user", "content": "Refund order 8841, close it, and mail the customer."}]
    for number, (tool, approve) in enumerate((("refund", True), ("close_order", False), ("mail", None))):
        id, asked = f"mcpr_68f{number}", {"name": tool, "arguments": '{"order": 8841}'}
        items.append({"type": "mcp_approval_request", "id": id, "server_label": "shop", **asked})
        if approve is not None:
            answer = {"type": "mcp_approval_response", "approval_request_id": id, "approve": approve}
            items.append(answer)
        if approve:
            done = {
                "type": "mcp_call",
                "id": f"mcp_68f{number}",
                "server_label": "shop",
                "output": "Refunded.",
            }
            items.append({**done, "approval_request_id": id, **asked})
    return json.dumps({"model": "gpt-4.1", "input": items}, indent=2)
