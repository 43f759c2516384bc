"""What is written down of people, on both kinds of database."""

from sqlalchemy import select
from tests.webapp.samples import chat
from webapp.database.engine import Session
from webapp.database.tables import CollectionRow, OwnerRow, PersonRow
from webapp.store import owners, people, permalinks, tokens, uploads

BROWSER, ANN = "b:" + "1" * 64, "p:" + "2" * 64


def test_a_person_takes_over_what_a_browser_manages(any_session: Session) -> None:
    both = uploads.keep(any_session, chat(), owner=BROWSER).first
    only = uploads.keep(any_session, chat(), owner=BROWSER).first
    own = uploads.keep(any_session, chat(), owner=ANN).first
    owners.add_owner(any_session, both.upload_id, ANN)
    people.take_over(any_session, BROWSER, ANN)
    rows = any_session.execute(select(OwnerRow.upload_id, OwnerRow.owner)).all()
    assert sorted(rows) == [(row.upload_id, ANN) for row in (both, only, own)]
    assert people.kept_by(any_session, ANN) == 3
    assert people.kept_by(any_session, BROWSER) == 0


def test_collections_of_the_same_name_stay_apart(any_session: Session) -> None:
    names = {ANN: ("Bugs", "Bugs (2)"), BROWSER: ("Bugs", "Mine", "x" * 120)}
    for owner, own in names.items():
        for name in own:
            slug = f"{len(name)}-{owner[:1]}-{name[:12]}"
            any_session.add(CollectionRow(slug=slug, owner=owner, name=name))
    any_session.add(CollectionRow(slug="long", owner=ANN, name="x" * 120))
    any_session.commit()
    people.take_over(any_session, BROWSER, ANN)
    found = any_session.scalars(select(CollectionRow.name).where(CollectionRow.owner == ANN))
    expected = ["Bugs", "Bugs (2)", "Bugs (3)", "Mine", "x" * 110 + " (2)", "x" * 120]
    assert sorted(found) == sorted(expected)


def test_a_person_is_written_down_once(any_session: Session) -> None:
    for name, role in (("ann", "member"), ("ann", "member"), ("Ann\0\ud800", "owner")):
        people.remember_person(any_session, ANN, name, role)
    any_session.expire_all()
    row = any_session.scalars(select(PersonRow)).one()
    assert (row.name, row.role) == ("Ann\0\ud800", "owner")


def test_tokens_are_found_by_what_is_sent_and_revoked_by_their_key(any_session: Session) -> None:
    token = tokens.add_token(any_session, ANN, "nightly\0", "member", 7)
    ever = tokens.add_token(any_session, ANN, "ever", "reader", None)
    for sent in (token, ever):
        found = tokens.token_that_holds(any_session, sent)
        assert found is not None
        assert found.owner == ANN
    assert tokens.token_that_holds(any_session, token[:-1] + "\0") is None
    over = tokens.add_token(any_session, ANN, "over", "member", 0)
    assert tokens.token_that_holds(any_session, over) is None
    newest, *_ = tokens.tokens_of(any_session, ANN)
    key = tokens.key_of_token(newest)
    for wrong in ("", "\0" * 16, "%" * 16, key[:-1], key.upper() + "x"):
        assert not tokens.revoke_token(any_session, ANN, wrong)
    assert not tokens.revoke_token(any_session, BROWSER, key)
    assert tokens.revoke_token(any_session, ANN, key)
    assert len(tokens.tokens_of(any_session, ANN)) == 2


def test_a_manage_secret_fits_its_upload_alone(any_session: Session) -> None:
    kept, other = (uploads.keep(any_session, chat()) for _ in range(2))
    for slug in ("", "\0" * 22, "A" * 22, other.first.slug):
        assert not owners.manage_with(any_session, slug, kept.manage_secret, ANN)
    assert not owners.manage_with(any_session, kept.first.slug, "", ANN)
    assert owners.manage_with(any_session, kept.first.slug, kept.manage_secret, ANN)
    assert owners.is_owner(any_session, kept.first.upload_id, ANN)
    assert not owners.is_owner(any_session, other.first.upload_id, ANN)


def test_no_slug_is_looked_for_that_can_be_none(any_session: Session) -> None:
    for slug in ("", "\0" * 22, "é" * 22, "A" * 22):
        assert not permalinks.is_copy(any_session, slug)
