"""What is wrong with a conversation, in the order in which somebody wants to know it: the true
cause first, the provider's own words, the place, and what mends it.

The rules find, the repair mends, the verdicts ask the provider; this package ties the three
together. Findings about one pair of call and result are one cause, named by the finding that
explains the others.
"""

from crosswire.answers.answering import answer, fix
from crosswire.answers.cause import Answer, Cause, Choice
from crosswire.answers.changed_text import ChangedLines, Line, changed_lines, lines_at
from crosswire.answers.known import Known
from crosswire.answers.texts import CauseTexts, cause_texts, cure_in_short, place_in_code

__all__ = [
    "Answer",
    "Cause",
    "CauseTexts",
    "ChangedLines",
    "Choice",
    "Known",
    "Line",
    "answer",
    "cause_texts",
    "changed_lines",
    "cure_in_short",
    "fix",
    "lines_at",
    "place_in_code",
]
