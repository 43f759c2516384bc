"""For tests of programs that write to language models: whether a provider would take what the
program is about to send.

    from crosswire.testing import assert_accepted_by

    def test_the_history_can_be_sent():
        assert_accepted_by(agent.messages, "anthropic")

It needs no test runner. pytest loads `plugin` by itself, in every run of whoever has Crosswire
installed, so that nothing else is loaded before a test asks for it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crosswire.testing.accepted import NotAccepted as NotAccepted
    from crosswire.testing.accepted import NotKnown as NotKnown
    from crosswire.testing.accepted import assert_accepted_by as assert_accepted_by

__all__ = ["NotAccepted", "NotKnown", "assert_accepted_by"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.accepted"), name)
