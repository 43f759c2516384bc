"""A field of a column that holds JSON as text, for sorting in the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ColumnElement
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


class _AsJson(FunctionElement[Any]):
    """The text as JSON: SQLite reads it as it is, PostgreSQL wants it cast."""

    inherit_cache = True
    type = JSON()


@compiles(_AsJson)
def _plain(element: _AsJson, compiler: SQLCompiler, **options: Any) -> str:
    return str(compiler.process(element.clauses, **options))


@compiles(_AsJson, "postgresql")
def _cast(element: _AsJson, compiler: SQLCompiler, **options: Any) -> str:
    return f"CAST({compiler.process(element.clauses, **options)} AS JSON)"


def text_field(column: Any, name: str) -> ColumnElement[str]:
    """The text in a field of the object in a column; NULL where it has none."""
    found: ColumnElement[str] = _AsJson(column)[name].as_string()
    return found
