"""What the search for secrets holds at once: the words that may be one, and little more."""

import base64
import random
import tracemalloc

from crosswire.secrets import find_secrets

WORDS = base64.b64encode(random.Random(1).randbytes(15_000)).decode()
KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


def test_long_words_are_looked_at_in_pieces() -> None:
    lines = (f'{{"number": {n}, "image": "{WORDS}", "text": "{"words " * 300}"}}\n' for n in range(120))
    data = "".join(lines).encode() + f'{{"text": "{KEY}"}}\n'.encode()
    find_secrets(data[:50_000])  # what is compiled at first is no part of it
    tracemalloc.start()
    try:
        (found,) = find_secrets(data)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert data[found.start : found.end].decode() == KEY
    assert most < 2.8 * len(data)
