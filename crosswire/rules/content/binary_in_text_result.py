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
  {"role": "tool", "tool_call_id": "call_b1n", "content": "logo.png: a picture of type image/png, 70 bytes."}
]
```

## Source

The lists of what not to send, for each provider, in the notes on translating tool calls that
Crosswire grew from.
"""

import re
from collections.abc import Iterable, Iterator

from crosswire.model import DataPart, JsonValue, Part, TextPart, ToolResultPart
from crosswire.rules.rule import Diagnostic, Rule, RuleContext, Severity

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
_LEAST = 64
_BASE64 = re.compile(
    rf"data:(?P<mime>[\w.+-]+/[\w.+-]+);base64,{_LETTERS}{{{_LEAST},}}"
    rf"|(?<![A-Za-z0-9+/])(?P<begins>{_BEGINNINGS}){_LETTERS}{{{_LEAST},}}"
)
_MARK = re.compile(f";base64,|{_BEGINNINGS}")
"""One of which every finding of that pattern has."""
_probe = re.compile(rf"{_LETTERS}{{{_LEAST}}}").match
_SHORT, _STEP = 512, 2048
_LONG = 4096
_SAMPLE = 4096
_REPLACED = "\ufffd"
_NO_TEXT = bytes((*range(0x07), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F))
_MOST_VALUES = 2000

rule = Rule(
    __name__,
    code="CW442",
    title="The text of a result is binary data.",
    severity=Severity.WARNING,
    doc=__doc__,
)


@rule.on_result
def check(result: ToolResultPart, context: RuleContext) -> Iterable[Diagnostic]:
    for part in result.content if result.executed_by == "client" else ():
        fault = _fault(part.text) if isinstance(part, TextPart) else _fault_of_data(part)
        if fault is not None:
            said = f"{fault} The model reads them letter by letter."
            return (rule.at(result, said, address=part.address),)
    return ()


def _fault_of_data(part: Part) -> str | None:
    texts = _strings(part.value) if isinstance(part, DataPart) else iter(())
    return next((fault for text in texts if (fault := _fault(text))), None)


def _strings(value: JsonValue) -> Iterator[str]:
    """The texts in a structure, and no more than so many."""
    waiting = [value]
    for _ in range(_MOST_VALUES):
        if not waiting:
            return
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, (list, dict)):
            waiting.extend(value if isinstance(value, list) else value.values())


def _fault(text: str) -> str | None:
    for found in _BASE64.finditer(text) if _may_hold_base64(text) else ():
        length = found.end() - found.start()
        if length >= _LONG or length * 2 >= len(text):
            kind = found["mime"] or _KINDS[found["begins"]]
            return f"This text holds {length:,} characters of base64 ({kind})."
    sample = text[:_SAMPLE]
    data = sample.encode("utf-8", "surrogatepass")
    strange = len(data) - len(data.translate(None, _NO_TEXT))
    if _REPLACED in sample:
        strange += sample.count(_REPLACED)
    if strange >= 8 and strange * 10 >= len(sample):
        return (
            f"This text is {len(text):,} bytes that are no characters, read as if they were."
        )
    return None


def _may_hold_base64(text: str) -> bool:
    """Whether half of it, or so much as is told, may be base64: that would stand at one of a
    few places."""
    size = len(text)
    if size < _SHORT:
        return size > _LEAST and _MARK.search(text) is not None
    at = size // 2 % _STEP
    while at < size:
        if at >= _LEAST and (_probe(text, at) or _probe(text, at - _LEAST)):
            return True
        at += _STEP
    return False
