"""What `crosswire doctor --open` runs: a server of its own, for one browser of this machine.

It listens on the loopback, on a free port; what is opened is kept in a database that goes with
it.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from webapp.operations.serve import run
from webapp.operations.starting import load_settings, open_app

if TYPE_CHECKING:
    from crosswire.doctor import Found, Known

HOST = "127.0.0.1"
PREFIX = "CROSSWIRE_"
LARGEST = 2 * 1024**3


def serve_sessions(found: Found, known: Known) -> None:
    """Serve a list of sessions until somebody says stop."""
    from webapp.doctor import Door, Offer, attach
    from webapp.doctor.views import LIST
    from webapp.operations.server.listening import listen, make_server

    if hasattr(signal, "SIGHUP"):  # the terminal is closed: end as well as always
        signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
    with TemporaryDirectory(prefix="crosswire-doctor-") as folder:
        _set_for(Path(folder))
        settings = load_settings()
        app = open_app(settings)
        offer = Offer(found, known)
        attach(app, offer)
        listener = listen(HOST, 0)
        server = make_server(app, settings, listener)
        port = listener.getsockname()[1]
        server.application = door = Door(server.application, port, LIST)
        click.echo(f"Open this once, in one browser: {door.address}")
        click.echo("What you open is kept until you stop this with Ctrl-C.", err=True)
        offer.start_reading()
        run(app, server, settings, port)


def _set_for(folder: Path) -> None:
    """The settings of this server and of the processes that it starts: whatever another one
    has is not meant for it."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        del os.environ[name]
    os.environ |= {
        f"{PREFIX}DATABASE_URL": f"sqlite:///{(folder / 'crosswire.db').as_posix()}",
        f"{PREFIX}MAX_UPLOAD_BYTES": str(LARGEST),
        f"{PREFIX}SECONDS_TO_FINISH": "2",
    }
