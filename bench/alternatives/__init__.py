"""Packages that do what Crosswire does itself, measured for docs/reports/libraries.md."""
