"""The address of a static file, and what is answered there."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Flask, Response, abort, request, url_for

from webapp.assets import Asset
from webapp.responses import AnyText
from webapp.services import services

FOREVER = "public, max-age=31536000, immutable"
ASKED_AGAIN = "no-cache"
POLICY = "default-src 'none'"
"""Of a file that somebody opens by itself: shorter than a page's, and stricter."""


def attach(app: Flask) -> None:
    """Answer for static files; templates name them by `static_url("icon.svg")`, and those of a
    page's bundles by `bundle_urls(["conversation"], "css")`."""
    app.add_url_rule("/static/<name>", "static", _static)
    app.jinja_env.globals.update(static_url=_static_url, bundle_urls=_bundle_urls)


def _static_url(file: str) -> str:
    return url_for("static", name=services().assets[file].name)


def _bundle_urls(bundles: Iterable[str], ending: str) -> list[str]:
    return [_static_url(file) for file in services().assets.of_bundles(bundles, ending)]


def _static(name: str) -> Response:
    asset, is_todays = services().assets.named(name)
    if asset is None:
        abort(404, "There is no such file.")
    response = _packed(asset)
    response.headers["Cache-Control"] = FOREVER if is_todays else ASKED_AGAIN
    response.headers["Content-Security-Policy"] = POLICY
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
