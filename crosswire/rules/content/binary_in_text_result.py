r"""The text of a result is binary data.

## What it checks

In the result of a tool that the client ran: base64 of a picture, a PDF, an archive or a sound,
as a `data:` URL or bare, where that is most of a text or longer than 4,096 characters; and
bytes that were read as text, of which many are no characters. A part that is a medium for its
provider is meant to hold base64, and is left alone.

## Why it matters

The model reads the letters and sees no picture. A screenshot is a hundred thousand tokens
then, paid for again in each turn, and the context is full after a few. Say in a sentence what
it is; give the picture itself where the provider takes one: in a part of the user's, beside
the response in Gemini.

## Example

```json openai-chat
[
  {"role": "user", "content": "Show me logo.png."},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_b1n", "type": "function", "function": {
      "name": "read_file", "arguments": "{\"path\": \"logo.png\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_b1n", "content":
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9aw=="}
]
```

Use instead: a sentence.

```json openai-chat
[
  {"role": "user", "content": "Show me logo.png."},
  {"role": "assistant", "content": null, "tool_calls": [
    {"id": "call_b1n", "type": "function", "function": {
      "name": "read_file", "arguments": "{\"path\": \"logo.png\"}"}}
  ]},
  {"role": "tool", "tool_call_id": "call_b1n",
   "content": "logo.png: a picture of type image/png, 70 bytes."}
]
```

## Source

The lists of what not to send, for each provider, in the notes on translating tool calls that
Crosswire grew from.
"""

import re
from collections.abc import Iterable, Iterator

from crosswire.model import DataPart, JsonValue, Part, TextPart, ToolResultPart
from crosswire.rules.rule import Defect, LogRule, RuleContext, Severity, Subject

_KINDS = {
    "iVBORw0KGgo": "image/png",
    "/9j/": "image/jpeg",
    "R0lGOD": "image/gif",
    "UklGR": "image/webp or audio/wav",
    "JVBERi0": "application/pdf",
    "UEsDB": "application/zip",
    "H4sIA": "application/gzip",
    "SUQz": "audio/mpeg",
    "T2dnUw": "audio/ogg",
    "f0VMRg": "a program",
}
"""How the base64 of a kind of file begins."""
_LETTERS = r"[A-Za-z0-9+/\r\n]"
_BEGINNINGS = "|".join(map(re.escape, _KINDS))
_MIN_RUN = 64
_BASE64 = re.compile(
    rf"data:(?P<mime>[\w.+-]+/[\w.+-]+);base64,{_LETTERS}{{{_MIN_RUN},}}"
    rf"|(?<![A-Za-z0-9+/])(?P<begins>{_BEGINNINGS}){_LETTERS}{{{_MIN_RUN},}}"
)
_MARK = re.compile(f";base64,|{_BEGINNINGS}")
"""One of which every finding of that pattern has."""
_probe = re.compile(rf"{_LETTERS}{{{_MIN_RUN}}}").match
_SHORT, _STEP = 512, 2048
_LONG = 4096
_SAMPLE = 4096
_REPLACED = "\ufffd"
_NO_TEXT = bytes((*range(0x07), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F))
_MAX_VALUES = 2000

rule = LogRule(
    __name__,
    code="CW442",
    title="The text of a result is binary data.",
    severity=Severity.WARNING,
    subject=Subject.CONTENT,
    doc=__doc__,
)


@rule.on_result
def check(result: ToolResultPart, context: RuleContext) -> Iterable[Defect]:
    for part in result.content if result.executed_by == "client" else ():
        faults = (_fault(text) for text in _texts(part))
        fault = next(filter(None, faults), None)
        if fault is not None:
            message = f"{fault} The model reads them letter by letter."
            return (rule.at(result, message, address=part.address),)
    return ()


def _texts(part: Part) -> Iterator[str]:
    """The text of a part, or those in its structure, and no more than so many values."""
    if isinstance(part, TextPart):
        yield part.text
        return
    waiting: list[JsonValue] = [part.value] if isinstance(part, DataPart) else []
    for _ in range(_MAX_VALUES):
        if not waiting:
            return
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, (list, dict)):
            waiting.extend(value if isinstance(value, list) else value.values())


def _fault(text: str) -> str | None:
    for run in _BASE64.finditer(text) if _may_hold_base64(text) else ():
        length = run.end() - run.start()
        if length >= _LONG or length * 2 >= len(text):
            kind = run["mime"] or _KINDS[run["begins"]]
            return f"This text holds {length:,} characters of base64 ({kind})."
    if _is_misread(text[:_SAMPLE]):
        return (
            f"This text is {len(text):,} bytes that are no characters, read as if they were."
        )
    return None


def _is_misread(sample: str) -> bool:
    """Whether a tenth of it, and some characters at least, are none that texts have."""
    data = sample.encode("utf-8", "surrogatepass")
    strange = len(data) - len(data.translate(None, _NO_TEXT))
    if _REPLACED in sample:
        strange += sample.count(_REPLACED)
    return strange >= 8 and strange * 10 >= len(sample)


def _may_hold_base64(text: str) -> bool:
    """Whether half of it, or so much as is told, may be base64: that would stand at one of a
    few places."""
    size = len(text)
    if size < _SHORT:
        return size > _MIN_RUN and _MARK.search(text) is not None
    places = range(size // 2 % _STEP, size, _STEP)
    return any(
        _probe(text, place) or _probe(text, place - _MIN_RUN)
        for place in places
        if place >= _MIN_RUN
    )
