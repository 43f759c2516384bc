"""Conversations to look at first, each with a story; `serve --with-examples` keeps them once."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from webapp import store
from webapp.database import Session

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Example:
    """A log that comes with Crosswire."""

    file: str
    title: str
    story: str

    def data(self) -> bytes:
        return (HERE / self.file).read_bytes()


EXAMPLES = (
    Example(
        "genkit-ids.json",
        "Genkit, three broken ids",
        "An agent framework sent what its tools answered as the ids of the calls.",
    ),
    Example(
        "chat-parallel.json",
        "Chat Completions, two calls at once",
        "A support agent asks for an order and its parcel in one turn; nothing is wrong.",
    ),
    Example(
        "responses-web-search.json",
        "Responses, reasoning and a web search",
        "The provider searches the web itself, in one item that is call and result.",
    ),
    Example(
        "anthropic-error-result.json",
        "Anthropic, parallel tools and an error",
        "Three tools in one turn, one of them fails, and the model tries again.",
    ),
    Example(
        "gemini-without-ids.json",
        "Gemini, calls without ids",
        "The wire carries no ids, so that results are paired by position and name.",
    ),
    Example(
        "claude-code-session.jsonl",
        "A Claude Code session",
        "What the program wrote, line by line, while it fixed a failing test.",
    ),
)


def keep_all(session: Session) -> None:
    """Keep each example that is not kept yet, and replace one that has changed."""
    there = store.kept_examples(session)
    for example in EXAMPLES:
        row = there.get(example.file)
        data = example.data()
        if row is not None and row.upload.digest == hashlib.sha256(data).hexdigest():
            continue
        if row is not None:
            store.delete(session, row)
        store.keep(session, data, name=example.file, example=example.file)


def kept(session: Session) -> list[tuple[Example, str]]:
    """The examples that are kept, each with the slug of its first conversation."""
    there = store.kept_examples(session)
    return [(one, there[one.file].slug) for one in EXAMPLES if one.file in there]
