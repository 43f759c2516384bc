"""Whole corpora: rows of many files checked, converted or masked, on all cores, resumable.

`rows_to_table` is a pure function from rows to an Arrow table; `run` does a whole corpus with
it, in tasks that know nothing of each other. Pyarrow is loaded when a table is asked for, Ray
when a cluster is.
"""

from crosswire.corpus.outcomes import outcome_of
from crosswire.corpus.row import VERBS, Row, Wish
from crosswire.corpus.run import ENGINES, run
from crosswire.corpus.summary import Summary, lines_of
from crosswire.corpus.table import COLUMNS, NoArrow, rows_to_table, schema

__all__ = [
    "COLUMNS",
    "ENGINES",
    "VERBS",
    "NoArrow",
    "Row",
    "Summary",
    "Wish",
    "lines_of",
    "outcome_of",
    "rows_to_table",
    "run",
    "schema",
]
