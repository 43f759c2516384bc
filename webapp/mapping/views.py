"""A mapping made on the page: what it finds, the mapping and a sample to take along."""

from __future__ import annotations

import json

from flask import Blueprint, Response, make_response, redirect, request, url_for

from crosswire.errors import BadMapping
from crosswire.logs import guess, mapping_json, named, read_mapping
from crosswire.model import JsonObject
from webapp.access import conversation_of, owner_to_be
from webapp.conversation_page.page import Inspector
from webapp.conversation_page.query import Asked
from webapp.hypermedia import render_page
from webapp.mapping.page import MappingPage
from webapp.request_checks import check
from webapp.request_scope import session, whole_document
from webapp.store import kept_mappings
from webapp.uploads.again import read_again

bp = Blueprint("mapping", __name__, url_prefix="/c/<slug>/mapping")

MAX_TITLE = 80
"""Characters of the name of a mapping."""


@bp.get("")
def show(slug: str) -> Response:
    """The document beside the questions of the mapping.

    `?map=` is the mapping, `f.<field>` a changed field of it, `r.<word>` what a word means,
    `?pick=` a place that answers the question `?field=`.
    """
    mapped = _page(slug)
    response = render_page(
        "mapping/show.html", fragment="mapping", page=mapped.page, mapped=mapped
    )
    response.headers["HX-Push-Url"] = mapped.url()
    return response


@bp.post("")
def read(slug: str) -> Response:
    """Read the upload by a mapping, under a link of its own; with `keep`, the next file of
    its shape too."""
    row = conversation_of(slug)
    mapping = read_mapping(request.form.get("map", ""))
    title = " ".join(request.form.get("title", "").split())[:MAX_TITLE]
    if request.form.get("keep"):
        check(title, 400, "Give the mapping a name, so that you know it again.")
        mapping = named(mapping, title)
        _keep(mapping, title)
    there = read_again(row, mapping=mapping)
    return make_response(redirect(url_for("conversations.show", slug=there), 303))


def _keep(mapping: JsonObject, title: str) -> None:
    try:
        kept_mappings.keep(session(), owner_to_be(), title, mapping)
    except kept_mappings.TooManyMappings:
        many = f"You keep {kept_mappings.MAX_KEPT} mappings, the most that one may have"
        check(False, 400, f"{many}: delete one of them first.")


@bp.get("/file.json")
def file(slug: str) -> Response:
    """The mapping itself."""
    return _download(_page(slug).laid_out, "mapping.json")


@bp.get("/sample")
def sample(slug: str) -> Response:
    """The upload without what was said in it, which the mapping reads like the upload."""
    mapped = _page(slug)
    try:
        documents = mapped.sample()
    except BadMapping as error:
        check(False, 422, str(error))
        raise
    if len(documents) == 1:
        return _download(json.dumps(documents[0], ensure_ascii=False, indent=2), "sample.json")
    lines = [json.dumps(one, ensure_ascii=False) for one in documents]
    return _download("\n".join(lines), "sample.jsonl")


def _page(slug: str) -> MappingPage:
    row = conversation_of(slug)
    documents = whole_document(row, {"map": request.args.get("map", "")}).documents
    begun: JsonObject = row.upload.asked_mapping or {}
    if not begun and not request.args.get("map"):
        guessed = guess(documents)
        begun = {} if guessed is None else mapping_json(guessed)
    return MappingPage(Inspector(row, Asked.of(request.args)), documents, request.args, begun)


def _download(text: str, name: str) -> Response:
    response = Response(f"{text}\n", mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
