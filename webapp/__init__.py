"""The web app: Flask and SQLAlchemy around the core, which knows neither."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from werkzeug.routing import IntegerConverter, ValidationError

from webapp.settings import Settings

LARGEST_NUMBER = 2**31 - 1
"""What both databases count to."""
PACKAGE = Path(__file__).resolve().parent


def data_dir(name: str) -> Path:
    """A folder that stands beside the package in a checkout, and inside it once installed."""
    for base in (PACKAGE / "_data", PACKAGE.parent):
        if (base / name).is_dir():
            return base / name
    raise RuntimeError(f"Crosswire is not installed completely: {name}/ is missing.")


class SmallNumber(IntegerConverter):
    """Numbers in addresses; one that no database can hold names nothing."""

    def to_python(self, value: str) -> int:
        if len(value) > len(str(LARGEST_NUMBER)) or (number := int(value)) > LARGEST_NUMBER:
            raise ValidationError
        return number


def create_app(settings: Settings | None = None) -> Flask:
    """The app, with its database created or migrated."""
    # Imported here, so that the command line can import this package and stay quick.
    from webapp import access, errors, security
    from webapp.blueprints import BLUEPRINTS
    from webapp.database import schema
    from webapp.database.engine import Database
    from webapp.store import room
    from webapp.telemetry import logs
    from webapp.uploads import accept as accepting
    from webapp.wording import template_names

    settings = settings or Settings()
    app = _configured(settings)
    database = Database(settings.database_url, settings.uploads)
    database.attach(app)
    database.tell_sessions(
        limits=room.Limits(settings.quota_bytes, settings.quota_bytes_each, settings.keep_days),
        read_at_once=settings.read_at_once_bytes,
    )
    schema.bring_up_to_date(database, data_dir("migrations"))
    logs.log_requests(app)
    accepting.attach(app, settings.threads)
    security.protect(app)
    access.attach(app, settings)
    errors.handle_errors(app)
    app.jinja_env.globals.update(template_names.jinja_names())
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


def _configured(settings: Settings) -> Flask:
    """A Flask app of our folders and limits, with nothing in it yet."""
    from webapp.uploads.sent import MOST_FILES

    app = Flask(
        "webapp",
        root_path=str(PACKAGE),
        template_folder=str(data_dir("templates")),
        static_folder=str(data_dir("static")),
    )
    app.url_map.strict_slashes = False
    app.url_map.converters["int"] = SmallNumber
    app.config.update(
        MAX_UPLOAD_BYTES=settings.max_upload_bytes,
        METRICS_TOKEN=settings.metrics_token.get_secret_value(),
        READ_AT_ONCE_BYTES=settings.read_at_once_bytes,
        MAX_CONTENT_LENGTH=settings.max_body_bytes,
        MAX_FORM_MEMORY_SIZE=settings.max_body_bytes,  # a pasted text may be as large as a file
        MAX_FORM_PARTS=MOST_FILES + 20,
        SERVED_HOSTS=frozenset(settings.all_trusted_hosts),
    )
    if isinstance(app.json, DefaultJSONProvider):
        app.json.sort_keys = False
    return app
