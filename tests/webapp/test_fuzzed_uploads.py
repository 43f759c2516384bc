"""Broken logs, sent to the app: each is refused or shown, and none makes it fail."""

from bench.fuzz import fuzz, seeds
from flask.testing import FlaskClient
from tests.selection import tries

COUNT = tries(12, thorough=200)
"""The same ones each time; `python -m bench.fuzz` sends 10,000."""


def test_no_broken_log_makes_the_app_fail(client: FlaskClient) -> None:
    outcome = fuzz(client, range(COUNT))
    assert outcome.failures == []
    assert outcome.kept + outcome.refused == COUNT
    assert outcome.kept > COUNT / 2
    assert outcome.refused > COUNT / 10


def test_every_format_and_example_is_broken_in_turn() -> None:
    names = [name for name, _ in seeds()]
    assert len(names) == len(set(names)) >= 20
    assert all(documents for _, documents in seeds())
