"""Dumps of databases as SQL are read as the rows that they put into tables, and never run."""

# ruff: noqa: S608 - no database is given these texts

from __future__ import annotations

import json
import sqlite3
from contextlib import suppress
from typing import Any

import crosswire
import pytest
from crosswire.containers import UnpackLimits, open_upload
from crosswire.containers.wrappers import sql_dump
from crosswire.errors import CrosswireError
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.measured import within
from tests.selection import for_each, tries

CHAT = {"messages": [{"role": "user", "content": 'It\'s "late"\nsaid she \\ he; -- no'}]}


def rows(text: str, limits: UnpackLimits | None = None) -> list[Any]:
    return list(open_upload(text.encode(), limits or UnpackLimits()).documents)


def notes(text: str) -> str:
    return " ".join(note.message for note in open_upload(text.encode()).notes)


def quoted(value: Any) -> str:
    return json.dumps(value).replace("'", "''")


def test_what_sqlite_dumps_is_read_as_the_database_is() -> None:
    database = sqlite3.connect(":memory:")
    database.executescript("create table logs (key text, data text, n integer, size real, raw blob)")
    database.execute(
        "insert into logs values (?, ?, ?, ?, ?)", ("a'b", json.dumps(CHAT), -7, 1.5, b'{"a": 1}')
    )
    database.execute("insert into logs values (?, null, 9007199254740993, 1e300, ?)", ("x\ny", b"\xff\x00"))
    [first, second] = rows("\n".join(database.iterdump()))
    assert first == {"key": "a'b", "data": CHAT, "n": -7, "size": 1.5, "raw": {"a": 1}}
    assert second == {"key": "x\ny", "data": None, "n": 9007199254740993, "size": 1e300}


@for_each(
    ("text", "wanted"),
    [
        ("replace('a\\nb','\\n',char(10))", "a\nb"),
        ("replace(replace('a\\r\\nb','\\r',char(13)),'\\n',char(10))", "a\r\nb"),
        ("unistr('a\\u000ab')", "a\nb"),
        ("'it''s'", "it's"),
        ("E'a\\nb'", "a\nb"),
        ("'{}'::jsonb", {}),
        ("true", 1),
        ("-1.5e3", -1500.0),
        ("X'6869'", "hi"),
    ],
)
def test_values_are_what_they_say(text: str, wanted: Any) -> None:
    assert rows(f"create table t (a, b);\ninsert into t values (1, {text});") == [{"a": 1, "b": wanted}]


@for_each(
    "text", ["random()", "(select 1)", "a || b", "'a' || 'b'", "current_timestamp", "replace(a, 'b', 'c')"]
)
def test_what_has_to_be_computed_is_left_out_and_told(text: str) -> None:
    dump = f"create table t (a, b, c);\ninsert into t values (1, {text}, 3);"
    assert rows(dump) == [{"a": 1, "c": 3}]
    assert "has to be computed" in notes(dump)


def test_lines_that_postgresql_copies() -> None:
    dump = f"""--
-- PostgreSQL database dump
--
SET statement_timeout = 0;
SELECT pg_catalog.set_config('search_path', '', false);
CREATE TABLE public.logs (
    id integer NOT NULL,
    key character varying(20) DEFAULT 'a,b'::text,
    data jsonb,
    CONSTRAINT logs_key CHECK ((id > 0))
);
CREATE FUNCTION public.f() RETURNS void LANGUAGE sql AS $$ insert into logs values (9); $$;
COPY public.logs (id, key, data) FROM stdin;
1\tone\\ttab\t{json.dumps(CHAT).replace(chr(92), chr(92) * 2)}
2\t\\N\t[1]
\\.

ALTER TABLE ONLY public.logs ADD CONSTRAINT logs_pkey PRIMARY KEY (id);
"""
    [first, second] = rows(dump)
    assert first == {"id": "1", "key": "one\ttab", "data": CHAT}
    assert second == {"id": "2", "key": None, "data": [1]}


def test_what_mysql_dumps_has_its_own_escapes() -> None:
    inner = json.dumps(CHAT).replace("\\", "\\\\").replace('"', '\\"').replace("'", "\\'")
    dump = f"""-- MySQL dump 10.13
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS `logs`;
CREATE TABLE `logs` (
  `id` int NOT NULL AUTO_INCREMENT,
  `data` json DEFAULT NULL COMMENT 'a, (b',
  PRIMARY KEY (`id`),
  KEY `by_id` (`id`)
) ENGINE=InnoDB;
LOCK TABLES `logs` WRITE;
INSERT INTO `logs` VALUES (1,'{inner}'),(2,NULL);
UNLOCK TABLES;
"""
    assert rows(dump) == [{"id": 1, "data": CHAT}, {"id": 2, "data": None}]


def test_a_conversation_in_a_dump_has_its_row_for_a_place() -> None:
    talk = {"messages": [*CHAT["messages"], {"role": "assistant", "content": "So it is."}]}
    dump = f"create table logs (id, data text);\ninsert into logs values (7, '{quoted(talk)}');"
    log = crosswire.load(dump.encode())
    [conversation] = log.conversations
    assert conversation.messages[0].parts[0].text == CHAT["messages"][0]["content"]  # type: ignore[attr-defined]
    assert log.origin_of(0).in_words == "logs, row 1"


def test_nothing_is_run() -> None:
    dump = """create table t (a);
create trigger x after insert on t begin insert into t values (1); select case when 1 then 2 end;
  insert into t values (2); end;
create view v as select * from t;
insert into t values (3);
insert into t select 4;
update t set a = 5;
"""
    assert rows(dump) == [{"a": 3}]
    told = notes(dump)
    assert "UPDATE" in told
    assert "2 of its statements were passed over" in told


def test_a_dump_that_is_cut_says_so() -> None:
    dump = "create table t (a);\ninsert into t values (1);\ninsert into t values ('two"
    assert rows(dump) == [{"a": 1}]
    assert "ends in the middle" in notes(dump)


def test_rows_are_read_up_to_the_limit() -> None:
    dump = "create table t (a);\ninsert into t values " + ",".join(f"({n})" for n in range(10)) + ";"
    assert len(rows(dump, UnpackLimits(rows=4))) == 4


@for_each(
    "text",
    [
        'Insert into the list: {"role": "user"}',
        "create table of contents\n\ninsert here",
        json.dumps(CHAT),
        "-- a comment\n[1, 2]",
        "select 1;\ninsert into t values (1);",
        "```sql\ncreate table t (a);\ninsert into t values (1);\n```",
    ],
)
def test_what_only_mentions_sql_is_no_dump(text: str) -> None:
    assert not sql_dump.fits(text.encode())


@pytest.mark.thorough
@for_each(
    "filling",
    [
        "(" * 200_000,
        "'" * 200_001,
        "/*" * 100_000,
        "--" * 100_000,
        "$a$" * 100_000,
        "begin " * 100_000,
        '"' * 200_001,
    ],
)
def test_a_hostile_dump_is_read_in_linear_time(filling: str) -> None:
    text = f"create table t (a);\ninsert into t values (1);\ninsert into t values {filling}"
    with within(2):
        assert rows(text)[:1] == [{"a": 1}]
        with suppress(CrosswireError):
            rows(f"create table {filling}\ninsert into t values (1);")


GOOD = (
    b"create table t (a, b text);\ninsert into t values (1, 'x''y'), (X'00', replace('a','b',char(10)));\n"
    * 3
)


@given(st.binary(max_size=6), st.integers(0, len(GOOD)), st.integers(0, 20))
@settings(max_examples=tries(60, thorough=400), deadline=None)
def test_mutated_dumps_are_read_or_refused(put: bytes, place: int, taken: int) -> None:
    with suppress(CrosswireError):
        assert crosswire.load(GOOD[:place] + put + GOOD[place + taken :], or_document=True).documents


def test_a_dump_without_rows_is_called_so() -> None:
    with pytest.raises(CrosswireError, match="dump of a database as SQL"):
        crosswire.load(b"create table t (a);\n")
