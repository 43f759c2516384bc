"""One archive with the upload, the body and losses of each format, and the shapes of one
format.

Equal conversations give equal bytes: members have a fixed order and the date 1980-01-01, the
first that the format knows.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from typing import Any

from crosswire.containers import json_document
from crosswire.errors import CannotExport
from crosswire.exports import curl, fine_tune, html, jsonl, markdown, messages, python, stream
from crosswire.exports.export import EVERY_FORMAT, Export, Shape, Written, report, unchanged
from crosswire.formats import FORMATS
from crosswire.model import JsonValue

NAME = "zip"
TITLE = "All of it (zip)"
SAYS = (
    "The upload, the body of each format with its losses, transcripts, and the other "
    "shapes of this format."
)
MEDIA_TYPE = "application/zip"
ENDING = "zip"
IN_LINES = False
FORMAT_NAMES = EVERY_FORMAT

_SHAPES: tuple[Shape, ...] = (messages, jsonl, fine_tune, stream, curl, python)
"""The shapes of which the chosen format has a file, beside its body."""
_PEOPLE: tuple[Shape, ...] = (markdown, html)
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)

Member = tuple[str, bytes]


def write(export: Export) -> Written:
    members: list[Member] = []
    missing: list[str] = []
    members += ((f"transcript.{shape.ENDING}", shape.write(export).data) for shape in _PEOPLE)
    members.append(("findings.json", _findings(export)))
    members += _bodies(export)
    for shape in _SHAPES:
        try:
            members += _with_losses(f"{export.target}/{shape.ENDING}", shape.write(export))
        except CannotExport as error:
            missing.append(f"{shape.TITLE}: {error}")
    if export.upload is not None:
        members.append((f"original/{safe_name(export.name)}", export.upload))
    members.insert(0, ("README.txt", _readme(export, members, missing)))
    return unchanged(export, packed(members))


def packed(members: Iterable[Member]) -> bytes:
    """An archive whose bytes depend on its members alone."""
    # Imported here, as no other command needs it and starting is to be quick.
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    out = io.BytesIO()
    with ZipFile(out, "w") as archive:
        for name, data in members:
            info = ZipInfo(name, _FIRST_DAY)
            info.compress_type = ZIP_DEFLATED
            info.create_system = 3  # else it would be that of the machine
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return out.getvalue()


def safe_name(name: str | None) -> str:
    """The name of a file that no archive's reader takes for a path."""
    plain = re.sub(
        r"[^\w.-]+", "-", (name or "").replace("\\", "/").rpartition("/")[2], flags=re.ASCII
    )
    return plain.strip("-.")[:100] or "upload"


def with_losses(
    name: str, data: bytes, told: dict[str, Any], more: Iterable[Member] = ()
) -> bytes:
    """A file, and a file with its losses."""
    return packed([(name, data), ("losses.json", _json(told)), *more])


def _bodies(export: Export) -> Iterator[Member]:
    for target in FORMATS:
        rendering = export.rendered_as(target)
        yield (
            f"bodies/{target}.json",
            json_document.write(rendering.payload, indent=True) + b"\n",
        )
        yield (
            f"losses/{target}.json",
            _json(report(rendering.losses, rendering.id_map, rendering.name_map)),
        )


def _with_losses(name: str, written: Written) -> Iterator[Member]:
    yield name, written.data
    yield f"{name}.losses.json", _json(written.report())


def _findings(export: Export) -> bytes:
    return _json(
        [
            {
                "code": found.code,
                "name": found.name,
                "severity": found.severity,
                "address": found.address,
                "message": found.message,
                "related": [
                    {"what": what, "address": address} for what, address in found.related
                ],
            }
            for found in export.findings
        ]
    )


def _json(value: JsonValue) -> bytes:
    return json_document.write(value, indent=True) + b"\n"


def _readme(export: Export, members: Iterable[Member], missing: list[str]) -> bytes:
    names = [name for name, _ in members]
    lines = [
        "A logged conversation, as Crosswire wrote it.",
        "",
        f"Read as: {export.conversation.format}. Ids: {export.rendering.policy}.",
        "",
        "transcript.md, transcript.html  to read: the log as it is, then what was changed",
        "findings.json                   what is wrong in the log",
        "bodies/                         the request body of each format, ready to send",
        (
            "losses/                         what each of them could not hold, "
            "and each id that "
            "is not the log's"
        ),
        f"{export.target}/".ljust(32) + f"the other shapes for {export.title}",
        *(
            ["original/".ljust(32) + "the upload as it came, byte for byte"]
            if export.upload is not None
            else []
        ),
        "",
        "Members:",
        *(f"  {name}" for name in names),
    ]
    if missing:
        lines += ["", "Not here:", *(f"  {one}" for one in missing)]
    return ("\n".join(lines) + "\n").encode()
