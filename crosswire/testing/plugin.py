"""What pytest loads by itself where Crosswire is installed: a fixture, and colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from crosswire.testing import colours


@pytest.fixture(scope="session")
def assert_accepted_by() -> Callable[..., None]:
    """`crosswire.testing.assert_accepted_by`, without an import."""
    from crosswire.testing import assert_accepted_by as check

    return check


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Lines of a change are red and green where pytest's own are."""
    can_show = item.config.get_terminal_writer().hasmarkup
    token = colours.are_wanted.set(can_show)
    try:
        return (yield)
    finally:
        colours.are_wanted.reset(token)
