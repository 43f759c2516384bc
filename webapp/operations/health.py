"""For operators and crawlers."""

from __future__ import annotations

import hmac
from dataclasses import replace
from ipaddress import ip_address

from flask import Blueprint, Flask, Response, jsonify, request

from webapp import access
from webapp.operations.readiness import Readiness, reasons
from webapp.request_checks import check
from webapp.responses import AnyText
from webapp.services import provide, services, services_of
from webapp.settings import data_dir

bp = Blueprint("health", __name__)

EXPOSITION = "text/plain; version=0.0.4; charset=utf-8"
"""The type of Prometheus's text format."""


@bp.get("/healthz")
def healthz() -> Response:
    """Whether this process answers; it asks nobody else."""
    return jsonify(status="ok")


@bp.get("/readyz")
def readyz() -> Response:
    """Whether it can do its work; a 503 says why not."""
    found = _readiness()
    response = jsonify(status="not ready", reasons=found) if found else jsonify(status="ready")
    response.status_code = 503 if found else 200
    return response


def kept_ready(app: Flask) -> None:
    """Let the app of a server answer at once, whatever its database does."""
    made = services_of(app)
    readiness = Readiness(made.database, data_dir("migrations"))
    provide(app, replace(made, readiness=readiness.reasons))


def _readiness() -> list[str]:
    made = services()
    return (
        made.readiness() if made.readiness else reasons(made.database, data_dir("migrations"))
    )


@bp.get("/metrics")
def metrics() -> Response:
    """Numbers for Prometheus; to all others it looks as if there were no such page."""
    check(_may_measure(), 404)
    from webapp.operations.metrics import (
        exposition,
    )  # so that a process that nobody measures needs no client

    return AnyText(exposition(services().database), content_type=EXPOSITION)


def _may_measure() -> bool:
    token = services().settings.metrics_token.get_secret_value()
    if token:
        return hmac.compare_digest(access.bearer().encode(), token.encode())
    return _is_loopback(request.remote_addr) and _is_loopback(access.peer())


def _is_loopback(address: str | None) -> bool:
    try:
        return ip_address(address or "").is_loopback
    except ValueError:
        return False


@bp.get("/robots.txt")
def robots() -> Response:
    """A permalink is for whom it was given to."""
    return AnyText("User-agent: *\nDisallow: /\n", mimetype="text/plain")


@bp.get("/favicon.ico")
def icon() -> Response:
    """For browsers that ask without having read a page."""
    asset = services().assets["icon.svg"]
    return AnyText(asset.data, mimetype=asset.mimetype)
