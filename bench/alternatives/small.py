"""`python -m bench.alternatives.small`: small things of our own, and packages for the same.

The packages are in bench/alternatives/requirements.txt; what is not installed is left out.
"""

from __future__ import annotations

import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import crosswire
from crosswire import cached_property as our_cached_property
from crosswire.comparison.alignment import align
from crosswire.facts.timestamps import seconds_of
from crosswire.ids.lookalikes import skeleton
from crosswire.model.json_patch import patched
from crosswire.tools.declared import declared_tools
from crosswire.tools.schema_check import fits_plainly, mismatches
from webapp.inspector.reading import terminal
from webapp.readmodel.media_facts import dimensions, type_of

from bench.made_up import chat_request

PROPERTIES = {
    "path": {"type": "string"},
    "limit": {"type": "integer"},
    "flags": {"type": "array", "items": {"type": "string"}},
    "options": {"type": "object", "properties": {"deep": {"type": "boolean"}}},
}
SCHEMA = {
    "type": "object",
    "properties": PROPERTIES,
    "required": ["path"],
    "additionalProperties": False,
}
FITTING = {"path": "a", "limit": 3, "flags": ["x", "y"], "options": {"deep": True}}
WRONG = {"file": "a", "limit": "3"}
HARMFUL: Any = {
    "type": "object",
    "properties": {"path": {"type": "string", "pattern": "^(a+)+$"}},
}
"""A schema that a log may bring: its pattern takes twice the time for each letter more."""


def microseconds(act: Callable[[], object], times: int = 300) -> str:
    began = time.process_time()
    for _ in range(times):
        act()
    return f"{(time.process_time() - began) / times * 1e6:.1f} us"


def seconds(act: Callable[[], object]) -> str:
    began = time.process_time()
    act()
    return f"{time.process_time() - began:.3f} s"


def schemas() -> Iterator[tuple[str, str]]:
    """Arguments that fit the schema of a tool, others that do not, and a harmful pattern."""
    harmful = {"path": "a" * 22 + "b"}
    quick = fits_plainly(SCHEMA)  # type: ignore[arg-type]
    yield "Crosswire, fits", microseconds(lambda: quick(FITTING))  # type: ignore[arg-type]
    yield "Crosswire, does not", microseconds(lambda: list(mismatches(WRONG, SCHEMA)))  # type: ignore[arg-type]
    yield "Crosswire, pattern", seconds(lambda: list(mismatches(harmful, HARMFUL)))  # type: ignore[arg-type]
    validator = import_module("jsonschema").Draft202012Validator
    whole, pattern = validator(SCHEMA), validator(HARMFUL)
    yield "jsonschema, fits", microseconds(lambda: whole.is_valid(FITTING))
    yield "jsonschema, does not", microseconds(lambda: list(whole.iter_errors(WRONG)))
    yield "jsonschema, pattern", seconds(lambda: pattern.is_valid(harmful))
    rust = import_module("jsonschema_rs").Draft202012Validator
    whole_rust, pattern_rust = rust(SCHEMA), rust(HARMFUL)
    yield "jsonschema-rs, fits", microseconds(lambda: whole_rust.is_valid(FITTING))
    yield "jsonschema-rs, does not", microseconds(lambda: list(whole_rust.iter_errors(WRONG)))
    yield "jsonschema-rs, pattern", seconds(lambda: pattern_rust.is_valid(harmful))
    fast = import_module("fastjsonschema")
    compiled, compiled_pattern = fast.compile(SCHEMA), fast.compile(HARMFUL)
    yield "fastjsonschema, fits", microseconds(lambda: compiled(FITTING))
    yield (
        "fastjsonschema, does not (tells one fault)",
        microseconds(lambda: _caught(compiled, WRONG)),
    )
    yield "fastjsonschema, pattern", seconds(lambda: _caught(compiled_pattern, harmful))


def _caught(act: Callable[[Any], object], value: object) -> None:
    try:
        act(value)
    except ValueError:
        return


def patches() -> Iterator[tuple[str, str]]:
    """The ids of 5,000 results of a request replaced, the request itself left as it was."""
    body: Any = chat_request(10_000)
    numbers = [n for n, message in enumerate(body["messages"]) if message["role"] == "tool"]
    changes: Any = [(("messages", str(n), "tool_call_id"), f"call_{n}") for n in numbers]
    yield f"Crosswire, {len(numbers):,} ids", seconds(lambda: patched(body, changes))
    patch = [{"op": "replace", "path": "/" + "/".join(place), "value": new} for place, new in changes]
    made = import_module("jsonpatch").JsonPatch(patch)
    assert made.apply(body) == patched(body, changes)
    yield "jsonpatch", seconds(lambda: made.apply(body))


def alignments() -> Iterator[tuple[str, str]]:
    """Two sequences of 4,000 items of 40 kinds in any order: how many are aligned, and when."""
    chance = random.Random(1)
    one, other = ([chance.randrange(40) for _ in range(4_000)] for _ in range(2))
    yield "Crosswire", f"{len(align(one, other)):,} in {seconds(lambda: align(one, other))}"
    from difflib import SequenceMatcher

    def of(matcher: Any) -> int:
        return sum(block[-1] for block in matcher.get_matching_blocks())

    plain = SequenceMatcher(None, one, other, autojunk=False)
    took = seconds(plain.get_matching_blocks)
    yield "difflib", f"{of(plain):,} in {took}"
    guessing = SequenceMatcher(None, one, other)
    yield "difflib, autojunk", f"{of(guessing):,} in {seconds(guessing.get_opcodes)}"
    patience = import_module("patiencediff").PatienceSequenceMatcher(None, one, other)
    yield "patiencediff", f"{of(patience):,} in {seconds(patience.get_matching_blocks)}"


def properties() -> Iterator[tuple[str, str]]:
    """Two threads, each of which asks another object for a value that takes 0.3 s."""
    for name, kind in (
        ("Crosswire", our_cached_property.cached_property),
        ("functools", cached_property),
    ):

        class Slow:
            def value(self) -> int:
                time.sleep(0.3)
                return 1

            kept = kind(value)

        Slow.kept.__set_name__(Slow, "kept")
        threads = [threading.Thread(target=lambda: Slow().kept) for _ in range(2)]
        began = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        yield name, f"{time.monotonic() - began:.1f} s"


PROGRAMS = {
    "a colour": "\x1b[31mred\x1b[0m",
    "a line cleared": "secret\x1b[2K\rok",
    "the cursor moved": "abc\x1b[3Dxyz",
    "a link": "\x1b]8;;http://evil.test\x1b\\text\x1b]8;;\x1b\\",
    "a title": "\x1b]0;title\x07text",
    "a bell": "text\x07",
}


def terminals() -> Iterator[tuple[str, str]]:
    """What of some codes of terminals is hidden from a reader."""
    hidden = [
        name
        for name, text in PROGRAMS.items()
        if "\\u" not in _shown(text) and "left out" not in _shown(text)
    ]
    yield "Crosswire hides", ", ".join(hidden) or "none"
    lost = [name for name, text in PROGRAMS.items() if "\x1b" not in click.unstyle(text) and "\x1b" in text]
    yield "click.unstyle hides", ", ".join(lost)


def _shown(text: str) -> str:
    return str(terminal.block(text))


def _png(width: int, height: int) -> bytes:
    return (
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
        + width.to_bytes(4, "big")
        + height.to_bytes(4, "big")
        + b"\x08" * 20
    )


MEDIA = {
    "image/png": _png(31, 17),
    "image/gif": b"GIF89a" + bytes([31, 0, 17, 0]) + bytes(20),
    "image/webp": b"RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + bytes([30, 0, 0, 16, 0, 0]) + bytes(20),
    "application/pdf": b"%PDF-1.7\n" + bytes(300),
    "audio/mpeg": b"ID3\x03" + bytes(300),
    "audio/wav": b"RIFF\x24\0\0\0WAVEfmt " + bytes(300),
    "audio/ogg": b"OggS" + bytes(300),
    "audio/flac": b"fLaC" + bytes(300),
    "video/mp4": b"\0\0\0\x18ftypmp42" + bytes(300),
    "video/webm": b"\x1aE\xdf\xa3" + bytes(300),
    "application/zip": b"PK\x03\x04" + bytes(300),
    "image/svg+xml": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
}


def media() -> Iterator[tuple[str, str]]:
    """Of how many media the bytes tell the type; and the size of three pictures."""
    yield (
        "Crosswire",
        f"{sum(type_of(data) == name for name, data in MEDIA.items())} of {len(MEDIA)}",
    )
    filetype = import_module("filetype")
    alike = {"audio/x-wav": "audio/wav", "audio/x-flac": "audio/flac"}
    guessed = {name: filetype.guess_mime(data) for name, data in MEDIA.items()}
    yield (
        "filetype",
        f"{sum(alike.get(g, g) == name for name, g in guessed.items())} of {len(MEDIA)}",
    )
    pictures = [
        (name, data) for name, data in MEDIA.items() if name in ("image/png", "image/gif", "image/webp")
    ]
    yield "Crosswire, sizes", str([dimensions(data, name) for name, data in pictures])
    from io import BytesIO

    size = import_module("imagesize")
    yield "imagesize, sizes", str([size.get(BytesIO(data)) for _, data in pictures])


def lookalikes() -> Iterator[tuple[str, str]]:
    """Letters that Unicode calls confusable with a Latin one: how many have its skeleton."""
    table = import_module("confusable_homoglyphs.confusables").confusables_data
    pairs = {
        (latin, row["c"])
        for latin, rows in table.items()
        if re.fullmatch("[A-Za-z]", latin)
        for row in rows
        if len(row["c"]) == 1 and not row["c"].isascii()
    }
    for script in (
        "CYRILLIC",
        "GREEK",
        "ARMENIAN",
        "CHEROKEE",
        "FULLWIDTH",
        "MATHEMATICAL",
        "",
    ):
        of_it = [pair for pair in pairs if _script_of(pair[1]).startswith(script)]
        same = sum(skeleton(latin) == skeleton(other) for latin, other in of_it)
        yield script.capitalize() or "all", f"{same} of {len(of_it)}"


def _script_of(character: str) -> str:
    from unicodedata import name

    return name(character, "")


MOMENTS = (
    *("2026-11-23T02:45:00Z", "2026-11-23 02:45:00+01:00", "2026-11-23T02:45:00.123456789Z"),
    *(
        "20261123T024500Z",
        "2026-11-23",
        "2026-W48-1",
        "2026-11-23T02:45:00,5Z",
        "1763865900000",
    ),
)


def moments() -> Iterator[tuple[str, str]]:
    parse = import_module("dateutil.parser").isoparse
    texts = [text for text in MOMENTS if seconds_of(text) is not None]
    yield "Crosswire reads", ", ".join(texts)
    yield "Crosswire", microseconds(lambda: seconds_of(MOMENTS[0]))
    read = [text for text in MOMENTS if _is_read(parse, text)]
    yield "dateutil reads", ", ".join(read)
    yield "dateutil", microseconds(lambda: parse(MOMENTS[0]))


def _is_read(parse: Callable[[str], object], text: str) -> bool:
    try:
        parse(text)
    except ValueError:
        return False
    return True


def calls_of_logs(folder: Path) -> Iterator[tuple[str, str]]:
    """Calls in real logs whose tools have a schema: of how many a fault is told."""
    validator = import_module("jsonschema").Draft202012Validator
    broken = import_module("jsonschema").exceptions.SchemaError
    counts: Counter[str] = Counter()
    for arguments, schema in _declared(folder):
        counts["calls"] += 1
        ours = any(mismatches(arguments, schema))
        try:
            validator.check_schema(schema)
            words = {error.validator for error in validator(schema).iter_errors(arguments)}
        except broken:
            words, counts["schemas that are none"] = set(), counts["schemas that are none"] + 1
        counts["told by Crosswire"] += ours
        counts["told by jsonschema"] += bool(words)
        counts["told by both"] += bool(words) and ours
        if words and not ours:
            counts.update(f"told by jsonschema alone: {word}" for word in words)
    yield from ((name, f"{count:,}") for name, count in counts.items())


def _declared(folder: Path) -> Iterator[tuple[Any, Any]]:
    for file in sorted(folder.rglob("*")):
        try:
            log = crosswire.load(file.read_bytes()) if file.is_file() else None
        except crosswire.CrosswireError:
            continue
        for conversation in log.conversations if log else ():
            tools = declared_tools(conversation)
            for call in conversation.calls() if tools else ():
                tool = tools.by_name.get(call.name) if tools else None
                arguments = call.arguments.value
                if tool is not None and isinstance(tool.schema, dict) and isinstance(arguments, dict):
                    yield arguments, tool.schema


PARTS = (schemas, patches, alignments, properties, terminals, media, lookalikes, moments)


@click.command()
@click.option("--only", default="", help="Only what has this in its name.")
@click.option("--logs", type=click.Path(path_type=Path), help="A folder of logs.")
def main(only: str, logs: Path | None) -> None:
    """Print what each does, one line each."""
    if logs is not None:
        for name, found in calls_of_logs(logs):
            click.echo(f"  {name}: {found}")
        return
    for part in PARTS:
        if only in part.__name__:
            click.echo(f"\n{part.__name__}: {' '.join((part.__doc__ or '').split())}")
            try:
                for name, found in part():
                    click.echo(f"  {name}: {found}")
            except ModuleNotFoundError as error:
                click.echo(f"  {error.name} is not installed")


if __name__ == "__main__":
    main(prog_name="python -m bench.alternatives.small")
