"""Our verdict for Mistral agrees with mistral-common's, or a reason says why it does not."""

import pytest
from tests.selection import NEEDS_PACKAGES, for_each
from tests.shared_corpus import needs_corpus

validator = pytest.importorskip("tests.mistral_validator", reason=NEEDS_PACKAGES)
pytestmark = pytest.mark.thorough


@for_each("policy", validator.POLICIES)
@for_each("version", validator.VERSIONS)
def test_every_disagreement_with_mistral_common_has_a_reason(version: str, policy: str) -> None:
    unexplained = {
        case.name: (case.theirs, sorted(case.rules))
        for case in validator.cases(policy, version)
        if validator.disagrees(case) and validator.reason_of(case) is None
    }
    assert unexplained == {}


@needs_corpus
def test_no_reason_is_out_of_date() -> None:
    needed = {
        validator.reason_of(case)
        for version in validator.VERSIONS
        for policy in validator.POLICIES
        for case in validator.cases(policy, version)
        if validator.disagrees(case)
    }
    assert needed == set(validator.REASONS)


def test_with_ids_filled_the_samples_are_taken() -> None:
    """What nothing is wrong with but its ids."""
    for version in validator.VERSIONS:
        for case in validator.cases("fill", version):
            if case.name.startswith("sample of "):
                assert (case.ours.accepts, case.theirs) == (True, None), case.name
