"""The contents of messages in Microsoft's libraries, which .NET and Python spell differently.

{"$type": "functionCall", "callId": ..., "name": ..., "arguments": {...}}
{"type": "function_call", "call_id": ..., "name": ..., "arguments": "..."}
"""

from __future__ import annotations

from collections.abc import Callable

from crosswire.address import Address, child
from crosswire.logs.shared.blocks import Block, Media, Text, Thought, aside
from crosswire.logs.shared.call_blocks import Call, Result
from crosswire.logs.shared.content import Content
from crosswire.model import JsonObject, Part

_FAILED = frozenset({"exception"})
Word = Callable[[str], str]
_TOOLS = (
    "codeInterpreter",
    "imageGeneration",
    "webSearch",
    "mcpServer",
    "shell",
    "fileSearch",
)
"""Tools that a provider runs; each has a content for its calls and one for its results."""
_ASIDE = ("usage", "hostedVectorStore", "inputRequest", "inputResponse", "oauthConsentRequest")
_APPROVALS = (
    "toolApprovalRequest",
    "functionApprovalRequest",
    "toolApprovalResponse",
    "functionApprovalResponse",
)


def as_it_is(name: str) -> str:
    return name


def snake(name: str) -> str:
    """A name as Python spells it."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def contents(kind: str, word: Word) -> Content:
    """The table of contents whose kind stands in this field, in one of the spellings."""
    known = {"additionalProperties", "annotations", "rawRepresentation", "hosted"}
    known |= {"informationalOnly", "userInputRequest", "items", "serverName"}
    names = frozenset(map(word, known))
    media = Media(
        url=("uri", "url"),
        file_id=(word("fileId"),),
        mime=(word("mediaType"),),
        name=("name",),
    )
    given = Content(
        kind=(kind,),
        blocks={
            "text": Text(),
            **dict.fromkeys(map(word, ("data", "uri", "hostedFile")), media),
        },
        known=names,
    )
    id = (word("callId"),)
    call = Call(
        id, ("name",), ("arguments",), word("functionCall"), also=frozenset({"exception"})
    )
    result = Result(id, ("result",), given, error=("exception",), type=word("functionResult"))
    thought = Thought(("text",), (word("protectedData"),))
    kinds_of_media = tuple(map(word, ("data", "uri", "hostedFile")))
    blocks: dict[str, Block] = {
        "text": Text(),
        "error": Text(("message",)),
        **dict.fromkeys(map(word, ("reasoning", "textReasoning")), thought),
        **dict.fromkeys(kinds_of_media, media),
        **dict.fromkeys(map(word, ("functionCall", "toolCall")), call),
        **dict.fromkeys(map(word, ("functionResult", "toolResult")), result),
        **dict.fromkeys(map(word, _ASIDE), aside),
        **_of_servers(word, id, given),
    }
    table = Content(kind=(kind,), blocks=blocks, known=names, data=False)
    for name in _APPROVALS:
        blocks[word(name)] = _approval(table, (word("toolCall"), word("functionCall")))
    return table


def _of_servers(word: Word, id: tuple[str, ...], given: Content) -> dict[str, Block]:
    """The calls and the results of tools that a provider runs."""
    asked = ("arguments", "inputs", "queries", "action", "commands", "prompt")
    came = ("output", "outputs", "result", "results")
    blocks: dict[str, Block] = {}
    for tool in _TOOLS:
        kind = word(f"{tool}ToolCall")
        name = ("name", word("toolName"))
        blocks[kind] = Call(id, name, asked, kind, by="server", unnamed=word(tool))
        kind = word(f"{tool}ToolResult")
        blocks[kind] = Result(id, came, given, error=("exception",), type=kind, by="server")
    return blocks


def _approval(table: Content, names: tuple[str, ...]) -> Block:
    """What is asked of a user or answered by one: the call stands within."""

    def read(raw: JsonObject, at: Address, known: frozenset[str]) -> list[Part] | None:
        for name in names:
            if isinstance(raw.get(name), dict):
                return table.block(raw[name], child(at, name))
        return []

    return read
