"""Downloads in every shape: a file ending for each, and the form that asks for one."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, Response, request, url_for

import crosswire
from crosswire.exports import SHAPES, TRAJECTORY, with_losses
from webapp.access import conversation_of
from webapp.downloads.conversions import (
    id_policy,
    in_shape,
    is_fixed,
    media_policy,
    model_to_name,
    shape_asked,
    trajectory,
)
from webapp.downloads.files import archive_name, download, stem
from webapp.request_checks import check, one_of
from webapp.responses import AnyText

bp = Blueprint("shapes", __name__)

_LEFT_AWAY = (("ids", "fill"), ("media", "inside"))
"""What an address need not say."""

TELL_THEMSELVES = ("markdown", "html", "zip")
"""Shapes whose file says what was lost."""


@bp.get("/c/<slug>/export")
def chosen(slug: str) -> Response:
    """The way to the file that a form asked for; `?losses=1` and `?held=1` stand beside it in
    a zip."""
    conversation_of(slug)
    format = one_of("format", request.args.get("format", ""), crosswire.FORMATS)
    shape = shape_asked()
    is_body = shape.NAME == "body"
    held = is_body and request.args.get("held")
    query = {
        "ids": id_policy(),
        "media": media_policy(),
        "losses": (held or request.args.get("losses")) and ("zip" if is_body else "1"),
        "held": held and "1",
        "model": model_to_name(),
    }
    told = {
        name: value
        for name, value in query.items()
        if value and (name, value) not in _LEFT_AWAY
    }
    place = address(slug, format, shape.NAME)
    return AnyText(
        status=303, headers={"Location": f"{place}?{urlencode(told)}" if told else place}
    )


def file(slug: str, format: str, shape: str) -> Response:
    """The conversation in a shape; `?losses=1` puts it in an archive with what was lost."""
    row = conversation_of(slug)
    check(format in crosswire.FORMATS, 404)
    written = in_shape(row, format, shape)
    data, found = written.data, SHAPES[shape]
    name, media_type = f"{stem(row)}.{format}.{found.ENDING}", found.MEDIA_TYPE
    if request.args.get("losses") and shape not in TELL_THEMSELVES:
        data, media_type = with_losses(name, data, written.report()), "application/zip"
        name = archive_name(name)
    return download(data, name, media_type)


@bp.get("/c/<slug>/as/atif.json")
def as_trajectory(slug: str) -> Response:
    """The conversation as a trajectory, `?fixed=1` as the fix leaves it; `?losses=1` puts it
    in an archive with what was lost."""
    row = conversation_of(slug)
    written = trajectory(row, fixed=is_fixed())
    name = f"{stem(row)}.{TRAJECTORY}.json"
    if request.args.get("losses"):
        data = with_losses(name, written.data, written.report())
        return download(data, archive_name(name), "application/zip")
    return download(written.data, name, "application/json")


for _shape in SHAPES.values():
    if _shape.NAME != "body":  # see `exports.conversation`
        bp.add_url_rule(
            f"/c/<slug>/as/<format>.{_shape.ENDING}",
            view_func=file,
            defaults={"shape": _shape.NAME},
        )


def address(slug: str, format: str, shape: str) -> str:
    """Where the file is."""
    if shape == "body":
        return url_for("exports.conversation", slug=slug, format=format)
    return url_for("shapes.file", slug=slug, format=format, shape=shape)
