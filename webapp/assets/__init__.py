"""The files that every page loads: stylesheets and scripts, put together from `static/`."""

from webapp.assets.asset import Asset as Asset
from webapp.assets.asset import Assets as Assets
