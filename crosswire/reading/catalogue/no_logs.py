"""Files that hold no log, whatever program they come from."""

from __future__ import annotations

from crosswire.reading.catalogue.shape import Shape, anywhere

_LOG = "the log itself: the text of a picture or of a page is none"
_ROWS = "the rows as JSON Lines, e.g. `duckdb -c \"COPY (FROM 'FILE') TO 'rows.jsonl'\"`"


def _picture(name: str, what: str, *beginnings: bytes) -> Shape:
    return Shape(
        name=name,
        program="Pictures and documents",
        what=what,
        kind="other",
        take=_LOG,
        beginnings=beginnings,
    )


SHAPES = (
    _picture("png", "a PNG image", b"\x89PNG"),
    _picture("jpeg", "a JPEG image", b"\xff\xd8\xff"),
    _picture("gif", "a GIF image", b"GIF8"),
    _picture("webp", "a WebP image or a sound", b"RIFF"),
    _picture("pdf", "a PDF", b"%PDF"),
    _picture("office", "a document of an office program", b"\xd0\xcf\x11\xe0"),
    Shape(
        name="parquet",
        program="Parquet, Arrow, DuckDB",
        what="a Parquet file",
        kind="dataset",
        called="*.parquet",
        take=_ROWS,
        beginnings=(b"PAR1",),
    ),
    Shape(
        name="arrow",
        program="Parquet, Arrow, DuckDB",
        what="an Arrow file",
        kind="dataset",
        called="*.arrow, *.feather",
        take=_ROWS,
        beginnings=(b"ARROW1", b"\xff\xff\xff\xff"),
    ),
    Shape(
        name="pickle",
        program="Python",
        what="a pickle of Python, which is a program and is never run here",
        kind="other",
        called="*.pkl, *.pickle",
        take="the same as JSON, written by the program that knows its classes",
        beginnings=(b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"),
    ),
    Shape(
        name="property-list",
        program="macOS",
        what="a binary property list of macOS",
        kind="settings",
        called="*.plist",
        take=_LOG,
        beginnings=(b"bplist00",),
    ),
    Shape(
        name="sql-dump",
        program="SQLite, PostgreSQL, MySQL",
        what="a dump of a database as SQL",
        kind="other",
        called="*.sql",
        take="the SQLite file itself, which is read, or the rows as JSON Lines",
        beginnings=(
            b"create table",
            b"CREATE TABLE",
            b"PRAGMA foreign_keys",
            b"BEGIN TRANSACTION;",
            b"--\n-- PostgreSQL",
            b"-- MySQL dump",
        ),
    ),
    Shape(
        name="terminal-recording",
        program="asciinema",
        what="a recording of a terminal",
        kind="other",
        called="*.cast",
        take="the session that the agent in that terminal wrote",
        marks=(("version:number", "width:number", "height:number"),),
    ),
    Shape(
        name="notebook",
        program="Jupyter",
        what="a notebook of Jupyter",
        kind="other",
        called="*.ipynb",
        at=anywhere("the folder of the project"),
        take="the messages, written by a cell: `json.dump(messages, open('log.json', 'w'))`",
        marks=(("cells:list", "nbformat:number"),),
    ),
)
