"""`crosswire completion`: what lets a shell complete commands, options and names of files."""

from __future__ import annotations

import click

from crosswire.cli.output import print_text

SHELLS = {
    "bash": 'eval "$(crosswire completion bash)"  # in ~/.bashrc',
    "zsh": 'eval "$(crosswire completion zsh)"  # in ~/.zshrc',
    "fish": "crosswire completion fish | source  # in ~/.config/fish/config.fish",
}
_LINES = "\n".join(SHELLS.values())


@click.command(epilog=f"\b\nA line for each shell:\n{_LINES}")
@click.argument("shell", type=click.Choice(list(SHELLS)))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that lets SHELL complete commands, options and names of files."""
    from click.shell_completion import get_completion_class  # most runs print no script

    script = get_completion_class(shell)
    if script is None:
        raise click.UsageError(f"There is no completion for {shell}.")
    program = context.find_root()
    print_text(script(program.command, {}, "crosswire", "_CROSSWIRE_COMPLETE").source())
