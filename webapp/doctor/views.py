"""The list of sessions, and the way from one of them to its page."""

from __future__ import annotations

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    make_response,
    redirect,
    request,
    url_for,
)
from werkzeug.exceptions import NotFound

from crosswire.containers import is_wrapped
from crosswire.errors import CrosswireError
from webapp import access
from webapp.doctor.offer import Offer, Offered
from webapp.doctor.page import (
    SORTS,
    SessionsPage,
    age,
    day,
    facts,
    program,
    state,
    title,
    written,
)
from webapp.errors import answer, problem_of
from webapp.hypermedia import render_page
from webapp.request_checks import one_of
from webapp.request_scope import SMALL
from webapp.store import jobs
from webapp.uploads.accept import accept, earlier_of, take_in
from webapp.uploads.sent import LONGEST_NAME, Upload

bp = Blueprint("doctor", __name__)
LIST = "/sessions"
_OFFER = "doctor"


def attach(app: Flask, offer: Offer) -> None:
    """Let an app offer these sessions."""
    app.extensions[_OFFER] = offer
    app.jinja_env.globals["offers_sessions"] = True
    app.register_blueprint(bp)


def _offer() -> Offer:
    found: Offer = current_app.extensions[_OFFER]
    return found


@bp.get(LIST)
def index() -> Response:
    """The sessions, the newest first or sorted; it asks again while some are being read."""
    asked = request.args.get("sort", "")
    sort = one_of("sort", asked, SORTS) if asked else ""
    return render_page(
        "doctor/index.html",
        fragment="sessions",
        page=SessionsPage(_offer(), sort),
        title_of=title,
        program_of=program,
        state_of=state,
        facts_of=facts,
        day_of=day,
        age_of=age,
        written_of=written,
    )


@bp.post(f"{LIST}/<int:number>")
def show(number: int) -> Response:
    """Read a session of the list, and go to its page."""
    one = _offer().get(number)
    if one is None:
        raise NotFound("There is no session with this number in the list.")
    if not one.slug or one.opened_as != one.session.stamp_now():
        _open(one)
    return make_response(redirect(url_for("conversations.show", slug=one.slug), 303))


def _open(one: Offered) -> None:
    """Keep a session as it is now; raises NotFound where it cannot be read any more."""
    stamp = one.session.stamp_now()
    try:
        data = one.session.read()
    except OSError as error:
        raise NotFound(f"{one.session.path}: {error.strerror or error}.") from error
    sent = Upload(data, _name(one), None)
    owner = access.owner_to_be()
    # What is not small waits for a worker: readers beside the server know no list of sessions.
    is_small = len(data) <= SMALL and not is_wrapped(data)
    earlier = earlier_of(sent, owner) if is_small else None
    kept = take_in(sent, owner, earlier=earlier) if is_small else accept(sent, owner)
    row = kept.job if isinstance(kept, jobs.Accepted) else kept.first
    one.slug, one.opened_as = row.slug, stamp


def _name(one: Offered) -> str:
    name = one.session.path.name
    return f"{name}.zip"[-LONGEST_NAME:] if one.session.beside else name[-LONGEST_NAME:]


@bp.errorhandler(CrosswireError)
def _unreadable(error: CrosswireError) -> Response:
    return answer(problem_of(error))
