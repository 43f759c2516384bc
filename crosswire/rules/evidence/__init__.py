"""Why an id is wrong: the one cause behind ids that do not match, found before any rule
speaks.

A result whose id is the text of a result leaves three traces: its call has no result, it has
no call, and its id is no id. That is one mistake, so one rule has to speak of it. Here each id
is given at most one fault, the most telling first; every fault has a rule of its own, and the
general rules (missing, orphan, mismatched, duplicate) keep quiet where a fault explains what
they see.
"""

from crosswire.rules.evidence.evidence import Evidence
from crosswire.rules.evidence.faults import End, FaultyId, IdFault

__all__ = ["End", "Evidence", "FaultyId", "IdFault"]
