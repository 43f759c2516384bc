"""The matrix of tool calls that this project began with: what it says of four providers, and
what holds.

It is of 2025. Each statement is kept, in few words, beside today's: what changed since is
told, so that logs of its time can be understood and its advice is not followed where it has
aged.
"""

from bench.research.first_matrix.claims import Claim, Standing
from bench.research.first_matrix.lists import LISTS
from bench.research.first_matrix.scenarios import SCENARIOS, Scenario, Step, steps
from bench.research.first_matrix.searches import THEN
from bench.research.first_matrix.tables import AT_A_GLANCE, BINARY, IDENTIFIERS, NAMES

__all__ = [
    "AT_A_GLANCE",
    "BINARY",
    "IDENTIFIERS",
    "LISTS",
    "NAMES",
    "SCENARIOS",
    "THEN",
    "Claim",
    "Scenario",
    "Standing",
    "Step",
    "steps",
]
