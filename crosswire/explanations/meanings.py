"""What error texts mean that are about the history, while no rule is about them."""

from __future__ import annotations

MEANINGS = {
    "call-type": (
        "The call that it names lacks its `type`, the kind of call; write `function`."
    ),
    "call-form": (
        "The call that it names lacks a field that every call has: `function` with `name`"
        " and `arguments`."
    ),
    "calls-null": (
        "`tool_calls` is null where a list is wanted. A message that calls nothing has no"
        " such field."
    ),
    "calls-list": (
        "`tool_calls` is no list of calls. It is a list of objects, each with `id`, `type` "
        "and "
        "`function`; a message that calls nothing has no such field."
    ),
    "no-variant": (
        "Something in it has none of the forms that this server knows, mostly an item or a "
        "part "
        "of a type that only another endpoint has. The message does not say which."
    ),
    "field-missing": "A message, or a part of one, lacks the field that it names.",
    "field-unknown": (
        "A message, or a part of one, holds a field that this endpoint does not know, "
        "mostly one that another provider or a program wrote. Leave it out."
    ),
    "request-field-unknown": (
        "The request holds a field that this endpoint does not know: in a message, in a tool "
        "or beside them. Mostly another provider or a program wrote it. Leave it out."
    ),
    "half-character": (
        "A text holds half a character: a sign (mostly an emoji) that a program cut in two. "
        "Take the half out, or cut texts between characters."
    ),
    "field-form": (
        "A field of a message, or of an item, holds something of another kind than is wanted "
        "there: mostly null, a list or an object instead of a text."
    ),
    "list-form": (
        "The list of messages, or of items, is none: this endpoint wants a list there and got "
        "something else, mostly a single text."
    ),
    "list-inside": (
        "A list in a message, of its parts or of its calls, holds something that has not the "
        "form of one; an object where the list should be is read as such a list too."
    ),
    "cache-place": (
        "A mark of the cache stands where none is taken. Put it on the block that holds this "
        "one."
    ),
    "value-unknown": (
        "A field of a message, or of an item, has a value that this endpoint does not know. "
        "The message mostly lists those that it takes."
    ),
    "field-unsupported": (
        "A message holds a field that the endpoint does not take: the property that it "
        "names is unsupported there, even where it is null. Leave it out."
    ),
    "message-form": (
        "A message has not the form of Chat Completions: mostly it lacks its `role`, or has a "
        "field that its role does not take."
    ),
    "block-form": "A part of a message does not have the form that its type asks for.",
    "no-messages": "The request holds no message.",
    "ends-with-thinking": (
        "The last message ends with thinking, and nothing follows it. Take that block "
        "away, or let the turn end with text or a call."
    ),
    "thinking-off": (
        "The history holds thinking, and the request does not ask for any. Ask for "
        "thinking, or leave those blocks out."
    ),
    "cache-order": (
        "Marks of the cache stand in an order that is not taken: those of one hour come "
        "before those of five minutes."
    ),
    "tools-many": "The request declares more tools than the endpoint takes.",
    "schema-large": (
        "The schemas of the tools, or of the answer, are too large or too deep together "
        "for this endpoint."
    ),
    "tools-together": (
        "Tools that the provider runs and tools of one's own cannot be asked for in one "
        "request by this model."
    ),
    "reasoning-missing": (
        "The model's reasoning has to go back: an assistant message that calls tools "
        "needs its `reasoning_content` beside `tool_calls`. Send it as it came; where the"
        " log has none, the program that wrote it left it out."
    ),
    "glm-1214": (
        "GLM's code 1214 for any history that it does not take; it does not say why. "
        "Mostly it is a role that GLM does not know, an empty content, a message of the "
        "system that is not the first, or a result without its call."
    ),
    "chat-setting": (
        "MiniMax does not take these messages; mostly there is more than one message of the "
        "system, or one that is not the first, or a setting that it does not know."
    ),
    "json-inside": (
        "A text that has to be JSON is none. Mostly it is the arguments of a call, which the "
        "model broke off or wrote wrongly, and which the server reads again with each request."
    ),
    "parallel-calls": (
        "A message calls several tools at once, and the template of this model writes one"
        " call a message only."
    ),
    "channel-tags": (
        "The reasoning of gpt-oss stands in the text of a message with its `<|channel|>` "
        "marks (the harmony format). It belongs into the field for thinking, or left out."
    ),
    "template": (
        "The chat template of the model failed at this history. Mostly the template and "
        "the server do not fit each other; else a message has a form that the template "
        "does not know."
    ),
    "ai-sdk-messages": (
        "The messages are not those of the AI SDK: what was given are no `ModelMessage`s "
        "(before version 5: `CoreMessage`). `convertToModelMessages` makes them from "
        "`UIMessage`s; tool calls and results are parts of a message there."
    ),
}
"""Name -> what such an error means, and what to do."""

VAGUE = frozenset(
    [
        "no-variant",
        "template",
        "json-inside",
        "field-missing",
        "field-unknown",
        "value-unknown",
        "field-form",
        "list-form",
        "list-inside",
    ]
)
"""Those that say where something failed, and not what."""
