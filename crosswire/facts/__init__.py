"""What one can say of calls: their facts, repeats, times, usage and checksums."""

from crosswire.facts.calls import CallFacts, call_facts
from crosswire.facts.checksum import of as checksum_of
from crosswire.facts.times import NEVER, Clock, Times
from crosswire.facts.usage import Tokens
from crosswire.facts.usage import total as total_usage
from crosswire.facts.usage import usage as usage_of

__all__ = [
    "NEVER",
    "CallFacts",
    "Clock",
    "Times",
    "Tokens",
    "call_facts",
    "checksum_of",
    "total_usage",
    "usage_of",
]
