"""Two documents that Crosswire began with, held against what it knows today.

`python -m bench.research` writes their pages in docs/reports anew. No code of the product uses
anything from here.
"""
