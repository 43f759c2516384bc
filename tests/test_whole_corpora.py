"""`crosswire corpus`: no row is lost and none comes twice, whatever ends on the way. Tables need pyarrow,
which the default run does without."""

import gzip
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from bench import corpus
from click.testing import CliRunner
from crosswire.cli import main
from crosswire.configuration import Lookup
from crosswire.corpus import Row, Summary, Wish, on_ray, outcome_of, table
from crosswire.corpus.out import out_of
from crosswire.corpus.places import SourceFile, find_files
from crosswire.corpus.plan import Piece, Task, pieces_of, planned
from crosswire.corpus.reading_rows import rows_of
from crosswire.corpus.work import CannotGoOn, do_task
from tests import ray_run
from tests.webapp.small_s3 import small_s3

WRITTEN = ["parts", "plan.json", "ray.log", "summary.html", "summary.json", "summary.txt"]


def line(number: int, *, answers: str = "") -> bytes:
    """A request with one call and its result, which may answer another one."""
    call = {"id": f"call_{number}", "type": "function", "function": {"name": "add", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": f"Add {number}."},
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": answers or f"call_{number}", "content": "1"},
    ]
    return json.dumps({"model": "gpt-4o", "messages": messages}).encode()


def row(text: bytes, **more: Any) -> Row:
    return Row("a.jsonl", 1, text, len(text), hashlib.sha256(text).hexdigest(), 0, **more)


def source(path: Path) -> SourceFile:
    return find_files([str(path)]).files[0]


def lines_file(folder: Path, count: int, name: str = "a.jsonl") -> Path:
    path = folder / name
    path.write_bytes(b"".join(line(number) + b"\n" for number in range(count)))
    return path


def test_rows_are_judged_by_the_settings_of_their_files_which_the_plan_keeps(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "crosswire.toml").write_text(
        'targets = ["anthropic"]\n[severities]\nCW204 = "warning"\n[per-file."old/*"]\nselect = ["CW1"]\n'
    )
    told = []
    for path in (tmp_path / "a.jsonl", tmp_path / "old" / "b.jsonl"):
        path.write_bytes(line(1, answers="call_7"))
        (task,) = planned([str(path)], Wish("check"), out_of(tmp_path / f"out-{path.stem}"), Lookup()).tasks
        kept = msgspec.json.decode(msgspec.json.encode(task), type=Task)
        ((one,),) = ([*rows_of(piece, Wish("check"))] for piece in kept.pieces)
        summary = Summary()
        (record,) = outcome_of(one, Wish("check")).records
        summary.add(one.source, [record])
        shown = [(found["code"], found["severity"]) for found in record["findings"]]
        asked = [verdict["target"] for verdict in record["verdicts"]]
        told.append((shown, asked, summary.exit_code))
    assert told == [
        ([("CW323", "info"), ("CW204", "warning")], ["openai-chat", "anthropic"], 1),
        ([], ["openai-chat", "anthropic"], 1),
    ]


def test_what_is_wrong_in_a_row_is_told_with_its_calls_and_the_verdict_of_its_own_provider() -> None:
    (record,) = outcome_of(row(line(1, answers="call_7")), Wish("check")).records
    assert "CW204" in [one["code"] for one in record["findings"]]
    assert [(one["target"], one["accepts"]) for one in record["verdicts"]] == [("openai-chat", False)]
    (call,) = record["calls"]
    assert (call["tool"], call["how"], len(call["checksum"])) == ("add", "pending", 64)


def test_a_broken_row_and_a_long_one_are_told_and_stop_nothing() -> None:
    broken = outcome_of(row(b'{"messages": ['), Wish("check")).records[0]
    assert broken["state"] in ("unreadable", "no-conversation")
    assert broken["error"]
    long = outcome_of(row(b"", refused="too-long"), Wish("check")).records[0]
    assert (long["state"], "--max-row-bytes" in long["error"]) == ("too-long", True)


def test_a_fault_of_our_own_at_a_row_is_told_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("crosswire.corpus.outcomes.pair", fail)
    (record,) = outcome_of(row(line(1)), Wish("check")).records
    assert record["state"] == "failed"
    assert "ZeroDivisionError: by nothing" in record["error"]


def test_a_row_is_masked_whether_or_not_it_can_be_read() -> None:
    secret = b"ghp_" + b"a1B2c3D4e5F6" * 3
    outcome = outcome_of(row(b"It said " + secret + b" to me."), Wish("mask"))
    assert [one["sure"] for one in outcome.records[0]["secrets"]] == [True]
    assert outcome.records[0]["state"] == "masked-as-text"
    assert "may still stand in it" in outcome.records[0]["error"]
    assert secret not in outcome.written[0]


def test_the_keys_in_the_headers_of_a_recording_are_masked_too() -> None:
    sent = {"url": "https://api.openai.com/v1/chat/completions?sig=abcQWE123zzz", "method": "POST"}
    headers = {"x-goog-api-key": "hunter2hunter2"}
    recorded = {"request": {**sent, "headers": headers, "body": json.loads(line(1))}}
    outcome = outcome_of(row(json.dumps(recorded).encode()), Wish("mask"))
    assert outcome.records[0]["state"] == "read"
    assert b"hunter2" not in outcome.written[0]
    assert b"abcQWE123zzz" not in outcome.written[0]


def test_nothing_is_written_of_a_row_in_which_a_secret_cannot_be_masked() -> None:
    pieces = "{'messages': [{'role': 'user', 'content': 'ghp_a1B2c3D4e5F6' 'a1B2c3D4e5F6a1B2c3D4e5F6'}]}"
    outcome = outcome_of(row(pieces.encode()), Wish("mask"))
    assert (outcome.records[0]["state"], outcome.written, outcome.file) == ("not-masked", [], None)
    assert "in pieces" in outcome.records[0]["error"]


def test_a_file_is_cut_at_line_ends_and_rows_keep_their_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crosswire.corpus.plan._BLOCK", 700)
    path = lines_file(tmp_path, 100)
    path.write_bytes(path.read_bytes().replace(line(5) + b"\n", b"\n"))  # an empty one is no row
    pieces = list(pieces_of(source(path), Wish("check"), 2_000))
    assert len(pieces) > 5
    rows = [one for piece in pieces for one in rows_of(piece, Wish("check"))]
    assert [(one.number, one.text) for one in rows] == [(n + 1, line(n)) for n in range(100) if n != 5]
    assert all(path.read_bytes()[one.offset :].startswith(one.text) for one in rows)


def test_a_line_that_is_too_long_is_hashed_to_its_end_and_not_held(tmp_path: Path) -> None:
    long = b"x" * 5_000
    path = tmp_path / "a.jsonl"
    path.write_bytes(line(0) + b"\n" + long + b"\n" + line(2))
    wish = Wish("check", max_row_bytes=1_000)
    (piece,) = pieces_of(source(path), wish)
    rows = list(rows_of(piece, wish))
    assert [(one.number, one.refused) for one in rows] == [(1, ""), (2, "too-long"), (3, "")]
    assert (rows[1].size, rows[1].digest) == (5_000, hashlib.sha256(long).hexdigest())
    assert (rows[1].text, rows[2].text) == (b"", line(2))


def test_lines_of_one_log_are_one_row_and_lines_that_are_logs_a_row_each(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    messages = json.loads(line(0))["messages"]
    log.write_text("".join(json.dumps(message) + "\n" for message in messages))
    assert [piece.kind for piece in pieces_of(source(log), Wish("check"))] == ["file"]
    said = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hello."}]}
    session = (
        ("session_meta", {"id": "s1"}),
        ("response_item", said),
        ("event_msg", {"type": "task_started"}),
    )
    log.write_text("".join(json.dumps({"type": kind, "payload": held}) + "\n" for kind, held in session))
    assert [piece.kind for piece in pieces_of(source(log), Wish("check"))] == ["file"]
    log.write_bytes(line(0) + b'\n{"no": "log"}\n{"cut\n{"no": "log"}\n')
    assert [piece.kind for piece in pieces_of(source(log), Wish("check"))] == ["lines"]
    packed = tmp_path / "rows.jsonl.gz"
    packed.write_bytes(gzip.compress(line(0) + b"\n" + line(1) + b"\n"))
    (piece,) = pieces_of(source(packed), Wish("check"))
    assert [one.text for one in rows_of(piece, Wish("check"))] == [line(0), line(1)]


def test_without_pyarrow_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = lines_file(tmp_path, 1)
    ran = CliRunner().invoke(main, ["corpus", "check", str(path), "--out", str(tmp_path / "out")])
    assert ran.exit_code == 2
    assert "pip install 'crosswire[corpus]'" in ran.stderr
    assert not (tmp_path / "out").exists()


def test_without_ray_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", sys.modules[__name__])  # as if it was there
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "1")
    path = lines_file(tmp_path, 1)
    ran = CliRunner().invoke(
        main, ["corpus", "check", str(path), "--out", str(tmp_path / "out"), "--engine", "ray"]
    )
    assert (ran.exit_code, ran.stderr.count("\n")) == (2, 1)
    assert "pip install 'crosswire[ray]'" in ran.stderr
    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"
    assert not (tmp_path / "out").exists()


def test_a_machine_that_does_not_see_the_folder_of_the_run_says_so(tmp_path: Path) -> None:
    """What a machine of a cluster does, without a cluster."""
    task = {"at": 3, "json": msgspec.json.encode(Task(0, []))}
    told = on_ray._done(task, Wish("check"), out_of(tmp_path / "out"), tmp_path)
    assert told == {"at": 3, "error": f"A machine of the cluster does not see {tmp_path / 'out'}."}


@pytest.mark.thorough
def test_a_url_with_a_password_is_refused_as_tables_would_tell_it(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    ran = ran_corpus("check", "s3://key:hunter2@bucket/logs", "--out", tmp_path / "out")
    assert (ran.exit_code, "hunter2" in ran.output) == (2, False)
    assert "by the environment" in ran.output


def test_a_folder_gives_all_files_but_those_that_no_log_is_in(tmp_path: Path) -> None:
    for name in ("a.sse", "b.har", "c.parquet", "deep/d.json.gz", "e.png", ".git/f.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = find_files([str(tmp_path)])
    assert [Path(one.path).name for one in found.files] == ["a.sse", "b.har", "c.parquet", "d.json.gz"]
    assert {Path(path).name: why for path, why in found.left.items()} == {"e.png": "media", "f.json": "tools"}


def test_counts_add_up() -> None:
    def summed(*numbers: int) -> Summary:
        found = Summary()
        for number in numbers:
            wrong = "" if number else "call_x"
            found.add("a.jsonl", outcome_of(row(line(number, answers=wrong)), Wish("check")).records)
        return found

    both = Summary.of_bytes(summed(0, 1).as_bytes())
    both.merge(summed(2))
    assert both.groups() == summed(0, 1, 2).groups()
    assert both.groups()["tools"]["add"] == {"calls": 3, "pending": 1}
    assert both.exit_code == 1


def test_the_made_up_corpus_is_the_same_each_time_and_all_of_it_is_read() -> None:
    made = [*corpus.lines(40)]
    assert made == [*corpus.lines(40)]
    assert all(900 < len(one) < 1_300 for one in made)
    records = [record for one in made for record in outcome_of(row(one), Wish("check")).records]
    assert {(record["state"], record["results"]) for record in records} == {("read", 2)}
    wrong = sum(any(found["severity"] == "error" for found in record["findings"]) for record in records)
    assert 0 < wrong < 10


# With pyarrow


def ran_corpus(*arguments: object) -> Any:
    return CliRunner().invoke(main, ["corpus", *map(str, arguments)])


def read_rows(out: Path) -> list[dict[str, Any]]:
    """All rows of a run, by an independent reader of Parquet's tables."""
    pq = pytest.importorskip("pyarrow.parquet")
    parts = sorted((out / "parts").glob("*.parquet"))
    return [one for part in parts for one in pq.read_table(part).to_pylist()]


@pytest.mark.thorough
def test_a_table_has_the_documented_columns_and_the_same_rows_give_the_same_one() -> None:
    pytest.importorskip("pyarrow")
    rows = [row(line(0)), row(b"nothing"), row(line(1, answers="\ud800"))]
    for verb in ("check", "convert", "mask"):
        wish = Wish(verb, to="anthropic")
        made = table.rows_to_table(rows, wish)
        assert made.schema == table.schema(verb)
        assert made.num_rows == 3
        assert made.equals(table.rows_to_table(rows, wish))


@pytest.mark.thorough
def test_rows_of_a_table_are_read_whole_or_by_a_column(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    bodies = [json.loads(line(number)) for number in range(5)]
    nested = pa.table({"model": ["gpt-4o"] * 5, "messages": [one["messages"] for one in bodies]})
    texts = pa.table({"id": range(5), "body": [json.dumps(one) for one in bodies]})
    halves = pa.table({"messages": [json.dumps(one["messages"]) for one in bodies]})
    for name, given, options in (
        ("nested", nested, ()),
        ("texts", texts, ("--column", "body")),
        ("halves", halves, ()),
    ):
        pq.write_table(given, tmp_path / f"{name}.parquet", row_group_size=2)
        out = tmp_path / f"out-{name}"
        ran = ran_corpus("check", tmp_path / f"{name}.parquet", "--out", out, "--jobs", 1, *options)
        assert ran.exit_code == 0, ran.output
        rows = read_rows(out)
        assert [one["row"] for one in rows] == [1, 2, 3, 4, 5]
        assert all(one["findings"] == [] and one["messages"] == 3 for one in rows)


@pytest.mark.thorough
def test_a_table_that_is_none_is_refused_with_its_name_and_a_cure(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "cut.parquet"
    path.write_bytes(b"PAR1 and no more")
    ran = ran_corpus("check", path, "--out", tmp_path / "out")
    assert (ran.exit_code, ran.exception.__class__) == (2, SystemExit)
    assert "cut.parquet is no Parquet file that can be read" in ran.output
    assert "Leave it out." in ran.output


@pytest.mark.thorough
def test_a_run_that_was_killed_goes_on_and_gives_what_one_in_whole_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr("crosswire.corpus.plan.TASK_BYTES", 20_000)
    monkeypatch.setattr("crosswire.corpus.plan._BLOCK", 1_000)
    path = lines_file(tmp_path, 500)
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    assert ran_corpus("check", path, "--out", whole).exit_code == 0
    plan = planned([str(path)], Wish("check"), out_of(cut))
    for task in plan.tasks[::2]:
        do_task(task, plan.wish, out_of(cut))
    half = out_of(cut).attempts(plan.tasks[1].number) / "one"
    half.mkdir(parents=True)
    (half / "table").write_bytes(b"half a part")
    assert ran_corpus("check", path, "--out", cut).exit_code == 0
    assert read_rows(cut) == read_rows(whole)
    assert [one["row"] for one in read_rows(cut)] == [*range(1, 501)]
    assert (cut / "summary.json").read_bytes() == (whole / "summary.json").read_bytes()
    path.write_bytes(path.read_bytes() + line(500))
    assert "Take an empty folder" in ran_corpus("check", path, "--out", cut).stderr


@pytest.mark.thorough
def test_a_killed_worker_loses_no_row_and_gives_none_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    from crosswire.corpus import processes

    monkeypatch.setattr("crosswire.corpus.plan.TASK_BYTES", 100_000)
    monkeypatch.setattr("crosswire.corpus.plan._BLOCK", 1_000)
    killed: dict[int, int] = {}
    out = tmp_path / "out"
    give = processes._Worker.give

    def given(worker: Any, task: Task) -> None:
        """Ends the first process of each of three tasks in the midst of its rows."""
        give(worker, task)
        process = worker.process
        attempts = out_of(out).attempts(task.number)
        while len(killed) < 3 and task.number not in killed and process.is_alive():
            if any(int.from_bytes(mark.read_bytes()) >= 5 for mark in attempts.glob("*/at")):
                os.kill(process.pid, signal.SIGKILL)
                process.join()
                killed[task.number] = process.exitcode
            time.sleep(0.001)

    monkeypatch.setattr(processes._Worker, "give", given)
    path = lines_file(tmp_path, 2_000)
    assert ran_corpus("check", path, "--out", out, "--jobs", 2).exit_code == 0
    assert [*killed.values()] == [-signal.SIGKILL] * 3
    assert [one["row"] for one in read_rows(out)] == [*range(1, 2_001)]
    assert {one["state"] for one in read_rows(out)} == {"read"}


@pytest.mark.thorough
def test_a_row_at_which_two_attempts_ended_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = lines_file(tmp_path, 5)
    out = tmp_path / "out"
    plan = planned([str(path)], Wish("check"), out_of(out))
    for attempt, row_number in (("first", 2), ("second", 4), ("third", 2)):
        folder = out_of(out).attempts(0) / attempt
        folder.mkdir(parents=True)
        (folder / "at").write_bytes(row_number.to_bytes(8))
    do_task(plan.tasks[0], plan.wish, out_of(out))
    assert [one["state"] for one in read_rows(out)] == ["read", "read", "ended", "read", "read"]
    assert isinstance(plan.tasks[0].pieces[0], Piece)


def test_a_task_whose_attempts_end_before_any_row_is_not_tried_for_ever(tmp_path: Path) -> None:
    for attempt in ("first", "second"):
        (out_of(tmp_path).attempts(0) / attempt).mkdir(parents=True)
        (out_of(tmp_path).attempts(0) / attempt / "at").touch()
    with pytest.raises(CannotGoOn, match="no row of it is known to be the reason"):
        do_task(Task(0, []), Wish("check"), out_of(tmp_path))


@pytest.mark.thorough
def test_what_is_converted_and_masked_stands_in_lines_that_the_table_names(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = lines_file(tmp_path, 3)
    path.write_bytes(path.read_bytes() + b'{"no": "log"}\n' + line(4))
    for verb, options in (("convert", ("--to", "anthropic")), ("mask", ())):
        out = tmp_path / verb
        ran = ran_corpus(verb, path, "--out", out, *options)
        assert ran.exit_code == (2 if verb == "convert" else 0), ran.output
        written = (out / "parts" / "part-000000.jsonl").read_bytes().splitlines()
        for one in read_rows(out):
            if one["line"] is None:
                assert (verb, one["row"]) == ("convert", 4)
            else:
                assert f"Add {one['row'] - 1}.".encode() in written[one["line"] - 1] or one["row"] == 4
    assert (tmp_path / "mask" / "parts" / "part-000000.jsonl").read_bytes().rstrip() == path.read_bytes()


@pytest.mark.thorough
def test_the_logs_of_an_object_store_are_read_as_those_of_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "anything")
    folder = tmp_path / "logs"
    folder.mkdir()
    lines_file(folder, 50)
    (folder / "b.json").write_bytes(line(7, answers="call_8"))
    (folder / "c.jsonl.gz").write_bytes(gzip.compress(line(0) + b"\n" + line(1)))
    (folder / "notes.md.txt.png").write_bytes(b"x")
    with small_s3() as (address, objects):
        objects.update({f"bucket/logs/{path.name}": path.read_bytes() for path in folder.iterdir()})
        objects["bucket/others/d.json"] = b"{}"
        host = address.removeprefix("http://")
        url = f"s3://bucket/logs?scheme=http&endpoint_override={host}&region=us-east-1"
        for verb in ("check", "mask"):
            for where, given in (("store", url), ("folder", folder)):
                ran = ran_corpus(verb, given, "--out", tmp_path / f"{verb}-{where}", "--jobs", 2)
                assert ran.exit_code == (1 if verb == "check" else 0), ran.output
    place = ("source", "file")
    for verb in ("check", "mask"):
        of_store, of_folder = (
            [
                {key: one[key] for key in one if key not in place}
                for one in read_rows(tmp_path / f"{verb}-{where}")
            ]
            for where in ("store", "folder")
        )
        assert of_store == of_folder
        assert len(of_store) == 53
    (masked,) = (tmp_path / "mask-store" / "files").iterdir()
    assert masked.name.endswith("-b.json")


@pytest.mark.thorough
def test_a_run_into_an_object_store_goes_on_and_writes_what_one_into_a_folder_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr("crosswire.corpus.plan.TASK_BYTES", 20_000)
    monkeypatch.setattr("crosswire.corpus.plan._BLOCK", 1_000)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "made-up")
    path = lines_file(tmp_path, 200)
    (tmp_path / "b.json").write_bytes(line(7))
    given = ("mask", path, tmp_path / "b.json")
    assert ran_corpus(*given, "--out", tmp_path / "here").exit_code == 0
    with small_s3() as (address, objects):
        host = address.removeprefix("http://")
        url = f"s3://bucket/masked?scheme=http&endpoint_override={host}&region=us-east-1"
        objects["bucket/others.json"] = b"{}"
        assert ran_corpus(*given, "--out", url).exit_code == 0
        first = dict(objects)
        gone = [key for key in objects if key.endswith((".html", "00.parquet", "02.parquet"))]
        for key in gone:
            del objects[key]
        kept = {key: data for key, data in objects.items() if "/parts/" in key}
        assert ran_corpus(*given, "--out", url).exit_code == 0
        assert objects.keys() == first.keys()
        assert all(objects[key] is data for key, data in kept.items() if "parquet" in key)
        assert "Take an empty folder" in ran_corpus("mask", path, "--out", url).stderr
    stored = {key.removeprefix("bucket/masked/"): data for key, data in first.items() if "masked" in key}
    files = (one for one in (tmp_path / "here").rglob("*") if one.is_file())
    here = {one.relative_to(tmp_path / "here").as_posix(): one.read_bytes() for one in files}
    assert {key: stored[key] for key in here} == here
    assert stored.keys() == here.keys()
    assert [*tmp_path.glob("crosswire-corpus-*")] == []


@pytest.mark.thorough
def test_a_cluster_gives_what_processes_give_though_workers_are_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of its two machines one is killed in the midst, and each process that looks at one of the rows."""
    pytest.importorskip("ray")
    monkeypatch.setattr("crosswire.corpus.plan.TASK_BYTES", ray_run.TASK_BYTES)
    monkeypatch.setattr("crosswire.corpus.plan._BLOCK", 1_000)
    path = lines_file(tmp_path, 1_500)
    path.write_bytes(path.read_bytes().replace(b"Add 700.", ray_run.POISON))
    here, there = tmp_path / "here", tmp_path / "there"
    assert ran_corpus("check", path, "--out", here).exit_code == 0
    ran = subprocess.run(
        [sys.executable, "-m", "tests.ray_run", there, "check", path.name],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert (ran.returncode, ran.stderr) == (2, "One machine was killed.\n"), ran.stderr
    assert ran.stdout == (there / "summary.txt").read_text()
    expected, found = ([{**one, "source": ""} for one in read_rows(out)] for out in (here, there))
    assert len(expected) == 1_500
    assert found[700].pop("state") == "ended"
    assert found[:700] + found[701:] == expected[:700] + expected[701:]
    assert sorted(one.name for one in there.iterdir()) == WRITTEN
    monkeypatch.chdir(tmp_path)
    assert ran_corpus("check", path.name, "--out", there, "--engine", "ray").exit_code == 2  # nothing is left
