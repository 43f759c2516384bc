"""What is wrong with a conversation, in the order in which somebody wants to know it: the true
cause first, the provider's own words, the place, and what mends it.

The rules find, the repair mends, the verdicts ask the provider; this package ties the three
together. Findings about one pair of call and result are one cause, named by the finding that
explains the others.
"""

from crosswire.answers.answering import answer, fix
from crosswire.answers.cause import Answer, Cause, Choice
from crosswire.answers.changed_text import ChangedLines, Line, changed_lines, lines_at

__all__ = [
    "Answer",
    "Cause",
    "ChangedLines",
    "Choice",
    "Line",
    "answer",
    "changed_lines",
    "fix",
    "lines_at",
]
