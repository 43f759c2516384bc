"""What each code of a loss means: one sentence each, as `/losses` and `crosswire losses` show
them.

A code never changes its meaning. The `why` of a loss says the same of the case at hand, with
the target's limit; this table says it once for all targets.
"""

from __future__ import annotations

from msgspec import Struct


class LossCode(Struct, frozen=True):
    """A cause of losses."""

    name: str
    """As in `Loss.code`, e.g. `vendor-field`."""
    family: str
    says: str
    """What happened, in a sentence; what stands in backticks is code."""


_FAMILIES: dict[str, dict[str, str]] = {
    "What the target has no place for": {
        "media": "An image, a sound, a video or a file stands where the target takes none of "
        "its kind.",
        "media-in-result": "A result holds a medium, and the target's results do not, or not "
        "for each of its models: it stands behind the results, or a line that describes it "
        "stands for it.",
        "opaque": "A block that only its own provider knows; it is dropped, or written as "
        "JSON text.",
        "reasoning": "What a model thought: only its own provider takes it back.",
        "server-tool": "Another provider ran the tool, and the target has no item for such a "
        "call.",
        "not-text": "Something other than text stands where the target takes text alone.",
        "empty-text": "A blank text, which the target refuses.",
        "empty-message": "Nothing of the message has a place in the target.",
        "vendor-field": "A field of the log's own format (such as `cache_control`) that the "
        "target lacks; one that says only what goes without saying (`status: completed`) is "
        "not told of.",
        "media-type": "The type of a medium (`audio/wav`), which the target has no field "
        "for; or which it requires and the log has not, so that the medium stands as a file "
        "of any kind.",
        "file-name": "The name of a file, which the target has no field for, or not beside "
        "such a medium.",
        "item-id": "The id of an item itself, by which only its own provider knows it; it "
        "ties no result to a call.",
        "error-flag": "That a result is an error; the target's results do not say so, though "
        "their text may, or no error there may be silent.",
        "container": "A sandbox in which code ran, which exists at the log's provider alone.",
        "stored-elsewhere": "It names what another provider keeps (a response, a prompt, a "
        "conversation).",
    },
    "What is written in other words": {
        "arguments-wrapped": "Arguments that are no JSON object stand inside one, as the "
        "target wants it.",
        "data-as-text": "A structured value is written as JSON text, as the target takes "
        "text there.",
        "refusal": "The target has no block for a refusal; it is written as text.",
        "refusal-as-text": "A refusal stands where the target takes plain text alone.",
        "retold-as-function": "A call of a provider's own tool is told as that of a function.",
        "role": "The role of a message is called otherwise in the target.",
        "developer-role": "The target knows no developer; the message is the system's.",
        "later-system": "A system message in the middle of the conversation, where the "
        "target has none.",
        "texts-joined": "Several texts are one text in the target.",
        "joined": "Several messages or texts are one in this shape.",
        "document-name": "The name of a document, without the characters that the target "
        "refuses.",
        "result-name": "A result says another name than the call that it answers; the call's "
        "is written.",
        "tool-name": "The name of a tool: rewritten where the target refuses it (see the "
        "name map), or left out of a result where the target's results have none.",
        "model-name": "The name of a model is written as logged, and may mean nothing to the "
        "target.",
    },
    "What stands in another order": {
        "system-hoisted": "A system message stands at the head, apart from the messages.",
        "text-before-result": "Text that stood before a result stands behind it: results "
        "come first.",
        "text-after-call": "Text that stood behind a call stands before it: the target has "
        "them apart.",
        "text-after-image": "Text that stood behind an image stands before it: the target "
        "has them apart.",
        "result-order": "Results stand in the order of their calls, which is all that ties "
        "them without ids.",
    },
    "Settings and tools": {
        "setting": "A setting of the request that the target does not have, or not with this "
        "value.",
        "tool-choice": "Which tools a model may choose, in the nearest words that the target "
        "has.",
        "header": "It is sent as a header of HTTP, not in the body.",
        "in-url": "It stands in the URL of the target's request, not in its body.",
        "of-sdk": "It tells the SDK what to do and is never sent.",
        "said-twice": "It was said in two places, and the request has one.",
        "of-response": "A provider says it in an answer; a request has no field for it.",
        "built-in-tool": "A tool that the provider runs itself: the target has none such, or "
        "another form.",
        "built-in-option": "An option of a tool that the provider runs, for which the "
        "target's has no field.",
        "not-a-tool": "Something in the list of tools that declares none.",
        "later-tools": "Tools that a message declares stand with those of the request, as if "
        "they had been there from the beginning.",
        "custom-tool": "A tool with free text for its input is declared as a function with "
        "one text.",
        "grammar": "The grammar of a tool's input has no field; it is told in the "
        "description.",
        "namespace": "Tools of a namespace are declared one by one, each with its name.",
        "schema": "A part of a tool's schema that the target's dialect of JSON Schema does "
        "not hold.",
        "strict": "Strict checking of arguments, which the target does not do, or not for "
        "this schema.",
    },
    "What was not in the log": {
        "required-by-target": "The target needs it, and the log has nothing for it.",
        "media-label": "A line says of which result the media are that stand behind the "
        "results.",
        "required-by-stream": "A stream begins and ends with it, and a request says nothing "
        "of it.",
        "required-by-shape": "The shape of the file needs it, and the log has nothing for it.",
    },
    "Shapes of a file, and the way back": {
        "as-streamed": "A stream says it in another form than a request.",
        "of-request": "Only a request says it, so that no stream has it.",
        "not-in-stream": "A stream is one answer; what was said before is not in it.",
        "not-in-shape": "The shape of the file has no place for it.",
        "no-model": "A request names a model and the log none that the target has; a word "
        "stands for it.",
        "no-argument": "The method of the provider's SDK has no argument for it, or its "
        "models no field.",
        "beside-messages": "It stands beside the messages, and the file holds these alone.",
        "media-bytes": "A medium that the file can name and not hold.",
        "signature": "A provider's signature, which the file has no place for.",
        "changed-since": "An earlier map holds it for a message that says something else by "
        "now.",
    },
}

LOSS_CODES: dict[str, LossCode] = {
    name: LossCode(name, family, says)
    for family, codes in _FAMILIES.items()
    for name, says in codes.items()
}


def by_family() -> dict[str, list[LossCode]]:
    """The codes in the order of the table, under the titles of their families."""
    return {
        family: [LOSS_CODES[name] for name in codes] for family, codes in _FAMILIES.items()
    }
