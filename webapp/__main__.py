"""`python -m webapp`: the whole command line, also where nothing is installed."""

from crosswire.cli import main
from webapp.cli import serve
from webapp.putting import put

main.add_command(serve)
main.add_command(put)
main(prog_name="crosswire")
