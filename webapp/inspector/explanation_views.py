"""What a provider's error message means for a conversation: the rule, and the place that it
speaks of."""

from __future__ import annotations

from flask import Blueprint, Response, request

from crosswire.explanations import explain
from webapp.conversation_page.opening import inspector
from webapp.conversation_page.page import Inspector
from webapp.inspector.views import inspector_page
from webapp.readmodel.row_numbers import RowNumbers
from webapp.request_scope import whole
from webapp.wording.explanations import Explained, causes_first, explained

bp = Blueprint("explanations", __name__)


@bp.get("/c/<slug>/explain")
@bp.post("/c/<slug>/explain")
def show(slug: str) -> Response:
    """The inspector at the place that the error speaks of, with what it means beside it."""
    page = inspector(slug)
    found = explanation(page, request.values.get("error", ""))
    if found is not None and page.answer_card is not None:
        page.answer_card.turn_to(found.findings)
        page.answer_card.is_unexplained = not (found.findings or found.of_no_rule)
    at = found.first[0] if found is not None and found.first is not None else ""
    return inspector_page(page, at, fragment="explanation", explained=found)


def explanation(page: Inspector, error: str) -> Explained | None:
    """What a message means; None for one that says nothing."""
    text = error.strip()
    if not text:
        return None
    conversation, pairing = whole(page.row)
    found = explain(conversation, text, pairing=pairing)
    causes = {(one["finding"]["code"], one["finding"]["address"]) for one in page.causes}
    return causes_first(explained(text, found, RowNumbers(conversation)), causes)
