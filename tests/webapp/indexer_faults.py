"""What goes wrong in an indexer, which loads little to get there."""

import os
import signal

from crosswire.errors import UnreadableUpload


def ended(_: object, __: range) -> list[bytes]:
    os.kill(os.getpid(), signal.SIGKILL)
    return []


def refused(said: str, _: range) -> list[bytes]:
    raise UnreadableUpload(said, offset=3)
