"""An error, ready to be shown, and what is said where the server cannot do its work."""

from __future__ import annotations

from dataclasses import dataclass

from webapp.database.engine import DatabaseError, trouble_of
from webapp.packing import NotPacked
from webapp.request_scope import ReaderStopped
from webapp.services import services


@dataclass(frozen=True, slots=True)
class Problem:
    """An error, ready to be shown."""

    status: int
    title: str
    message: str
    hint: str = ""
    offset: int | None = None
    """Byte of the upload where reading stopped, where there is one."""
    line: int | None = None
    program: str = ""
    """Which program writes such files, where the upload was known as one of them."""
    take_instead: str = ""
    """What to take instead of the upload, where that is known."""
    back: str = ""
    """Address of the conversation that was asked for in another way."""
    retry_after: int | None = None
    """Seconds after which asking again may help, where that is known."""

    @property
    def words(self) -> str:
        """The message, and what would help."""
        return f"{self.message} {self.hint}".strip()

    def record(self) -> dict[str, object]:
        """The same for programs."""
        told: dict[str, object] = {"status": self.status, "message": self.message}
        for name in ("hint", "offset", "line", "program", "take_instead"):
            value = getattr(self, name)
            if value not in (None, ""):
                told[name] = value
        return told


def trouble_in(error: Exception) -> str:
    """What is wrong with the database, where that is why something failed."""
    if isinstance(error, NotPacked):
        return "damaged"
    return trouble_of(error) if isinstance(error, DatabaseError) else ""


TROUBLES = {
    "busy": Problem(
        503,
        "Busy",
        "Something else holds the database, and did not let go of it in time.",
        "Nothing was lost or half done; try again in some seconds.",
        retry_after=5,
    ),
    "unreachable": Problem(
        503,
        "Not possible now",
        "The database does not answer.",
        "Nothing was lost; try again later.",
        retry_after=30,
    ),
    "damaged": Problem(
        503,
        "The database is damaged",
        "What was asked for stands in a damaged place of the database and cannot be read.",
        "Whoever runs this server: `crosswire verify` lists what is damaged, and "
        "`crosswire restore` puts a backup in its place.",
    ),
}


def reader_stopped(error: ReaderStopped) -> Problem:
    if error.why == "memory":
        return no_memory()
    if error.why == "failed":
        message = "The process that should read this log did not start, or failed by itself."
        cure = "Try again. Whoever runs this server: its log says why."
        return Problem(503, "Not possible now", message, cure, retry_after=1)
    if error.why != "seconds":
        message = "The process that read this log was ended from outside, in the middle."
        return Problem(503, "Not possible now", message, "Try again.", retry_after=1)
    most = services().settings.reader_seconds
    return Problem(
        503,
        "This takes too long",
        f"Reading this log for this page took longer than {most:g} s, the most that a "
        "request may take here (CROSSWIRE_READER_SECONDS), and was stopped. Nothing was "
        "changed.",
        "The command line takes as long as it needs: crosswire check FILE.",
    )


def worker_stopped(seconds: float) -> Problem:
    """What to say of an upload that a worker read for too long."""
    return Problem(
        413,
        "Not read",
        f"Reading it took longer than {seconds:g} s, the most that a worker may take here "
        "(CROSSWIRE_WORKER_SECONDS), and was stopped.",
        "All of it is kept. The command line takes as long as it needs: crosswire check FILE.",
    )


def no_memory() -> Problem:
    most = services().settings.reader_memory_mb
    return Problem(
        503,
        "This takes too much memory",
        f"Reading this log needs more memory than {most:,} MB, the most that a request may "
        "take here (CROSSWIRE_READER_MEMORY_MB). Nothing was changed.",
        "The command line takes what there is: crosswire check FILE.",
    )
