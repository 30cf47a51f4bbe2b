"""The command `kibitz`: finds its commands and turns errors into one line and an exit status.

Exit status: 0 done, 1 the work failed, 2 the words were wrong. A traceback only with ``--debug``.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence

import click

from games.core.spec import nearest

# Which module of search.commands holds a command; a module is imported when it is needed.
COMMANDS = {
    "list": "catalogue",
    "rules": "catalogue",
    "play": "play",
    "analyse": "review",
    "review": "review",
    "report": "strength",
    "standing": "strength",
    "perft": "checks",
    "bench": "checks",
    "doctor": "checks",
    "new-game": "new_game",
}


class LazyGroup(click.Group):
    """A group whose commands are imported only when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"search.commands.{COMMANDS[cmd_name]}")
        command = getattr(module, cmd_name.replace("-", "_") + "_command")
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"unknown command {args[0]!r}: {nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.version_option(package_name="kibitz", prog_name="kibitz")
def cli(debug: bool) -> None:
    """Search players for tabletop games: compute a strategy, analyse a position, measure strength.

    NAME is a game with its parameters, as in "skat(deals=1)"; SPEC is a player, as in
    "ismcts(simulations=500)".
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]  # it may stand anywhere
    _never_fail_to_print()
    if not words:
        click.echo(cli.get_help(click.Context(cli, info_name="kibitz")), err=True)
        sys.exit(2)
    try:
        status = cli.main(words, prog_name="kibitz", standalone_mode=False)
    except BrokenPipeError:  # the reader of a pipe has seen enough; Python must not try again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (Exception, KeyboardInterrupt) as error:
        if debug:
            raise
        message, status = explain(error)
        click.echo(f"kibitz: {message}", err=True)
    sys.exit(status or 0)  # click hands a command's Exit status back as the result


def _never_fail_to_print() -> None:
    """Where the output's encoding lacks a character (a table's frame), print ? instead."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def explain(error: BaseException) -> tuple[str, int]:
    """Return one line about an error, and the exit status that it means."""
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        known = [word for param in error.ctx.command.params for word in param.opts if "-" in word]
        return f"no option {error.option_name}: {nearest(error.option_name, known)}", 2
    if isinstance(error, click.UsageError):
        return _one_line(error.format_message()), 2
    if isinstance(error, click.ClickException):
        return _one_line(error.format_message()), 1
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        return "interrupted", 1
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}", 1
    if isinstance(error, OSError) and error.strerror is not None:
        return error.strerror, 1
    if isinstance(error, (ValueError, OSError, ImportError)):
        return _one_line(str(error)), 1
    return f"{type(error).__name__}: {_one_line(str(error))} (--debug shows where)", 1


def _one_line(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    main()
