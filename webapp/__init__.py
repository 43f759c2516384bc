"""The web app: Flask and SQLAlchemy around the core, which knows neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from werkzeug.routing import IntegerConverter, ValidationError

from webapp.settings import LARGEST_NUMBER, PACKAGE, Settings, data_dir

if TYPE_CHECKING:
    from webapp.services import Services


class SmallNumber(IntegerConverter):
    """Numbers in addresses; one that no database can hold names nothing."""

    def to_python(self, value: str) -> int:
        if len(value) > len(str(LARGEST_NUMBER)) or (number := int(value)) > LARGEST_NUMBER:
            raise ValidationError
        return number


def create_app(settings: Settings | None = None) -> Flask:
    """The app, with its database created or migrated."""
    # Imported here, so that the command line can import this package and stay quick.
    from webapp import (
        access,
        compression,
        errors,
        etags,
        request_scope,
        security,
        statics,
        themes,
    )
    from webapp.blueprints import BLUEPRINTS
    from webapp.database import schema
    from webapp.inspector.template_names import jinja_names as inspector_names
    from webapp.services import provide
    from webapp.telemetry import logs
    from webapp.wording import template_names

    settings = settings or Settings()
    app = _configured(settings)
    services = _services(app, settings)
    provide(app, services)
    request_scope.attach(app)
    schema.bring_up_to_date(services.database, data_dir("migrations"))
    logs.log_requests(app)
    compression.attach(app)  # the last to see an answer
    etags.attach(app)
    security.protect(app)
    statics.attach(app)
    themes.attach(app)
    access.attach(app, settings)
    request_scope.leave_bodies(app)
    errors.handle_errors(app)
    app.jinja_env.globals.update(template_names.NAMES, **inspector_names())
    app.jinja_env.filters.update(template_names.FILTERS)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


def _services(app: Flask, settings: Settings) -> Services:
    """Everything that the app shares between its requests; raises UnusableDatabase and
    UnusableLogin."""
    from webapp.access import oidc_client_of
    from webapp.assets import Assets
    from webapp.database.engine import Database
    from webapp.recent import MOST_ROWS, Recent
    from webapp.services import Services
    from webapp.slots import Slots
    from webapp.store.sightings import Sightings
    from webapp.uploads.queue import Queue

    return Services(
        settings=settings,
        database=Database(settings.database_url, settings.uploads),
        queue=Queue(),
        slots=Slots(settings.threads),
        recent=Recent(),
        rows=Recent(MOST_ROWS),
        sightings=Sightings(),
        assets=Assets(data_dir("static")),
        oidc=oidc_client_of(app, settings),
    )


def _configured(settings: Settings) -> Flask:
    """A Flask app of our folders and limits, with nothing in it yet."""
    from crosswire.containers import MOST_FILES
    from webapp.hypermedia import Environment, Template, Unindented
    from webapp.responses import take_any_text

    app = Flask(
        "webapp",
        root_path=str(PACKAGE),
        template_folder=str(data_dir("templates")),
        static_folder=None,  # `webapp.statics` answers for them
    )
    take_any_text(app)
    app.jinja_environment = Environment
    app.jinja_options = {"cache_size": -1}  # all of them, without keeping count of their use
    app.jinja_env.template_class = Template
    app.jinja_env.add_extension(Unindented)
    app.url_map.strict_slashes = False
    app.url_map.converters["int"] = SmallNumber
    app.config.update(
        MAX_CONTENT_LENGTH=settings.max_body_bytes,
        # A pasted text may be as large as a file.
        MAX_FORM_MEMORY_SIZE=settings.max_body_bytes,
        MAX_FORM_PARTS=MOST_FILES + 20,  # of one folder
    )
    if isinstance(app.json, DefaultJSONProvider):
        app.json.sort_keys = False
    return app
