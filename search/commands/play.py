"""`kibitz play`: a game in the terminal against players of the project."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from search.commands.options import GameWord, PlayerWord, common, emit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ext.state import State
    from games.core.game import Game

_HELP = (
    "Type a move, its last word (18 for bid 18) or its number (#2). 'moves' lists all of them, "
    "'state' shows the table again, 'help' says this, 'quit' leaves."
)
_FEW = 16  # moves listed unasked
_WORLDS = 16  # a hidden choice that stays the same in so many of them has no real alternative


@click.command("play")
@click.argument("game", metavar="NAME", type=GameWord())
@click.option("--seat", default=0, show_default=True, type=click.IntRange(0), help="Your seat.")
@click.option(
    "--against",
    default=("random",),
    show_default=True,
    multiple=True,
    type=PlayerWord(),
    help="Player of the other seats; given several times, of one after the other.",
)
@common
def play_command(game: Game, seat: int, against: tuple[str, ...], seed: int, as_json: bool) -> None:
    """Play NAME in the terminal from one seat."""
    if seat >= game.num_players():
        raise click.UsageError(
            f"seat {seat} does not exist: {game} has the seats 0 to {game.num_players() - 1}"
        )
    _verify_players(game, against)
    table = _Table(game, seat, against, seed, quiet=as_json)
    table.run()
    if as_json:
        emit(table.summary())


def _verify_players(game: Game, specs: tuple[str, ...]) -> None:
    from search.arena.match import checked_player

    try:
        for spec in specs:
            checked_player(spec, game)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


class _Table:
    """One game in progress between a person and players of the project."""

    def __init__(
        self, game: Game, seat: int, against: Sequence[str], seed: int, quiet: bool
    ) -> None:
        import numpy as np

        import search
        from games.core.deal import Deal

        self.state: State = game.new_initial_state()
        self.seat = seat
        self.quiet = quiet
        self.deal = Deal(seed)
        self.left = False
        others = [other for other in range(game.num_players()) if other != seat]
        specs = {other: against[i % len(against)] for i, other in enumerate(others)}
        self.players = {other: search.make_player(spec) for other, spec in specs.items()}
        streams = np.random.SeedSequence(seed).spawn(game.num_players() + 1)
        *self.rngs, self.eye = [np.random.default_rng(stream) for stream in streams]

    def run(self) -> None:
        """Play until the end of the game or until the person leaves."""
        self.say(_HELP)
        while not self.state.is_terminal() and not self.left:
            mover = self.state.current_player()
            if self.state.is_chance_node():
                self.state.apply_action(self.deal.choose(self.state))
            elif mover == self.seat:
                self.ask()
            else:
                self.let_play(mover)
        if self.state.is_terminal():
            table: Any = self.state
            self.say("")
            self.say(table.view_text(self.seat))
            self.say("The game is over.")
            self.say("  ".join(f"seat {i}: {p:g}" for i, p in enumerate(self.state.scores())))

    def let_play(self, mover: int) -> None:
        """Let a player of the project move, with the information of its seat only."""
        rng = self.rngs[mover]
        seen = self.state.resample_from_infostate(mover, rng)
        action = self.players[mover].choose(seen, rng)
        text = self.state.action_to_string(action)
        self.state.apply_action(action)
        self.say(f"seat {mover}: {text if self.known(action) else 'makes a hidden move'}")

    def known(self, action: int) -> bool:
        """Return whether the person can know the last move: it is in every world thought of."""
        worlds = (self.state.resample_from_infostate(self.seat, self.eye) for _ in range(_WORLDS))
        return all(world.history()[-1] == action for world in worlds)

    def ask(self) -> None:
        """Ask the person for moves until one is legal."""
        self.show()
        while True:
            try:
                word = click.prompt("your move", prompt_suffix="> ", err=self.quiet).strip()
            except click.Abort:
                self.say("")
                self.left = True
                return
            if word in ("quit", "exit"):
                self.left = True
                return
            if word == "help":
                self.say(_HELP)
            elif word == "state":
                self.show()
            elif word == "moves":
                self.say_moves(None)
            elif self.played(word):
                return

    def played(self, word: str) -> bool:
        """Try a move; say why it is none if it is none."""
        try:
            self.state.apply_action(self.meant(word))
        except ValueError as error:
            self.say(str(error))
            return False
        return True

    def meant(self, word: str) -> int:
        """Return the move that a word means: its text, the end of it, or its place in the list."""
        legal = self.state.legal_actions()
        texts = [self.state.action_to_string(action) for action in legal]
        ends = [a for a, text in zip(legal, texts, strict=True) if text.split()[-1:] == [word]]
        if len(ends) == 1 and word not in texts:  # 18 is bid 18, though the list has a #18, too
            return ends[0]
        place = word.removeprefix("#")
        if place.isdecimal() and word not in texts:
            if not 1 <= int(place) <= len(legal):
                raise ValueError(f"there is no move #{place}; they go from #1 to #{len(legal)}")
            return legal[int(place) - 1]
        return self.state.string_to_action(word)

    def show(self) -> None:
        """Show the table from the person's seat and the legal moves."""
        table: Any = self.state  # every game's state shows itself, which the contract leaves open
        self.say("")
        self.say(table.view_text(self.seat))
        self.say_moves(_FEW)

    def say_moves(self, most: int | None) -> None:
        """List the legal moves by number and text, at most so many of them."""
        legal = self.state.legal_actions()
        texts = [self.state.action_to_string(action) for action in legal[:most]]
        moves = [f"#{place} {text}" for place, text in enumerate(texts, start=1)]
        more = len(legal) - len(moves)
        moves += [f"... and {more} more ('moves' lists them)"] if more else []
        self.say(f"{self.state.phase()}; your moves: " + "   ".join(moves))

    def say(self, text: str) -> None:
        """Print a line, away from the JSON object if there is to be one."""
        click.echo(text, err=self.quiet)

    def summary(self) -> dict[str, Any]:
        """Return the game as it stands."""
        return {
            "game": str(self.state.game),
            "seat": self.seat,
            "history": self.state.history(),
            "over": self.state.is_terminal(),
            "returns": self.state.returns(),
            "scores": self.state.scores(),
        }
