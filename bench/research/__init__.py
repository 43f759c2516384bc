"""Two documents that Crosswire began with, held against what it knows today."""
