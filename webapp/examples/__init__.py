"""Conversations to look at first, each with a story; `serve --with-examples` keeps them
once."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webapp.database.engine import Session
from webapp.store import deleting, permalinks, uploads

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Example:
    """A log that comes with Crosswire."""

    file: str
    about: str
    """What it is a case of, in two or three words."""
    title: str
    story: str
    """What happened."""
    look: str
    """What to look at, and what to press."""
    panes: tuple[str, ...]
    """What it is opened with; see `webapp/conversation_page/query.py`."""
    at: str
    """Address of the part that it is opened at."""
    broken: bool = False
    picture: str = ""
    """Which picture the front page has of it (`templates/home/examples.html`); empty: none."""

    def data(self) -> bytes:
        return (HERE / self.file).read_bytes()

    @property
    def opened_at(self) -> dict[str, Any]:
        """The query of its page: one that is broken begins with what is wrong."""
        panes = {"pane": list(self.panes)}
        return panes if self.broken else {**panes, "at": self.at}


EXAMPLES = (
    Example(
        "genkit-ids.json",
        "Answer sent as id",
        "Genkit: three broken ids",
        "An agent framework sent back what each tool had answered as the id of "
        "its call. OpenAI complained "
        "of a text longer than 40 characters, so that everybody looked for a limit of size.",
        "the dotted line from the call to the result that names no call. `n` "
        "steps through the problems; "
        "the right pane is the fixed log.",
        ("original:read", "repaired:read"),
        "0:/messages/3",
        broken=True,
    ),
    Example(
        "gemini-fabricated-ids.json",
        "Made-up ids",
        "An SDK that makes up ids",
        "Its own type demanded an id where Gemini had sent none, so it wrote a "
        "fresh GUID each time that it "
        "read a part. Calls and results got different ones, and two of three "
        "pairs fell apart.",
        "the ids of the first two results, then the third pair, which agrees and "
        "is made up all the same.",
        ("original:read", "repaired:read"),
        "0:/contents/2/parts/0",
        broken=True,
    ),
    Example(
        "responses-item-id.json",
        "OpenAI Responses, refused with 400. Fixed in one click.",
        "Item id as call id",
        "The Responses API gives a call two ids: one of the item, `fc_…`, and "
        "the `call_id` that the result "
        "repeats. An adapter that knows of one id answered with the wrong one.",
        "both ids on each call. The error of the provider, “No tool call found "
        "…”, leads to the same "
        "place: press “Paste an error”.",
        ("original:read", "original:wire"),
        "0:/input/3",
        broken=True,
        picture="fixed",
    ),
    Example(
        "anthropic-cut-history.json",
        "Orphan, missing",
        "A history cut too short",
        "To save tokens a program dropped its oldest messages, and cut between a "
        "call and its result; later "
        "one of two parallel results was lost. Anthropic refuses the whole "
        "history for either.",
        "the result at the top that answers nothing, and the call without an "
        "answer. “Repair” asks what you "
        "would have it do.",
        ("original:read", "anthropic:wire"),
        "0:/messages/1/content/2",
        broken=True,
    ),
    Example(
        "toolcall-loop.json",
        "Loop by checksum",
        "An agent that goes in circles",
        "The records of a run: four searches with four ids, and one checksum, "
        "since the order of the keys "
        "does not matter. The kit counts them so, and saw that the model was stuck.",
        "the four equal checksums beside the ids, and the calls' table and timeline.",
        ("original:read", "openai-chat:read"),
        "0:/4",
        broken=True,
    ),
    Example(
        "gemini-without-ids.json",
        "No ids at all",
        "Gemini: paired by position",
        "Gemini may leave ids away, so that two reminders are told apart by "
        "their order alone. Others demand "
        "an id: Crosswire makes them, and says of each that it did.",
        "the dashed ids on the right; then set “Ids” to “keep” and see who would refuse it.",
        ("original:read", "openai-chat:read"),
        "0:/contents/5/parts/0",
    ),
    Example(
        "responses-web-search.json",
        "Call and result in one",
        "Responses: a web search",
        "The provider searches itself and logs one item that is call and result. "
        "Tools that want a result "
        "for each call invent one, or take the item's id for a call id.",
        "how the search is one row with an embedded result, and what becomes of "
        "it in Anthropic's words.",
        ("original:read", "anthropic:read"),
        "0:/input/2",
    ),
    Example(
        "chat-shell-and-files.json",
        "One log, four dialects",
        "Shell and files, four ways",
        "A command, a file and several files, as four providers want them: "
        "arguments as text or as an "
        "object, results as a role, a block, an item or a part.",
        "one call: move over it, and its counterparts light up in every pane.",
        ("original:read", "anthropic:wire", "openai-responses:wire", "gemini:wire"),
        "0:/messages/2/tool_calls/0",
    ),
    Example(
        "chat-parallel.json",
        "OpenAI Chat beside Anthropic, row by row.",
        "One chat, two providers",
        "A support agent asks for an order and its parcel in one turn. Nothing "
        "is wrong: so looks a log "
        "whose every call has its answer.",
        "the numbers that tie calls to results; `j` and `k` walk the calls, `p` "
        "jumps to the partner.",
        ("original:read", "anthropic:read"),
        "0:/messages/2/tool_calls/0",
        picture="beside",
    ),
    Example(
        "anthropic-error-result.json",
        "Parallel, one fails",
        "Anthropic: three tools, an error",
        "Three sensors are asked in one turn; one does not answer, and the model "
        "tries again. Providers say "
        "“this failed” in different ways, and some not at all.",
        "`is_error` on the first result, and what is left of it on the right.",
        ("original:read", "openai-chat:wire"),
        "0:/messages/2/content/0",
    ),
    Example(
        "claude-code-session.jsonl",
        "Claude Code: how it fixed a failing test.",
        "A coding agent's session",
        "What the program wrote, line by line, while it fixed a failing test: "
        "lines that hold pieces of "
        "messages, read as one conversation.",
        "the same session as a request that any provider takes; “Export” gives it.",
        ("original:read", "openai-responses:read"),
        "2:/message/content/0",
        picture="session",
    ),
)


def keep_all(session: Session) -> None:
    """Keep each example that is not kept yet, and replace one that has changed."""
    kept_rows = permalinks.kept_examples(session)
    for example in EXAMPLES:
        data = example.data()
        row = kept_rows.get(example.file)
        if row is None:
            uploads.keep(session, data, name=example.file, example=example.file)
        elif row.upload.digest != hashlib.sha256(data).hexdigest():
            deleting.delete(session, row)
            uploads.keep(session, data, name=example.file, example=example.file)


def kept(session: Session) -> list[tuple[Example, str]]:
    """The examples that are kept, each with the slug of its first conversation."""
    there = permalinks.kept_examples(session)
    return [(one, there[one.file].slug) for one in EXAMPLES if one.file in there]
