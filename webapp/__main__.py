"""`python -m webapp`: the whole command line, also where nothing is installed."""

from crosswire.cli import main
from webapp.commands.backing_up import backup, restore
from webapp.commands.moving import migrate_to
from webapp.commands.purging import purge
from webapp.commands.putting import put
from webapp.commands.serving import serve
from webapp.commands.verifying import verify
from webapp.commands.working import work

for command in (serve, put, work, backup, restore, verify, purge, migrate_to):
    main.add_command(command)
main(prog_name="crosswire")
