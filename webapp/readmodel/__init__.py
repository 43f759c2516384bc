"""What is stored of a reading, as plain data: rows, cells, strip, lists, search texts,
verdicts.

No word of a page stands in it; pages put the words in. What the core says of a log (the
message of a finding, why something was lost) is kept as the core said it.
"""

VERSION = 25
"""The version of what is stored. Whoever changes what is stored makes it one higher
(CONTRIBUTING.md)."""
OLDEST_SHOWN = 3
"""The oldest version that pages can show; of an older one they say that it is being read
again."""
