"""What one can say of calls: their facts, repeats, times, usage and checksums."""

from crosswire.facts.calls import CallFacts, call_facts
from crosswire.facts.times import Clock

__all__ = [
    "CallFacts",
    "Clock",
    "call_facts",
]
