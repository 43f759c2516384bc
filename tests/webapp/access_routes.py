"""Who may ask for which route: the table that `test_access_matrix.py` holds against the app."""

from dataclasses import dataclass
from typing import Literal

Group = Literal["all", "pages", "read", "keep", "person", "login", "manage", "collection"]

ROUTES: dict[Group, tuple[str, ...]] = {
    # everybody, also where the server is closed
    "all": (
        "static",
        "health.healthz",
        "health.readyz",
        "health.metrics",  # to whom it is not for it answers 404
        "health.robots",
        "health.icon",
        "access.login",
        "access.begin",
        "access.back",
        "access.logout",
    ),
    # whoever may look around; lists show only what is one's own
    "pages": (
        "home.index",
        "home.explain",
        "home.uploaded",
        "reference.index",
        "reference.keys",
        "rules.index",
        "rules.show",
        "errors.index",
        "errors.show",
        "targets.index",
        "targets.show",
        "formats.index",
        "formats.show",
        "reads.index",
        "losses.catalogue",
        "wire_types.index",
        "wire_types.show",
        "docs.index",
        "docs.file",
        "openapi.index",
        "openapi.answer",
        "access.index",
        "access.claim",
        "library.index",
        "library.answer",
        "collections.index",
        "shares.index",
        "shares.listed",
    ),
    # whoever has the link
    "read": (
        "api.calls",
        "api.converted",
        "api.converted_back",
        "api.example",
        "api.explain_error",
        "api.patch",
        "api.repair",
        "api.show",
        "api.verdicts",
        "calls.table",
        "calls.timeline",
        "check.show",
        "comparisons.show",
        "conversations.calls",
        "conversations.calls_at",
        "conversations.choices",
        "conversations.panes",
        "conversations.row",
        "conversations.formats",
        "conversations.how_read",
        "conversations.rows",
        "conversations.show",
        "conversations.made",
        "explanations.show",
        "document.show",
        "editing.checked",
        "editing.fixed",
        "editing.show",
        "exports.conversation",
        "exports.original",
        "losses.group",
        "mapping.file",
        "mapping.sample",
        "mapping.show",
        "losses.ids",
        "losses.names",
        "losses.renamed",
        "media.show",
        "members.index",
        "members.one",
        "parts.body",
        "parts.facts",
        "printing.show",
        "problems.extract",
        "problems.groups",
        "problems.listed",
        "problems.show",
        "answers.fixed",
        "answers.show",
        "exports.choose",
        "repairs.repaired",
        "repairs.show",
        "revisions.show",
        "search.answer",
        "search.show",
        "sent.example",
        "sent.patch",
        "shapes.chosen",
        "shapes.file",
        "shapes.as_trajectory",
        "siblings.index",
        "siblings.one",
        "steps.next_row",
        "strip.show",
        "verdicts.show",
        "waiting.show",
    ),
    # members and owners
    "keep": (
        "api.create",
        "access.claim POST",
        "collections.make",
        "comparisons.upload",
        "conversations.reread",
        "editing.save",
        "home.taken",
        "home.upload",
        "library.adopt",
        "library.read_again",
        "library_bulk.act",
        "mapping.read",
        "repairs.save",
        "shares.revoke_all",
    ),
    # whoever asks themselves, and not by a token
    "person": ("access.forget_mapping", "access.new_token", "access.revoke_token"),
    # members and owners who have logged in
    "login": ("access.take_over",),
    # who manages the upload
    "manage": (
        "api.delete",
        "conversations.delete",
        "library.change",
        "library.edit",
        "library.save",
        "shares.create",
        "shares.new",
        "shares.revoke",
        "shares.share",
        "shares.taken_back",
    ),
    # whose it is
    "collection": ("collections.delete", "collections.rename"),
}
GROUPS = {route: group for group, routes in ROUTES.items() for route in routes}
TAKES_A_SECRET = {
    "api.delete",
    "library.change",
    "library.edit",
    "shares.new",
    "shares.share",
    "shares.taken_back",
}
"""Where the manage secret does without a login: what programs ask, and pages that only show."""
DELETES = {"api.delete", "conversations.delete", "collections.delete", "shares.revoke", "shares.taken_back"}
OF_A_SHARE = {"shares.revoke", "shares.taken_back"}
ASKED = {"conversations.rows": "?from=0"}
"""What an address is nothing without."""
UNKNOWN = "A" * 22

Role = Literal["owner", "member", "reader", "stranger"]


@dataclass(frozen=True)
class Who:
    """Somebody who asks. `role` is None where they are turned away whatever they ask for."""

    name: str
    role: Role | None
    manages: bool = False
    by: Literal["browser", "login", "token", "secret", "nothing"] = "browser"


WITHOUT_LOGIN = (
    Who("nobody", "member"),
    Who("other browser", "member"),
    Who("keeper", "member", manages=True),
    Who("member token of keeper", "member", manages=True, by="token"),
    Who("reader token of keeper", "reader", by="token"),
    Who("secret", "member", manages=True, by="secret"),
    Who("wrong secret", "member"),
    Who("wrong token", None),
)
WITH_LOGIN = (
    Who("nobody", "stranger", by="nothing"),
    Who("other browser", "stranger", by="nothing"),
    Who("unlisted", "stranger", by="login"),
    Who("reader", "reader", by="login"),
    Who("member", "member", by="login"),
    Who("keeper", "member", manages=True, by="login"),
    Who("owner", "owner", by="login"),
    Who("reader token of reader", "reader", by="token"),
    Who("member token of member", "member", by="token"),
    Who("member token of keeper", "member", manages=True, by="token"),
    Who("reader token of keeper", "reader", by="token"),
    Who("owner token of owner", "owner", by="token"),
    Who("reader token of owner", "reader", by="token"),
    Who("secret", "stranger", manages=True, by="secret"),
    Who("wrong secret", "stranger", by="nothing"),
    Who("wrong token", None),
)


def may(who: Who, route: str, *, closed: bool, login: bool) -> bool:
    """What `ROUTES` says."""
    group = GROUPS[route]
    if who.role is None or (closed and who.role == "stranger"):
        return group == "all"
    keeps = who.role in ("member", "owner")
    if group == "keep":
        return keeps and not (route == "access.claim POST" and who.by == "token")
    if group == "person":
        return who.role != "stranger" and who.by != "token"
    if group == "login":
        return keeps and who.by == "login"
    if group == "collection":
        return keeps and who.manages and who.by != "secret"
    if group == "manage":
        by_secret = who.by == "secret" and (not login or route in TAKES_A_SECRET)
        return who.role == "owner" or (keeps and who.manages) or by_secret
    return True
