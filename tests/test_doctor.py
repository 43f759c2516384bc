"""The doctor: where it looks, what it lists, what it keeps, and that it only reads."""

import json
import os
import stat
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from crosswire.cli import main
from crosswire.doctor import PLACES, PROGRAMS, Known, find
from crosswire.doctor.folders import folder_of, folders_in
from crosswire.reading import FILE_KINDS
from tests import homes
from tests.homes import CLAUDE, CLAUDE_ID, CODEX, CODEX_ID, CORPUS, put

MOVING = {moved.variable for place in PLACES for moved in place.moved} | {"XDG_DATA_HOME", "XDG_CONFIG_HOME"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home of whoever asks, and a cache folder of its own."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for variable in MOVING:
        monkeypatch.delenv(variable, raising=False)
    return home


@pytest.fixture
def sessions(home: Path) -> Path:
    """A home with sessions of three programs."""
    now = time.time()
    put(home, CLAUDE, homes.broken_session(), 1, now)
    put(home, CODEX, (CORPUS / "codex-rollout/early.jsonl").read_bytes(), 3, now)
    homes.opencode_storage(home, now)
    put(home, ".claude/projects/-home-me-shop/old.jsonl", homes.sound_session(), 24 * 30, now)
    return home


def doctor(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["doctor", *map(str, arguments)], catch_exceptions=False)


def listed(*arguments: str | Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(doctor(*arguments, "--format", "json").stdout)["sessions"]
    return rows


def tree(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """All that a folder holds, to the byte and with its times."""
    return {
        str(path): (
            path.lstat().st_mode,
            path.lstat().st_mtime_ns,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in sorted(folder.rglob("*"))
    }


# The table of places


def test_programs_are_called_what_the_catalogue_calls_them() -> None:
    titles = {kind.program for kind in FILE_KINDS}
    assert {place.title for place in PLACES} <= titles


def test_each_log_that_lies_in_a_home_has_a_place() -> None:
    """Of the kinds of files that are sessions and are read, none is forgotten."""
    looked = [path.split("/")[1] for place in PLACES for path in place.at if path.startswith("~/")]
    apart = {"zed-database", "kiro-database", "amazon-q-database", "trae-state", "lm-studio-conversation"}
    for kind in FILE_KINDS:
        if kind.kind in ("session", "database") and kind.format and kind.at.linux.startswith("~/"):
            assert kind.name in apart or kind.at.linux.split("/")[1] in looked, kind.name


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_each_program_has_a_folder_on_each_system(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", platform)
    for place in PLACES:
        folder = folder_of(place, {})
        assert folder is not None
        assert folder.is_relative_to(Path.home())
        assert "%" not in str(folder)
        assert "\\" not in str(folder)


@pytest.mark.parametrize(
    ("program", "variable", "value", "there"),
    [
        ("claude-code", "CLAUDE_CONFIG_DIR", "/x/claude", "/x/claude"),
        ("codex", "CODEX_HOME", "/x/codex", "/x/codex"),
        ("gemini-cli", "GEMINI_CLI_HOME", "/x", "/x/.gemini"),
        ("opencode", "XDG_DATA_HOME", "/data", "/data/opencode/storage"),
        ("vscode-chat", "XDG_CONFIG_HOME", "/config", "/config/Code/User"),
    ],
)
def test_the_environment_moves_a_folder(program: str, variable: str, value: str, there: str) -> None:
    place = next(one for one in PLACES if one.program == program)
    assert folder_of(place, {variable: value}) == Path(there)


def test_windows_own_variables_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    place = next(one for one in PLACES if one.program == "vscode-chat")
    assert folder_of(place, {"APPDATA": "/roaming"}) == Path("/roaming/Code/User")


def test_below_a_root_the_places_of_all_systems_count() -> None:
    place = next(one for one in PLACES if one.program == "vscode-chat")
    assert [path.as_posix() for path in folders_in(place, Path("/mnt"))] == [
        "/mnt/.config/Code/User",
        "/mnt/Library/Application Support/Code/User",
        "/mnt/AppData/Roaming/Code/User",
        "/mnt",
    ]


# The list


def test_it_lists_the_newest_first(sessions: Path) -> None:
    rows = listed()
    assert [row["program"] for row in rows] == ["claude-code", "codex", "opencode"]
    claude, codex, opencode = rows
    assert claude["session"] == CLAUDE_ID
    assert claude["project"] == "/tmp/project"
    assert (claude["calls"], claude["results"], claude["state"]) == (1, 0, "read")
    assert claude["errors"] == 1
    assert codex["session"] == CODEX_ID
    assert codex["format"] == "codex-rollout"
    assert (opencode["calls"], opencode["results"]) == (1, 1)
    assert opencode["title"] == "Read a file"
    assert opencode["project"] == "/home/me/till"
    assert opencode["session"] == "ses_1"


def test_problems_are_those_that_check_counts(sessions: Path) -> None:
    answer = CliRunner().invoke(main, ["check", str(sessions / CLAUDE), "--format", "json", "--no-verdicts"])
    found = json.loads(answer.stdout)["files"][0]["diagnostics"]
    row = listed("claude-code")[0]
    assert row["errors"] == sum(one["severity"] == "error" for one in found)
    assert row["warnings"] == sum(one["severity"] == "warning" for one in found)
    assert row["codes"] == {one["code"]: 1 for one in found if one["severity"] != "info"}


def test_a_sub_agent_belongs_to_its_session(home: Path) -> None:
    put(home, CLAUDE, homes.session_with_agent())
    put(home, f"{CLAUDE.removesuffix('.jsonl')}/subagents/agent-a7.jsonl", homes.agents_session())
    (row,) = listed()
    assert row["calls"] == row["results"] == 2
    assert row["conversations"] == 2
    assert row["size"] == len(homes.session_with_agent()) + len(homes.agents_session())


@pytest.mark.parametrize("more", [b'{"cut": "of', b'{"broken": \n{}\n'])
def test_what_was_not_read_is_no_all_clear(home: Path, more: bytes) -> None:
    put(home, CLAUDE, homes.sound_session() + more)
    assert listed()[0]["unread_places"] == 1
    assert doctor().stdout.splitlines()[1].endswith("none, 1 place not read")


@pytest.mark.parametrize(
    ("options", "count"),
    [((), 3), (("--all",), 4), (("--latest",), 1), (("--since", "2h"), 1), (("--since", "2020-01-01"), 4)],
)
def test_it_lists_what_is_asked_for(sessions: Path, options: tuple[str, ...], count: int) -> None:
    assert len(listed(*options)) == count


def test_a_program_narrows_it(sessions: Path) -> None:
    assert [row["program"] for row in listed("codex", "--all")] == ["codex"]


def test_a_file_is_listed_with_its_program(sessions: Path) -> None:
    (row,) = listed(sessions / ".claude/projects/-home-me-shop/old.jsonl")
    assert row["program"] == "claude-code"


def test_a_file_elsewhere_is_named_by_its_format(home: Path, tmp_path: Path) -> None:
    file = put(tmp_path, "elsewhere/x.jsonl", homes.sound_session())
    (row,) = listed(file)
    assert (row["program"], row["program_title"]) == (None, "Claude Code session")


def test_of_an_unknown_file_that_is_empty_nothing_is_said(home: Path, tmp_path: Path) -> None:
    put(tmp_path, "folder/x.jsonl", b"")
    read = doctor("--root", tmp_path / "folder").stdout.partition("Read:")[2]
    assert "unknown" in read
    assert "no conversation: The file is empty." in read


def test_another_root_is_looked_into(sessions: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    put(other, CODEX, (CORPUS / "codex-rollout/early.jsonl").read_bytes())
    assert [row["program"] for row in listed("--root", other)] == ["codex"]
    assert [row["program"] for row in listed("codex", "--root", other / ".codex")] == ["codex"]
    (row,) = listed("--root", (other / CODEX).parent)
    assert row["format"] == "codex-rollout"


def test_packed_rollouts_are_found(home: Path) -> None:
    zstd = pytest.importorskip("backports.zstd")
    packed = zstd.compress((CORPUS / "codex-rollout/early.jsonl").read_bytes())
    put(home, f".codex/archived_sessions/{Path(CODEX).name}.zst", packed)
    (row,) = listed()
    assert (row["format"], row["session"]) == ("codex-rollout", CODEX_ID)


def test_text_shows_each_row_at_once_and_again_when_it_is_read(sessions: Path) -> None:
    first = doctor()
    lines = first.stdout.splitlines()
    assert lines[1].split()[-1] == "…"
    assert "Read:" in lines
    read = lines[lines.index("Read:") + 1 :]
    assert "1 error (CW" in read[0]
    assert "Read a file" in read[2]
    again = doctor().stdout
    assert not any(line.endswith("…") for line in again.splitlines())
    assert first.stdout.splitlines()[-1] == again.splitlines()[-1]
    assert "3 sessions" in again


def test_exit_codes(home: Path) -> None:
    assert doctor().exit_code == 2
    file = put(home, CLAUDE, homes.sound_session())
    assert doctor().exit_code == 0
    other = put(home, ".claude/projects/x/y.jsonl", b"\x00\x01 no text")
    assert doctor().exit_code == 2
    other.write_bytes(b"")
    assert doctor().exit_code == 0
    file.write_bytes(homes.broken_session())
    assert doctor().exit_code == 1


def test_an_unknown_program_is_answered_with_a_near_one(home: Path) -> None:
    answer = doctor("claud-code")
    assert answer.exit_code == 2
    assert "Did you mean 'claude-code'?" in answer.stderr


def test_nothing_found_says_where_it_looked(home: Path) -> None:
    (home / ".claude").mkdir()
    assert f"Looked in: {home / '.claude'}." in doctor().stderr


@pytest.mark.parametrize(
    "options", [("--all", "--latest"), ("--since", "soon"), ("--repair",), ("--open", "--repair"), (".",)]
)
def test_options_that_make_no_sense(home: Path, options: tuple[str, ...]) -> None:
    assert doctor(*options).exit_code == 2


# What is no session, or cannot be read


def test_other_files_are_told_in_their_rows(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ".claude/projects/x"
    put(home, f"{folder}/json.jsonl", b'{"level": "info"}\n')
    put(home, f"{folder}/binary.jsonl", b"\x7fELF\x00\x00\x00")
    put(home, f"{folder}/empty.jsonl", b"")
    put(home, f"{folder}/deep.jsonl", b"[" * 100_000)
    put(home, f"{folder}/huge.jsonl", b"{}\n" * 1_000)
    monkeypatch.setattr("crosswire.doctor.summaries.LARGEST", 150_000)
    states = {Path(row["path"]).stem: row["state"] for row in listed()}
    assert states == {
        "json": "empty",
        "binary": "unread",
        "empty": "empty",
        "deep": "unread",
        "huge": "empty",
    }
    monkeypatch.setattr("crosswire.doctor.summaries.LARGEST", 2_000)
    row = next(row for row in listed("--no-cache") if "huge" in row["path"])
    assert (row["state"], row["why"]) == ("unread", "It is larger than 2 GB; `crosswire check` may read it.")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read all")
def test_files_and_folders_that_may_not_be_read(sessions: Path) -> None:
    (sessions / CLAUDE).chmod(0)
    (sessions / ".codex/sessions").chmod(0)
    answer = doctor()
    (sessions / ".codex/sessions").chmod(0o700)
    assert "not read: Permission denied." in answer.stdout
    assert f"{sessions / '.codex/sessions'}: not read: Permission denied." in answer.stderr


def test_a_file_that_vanishes_is_told(sessions: Path) -> None:
    found = find(since=0)
    (sessions / CLAUDE).unlink()
    told = {session.path.name: summary for session, summary in Known(None).read(found.sessions)}
    gone = told[Path(CLAUDE).name]
    assert (gone.state, gone.why) == ("unread", "It is not there any more.")
    assert len(told) == 4


def test_a_file_that_turns_into_a_link_is_not_followed(sessions: Path, tmp_path: Path) -> None:
    found = find("claude-code", most=1)
    secret = put(tmp_path, "secret.jsonl", homes.sound_session())
    (sessions / CLAUDE).unlink()
    (sessions / CLAUDE).symlink_to(secret)
    ((_, summary),) = Known(None).read(found.sessions)
    assert summary.state == "unread"


def test_links_and_pipes_are_left(home: Path, tmp_path: Path) -> None:
    outside = put(tmp_path, "outside/p/x.jsonl", homes.sound_session())
    folder = home / ".claude/projects/x"
    folder.mkdir(parents=True)
    (folder / "link.jsonl").symlink_to(outside)
    (folder.parent / "linked").symlink_to(outside.parent)
    os.mkfifo(folder / "pipe.jsonl")
    answer = doctor()
    assert answer.exit_code == 2
    assert answer.stderr.count("This is a link, which is not followed.") == 2


def test_titles_cannot_write_on_a_terminal(home: Path) -> None:
    title = {"type": "ai-title", "aiTitle": "\x1b[2Jgone\nnext", "sessionId": "s1"}
    put(home, CLAUDE, homes.sound_session() + json.dumps(title).encode() + b"\n")
    put(home, ".codex/sessions/rollout-\x1b[2J.jsonl", b"{}")
    answer = doctor()
    assert "\x1b" not in answer.stdout


def test_names_and_titles_that_no_encoding_takes(home: Path) -> None:
    title = b'{"type": "ai-title", "aiTitle": "half \\ud83d", "sessionId": "s1"}\n'
    file = put(
        home, f".claude/projects/x/{os.fsdecode(b'odd' + bytes([255]))}.jsonl", homes.sound_session() + title
    )
    assert doctor().exit_code == 0
    assert "half" in doctor().stdout
    row = listed()[0]
    assert row["state"] == "read"
    assert Path(row["path"]).parent == file.parent


def test_it_only_reads(sessions: Path) -> None:
    before = tree(sessions)
    doctor()
    doctor("--all", "--format", "json")
    assert tree(sessions) == before


# The cache


def cached(tmp_path: Path) -> Path:
    return tmp_path / "cache/crosswire/doctor.json"


def counted_loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    from crosswire.doctor import summaries

    names: list[str] = []
    load = summaries.load

    def counting(data: bytes, *, name: str) -> Any:
        names.append(name)
        return load(data, name=name)

    monkeypatch.setattr(summaries, "load", counting)
    return names


def test_a_session_is_read_once(sessions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = counted_loads(monkeypatch)
    first = listed()
    assert len(names) == 3
    assert listed() == first
    assert len(names) == 3


def test_what_has_changed_is_read_again(sessions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed()
    names = counted_loads(monkeypatch)
    (sessions / CLAUDE).write_bytes(homes.sound_session())
    part = sessions / ".local/share/opencode/storage/part/msg_2/prt_1.json"
    part.write_bytes(part.read_bytes() + b" ")
    listed()
    assert sorted(names) == sorted([Path(CLAUDE).name, "ses_1.json"])


def test_another_version_reads_all_again(sessions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed()
    names = counted_loads(monkeypatch)
    monkeypatch.setattr("crosswire.doctor.cache.reading_version", lambda: "another")
    listed()
    assert len(names) == 3


def test_the_cache_is_for_its_owner_and_holds_no_text(sessions: Path, tmp_path: Path) -> None:
    listed()
    assert stat.S_IMODE(cached(tmp_path).stat().st_mode) == 0o600
    assert stat.S_IMODE(cached(tmp_path).parent.stat().st_mode) == 0o700
    assert list(cached(tmp_path).parent.iterdir()) == [cached(tmp_path)]
    content = cached(tmp_path).read_text()
    assert "Read a file" in content
    for said in ("Again", "toolu_1", "filePath", "/home/me/till"):
        assert said not in content


def test_the_cache_forgets_sessions_that_are_gone(sessions: Path, tmp_path: Path) -> None:
    listed()
    (sessions / CLAUDE).unlink()
    put(sessions, ".claude/projects/x/new.jsonl", homes.sound_session())
    listed()
    assert CLAUDE not in cached(tmp_path).read_text()


def test_a_broken_cache_does_no_harm(sessions: Path, tmp_path: Path) -> None:
    first = listed()
    for content in (b"", b"{", b'{"version": 1}', b"\xff\xfe"):
        cached(tmp_path).write_bytes(content)
        assert listed() == first


def test_without_a_cache_nothing_is_kept(sessions: Path, tmp_path: Path) -> None:
    listed("--no-cache")
    assert not cached(tmp_path).exists()


def test_every_program_can_be_asked_for(home: Path) -> None:
    assert {place.program for place in PLACES} == set(PROGRAMS)
    for program in PROGRAMS:
        assert doctor(program).exit_code == 2
