"""`python -m webapp`: the whole command line, also where nothing is installed."""

from crosswire.cli import main
from webapp.cli import serve

main.add_command(serve)
main(prog_name="crosswire")
