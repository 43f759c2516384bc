"""The address of a static file, and what is answered there."""

from __future__ import annotations

from flask import Flask, Response, abort, request, url_for

from webapp.assets import Asset
from webapp.responses import AnyText
from webapp.services import services

FOREVER = "public, max-age=31536000, immutable"
ASKED_AGAIN = "no-cache"


def attach(app: Flask) -> None:
    """Answer for static files; templates name them by `static_url("app.css")`."""
    app.add_url_rule("/static/<name>", "static", _static)
    app.jinja_env.globals["static_url"] = _static_url


def _static_url(file: str) -> str:
    return url_for("static", name=services().assets[file].name)


def _static(name: str) -> Response:
    asset, is_todays = services().assets.named(name)
    if asset is None:
        abort(404, "There is no such file.")
    response = _packed(asset)
    response.headers["Cache-Control"] = FOREVER if is_todays else ASKED_AGAIN
    return response


def _packed(asset: Asset) -> Response:
    coding = request.accept_encodings.best_match(["zstd", "gzip"])
    if coding is None:
        response = AnyText(asset.data, mimetype=asset.mimetype)
    else:
        data = asset.as_zstd if coding == "zstd" else asset.as_gzip
        response = AnyText(data, mimetype=asset.mimetype)
        response.headers["Content-Encoding"] = coding
    response.headers["Vary"] = "Accept-Encoding"
    return response
