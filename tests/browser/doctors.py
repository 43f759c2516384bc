"""The doctor's own server, over a home that is made up."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import homes
from tests.homes import CLAUDE, CODEX, CORPUS, put

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def doctor_serving(folder: Path) -> Iterator[str]:
    """What the command prints; its temporary files are gone when it has ended. No socket's path is as long
    as that of their folder."""
    now, home, temporary = time.time(), folder / "home", folder / ("temporary" * 12)
    temporary.mkdir()
    put(home, CLAUDE, homes.broken_session(), 1, now)
    put(home, CODEX, (CORPUS / "codex-rollout/early.jsonl").read_bytes(), 3, now)
    own = {"HOME": str(home), "XDG_CACHE_HOME": str(folder / "cache"), "TMPDIR": str(temporary)}
    command = [sys.executable, "-u", "-m", "crosswire", "doctor", "--open"]
    # It must not serve, or keep anything in, the database of another server.
    other = {
        "CROSSWIRE_DATABASE_URL": "sqlite:////nowhere/at/all.db",
        "CROSSWIRE_TRUSTED_HOSTS": "evil.example",
    }
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | own | other, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        yield running.stdout.readline().split()[-1]
        running.terminate()
    assert not [path for path in temporary.iterdir() if path.name.startswith("crosswire-doctor-")]
