"""`python -m crosswire`: the command line."""

from crosswire.cli import main

main(prog_name="crosswire")
