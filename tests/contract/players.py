"""No clairvoyance: swap what a seat can't see, and with the same seed its player does the same."""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from games import State
from games.core.spec import format_spec
from search.players import known, make_player, player_class
from tests.contract.sample import Sample, need

SMALL = {"simulations": 20, "worlds": 2, "iterations": 20}


class Player(Protocol):
    """What chooses moves."""

    def choose(self, state: State, rng: np.random.Generator) -> int:
        """An action that is legal in `state`."""


def check_players(sample: Sample) -> None:
    """Every registered player that plays this game chooses without looking."""
    for spec in player_specs(sample):
        check_player(sample, spec, lambda spec=spec: make_player(spec))


def player_specs(sample: Sample) -> list[str]:
    """Players that exist and play the game, with a small budget where they have one."""
    state, specs = sample.game.new_initial_state(), []
    for name in known():
        player = player_class(name)
        if player.plays(state):
            budget = {key: SMALL[key] for key in player.parameters if key in SMALL}
            specs.append(format_spec(name, budget))
    return specs


def check_player(sample: Sample, name: str, make: Callable[[], Player]) -> None:
    """A player chooses legally, the same twice, the same on a resample, and changes nothing."""
    rng = sample.rng("players")
    to_move = [entry for entry in sample.worlds if entry[0].current_player() == entry[1]]
    for at in rng.permutation(len(to_move))[: sample.effort.closeups // 3]:
        state, seat, worlds = to_move[at]
        before, choices = state.digest(), []
        for shown in (state, state, worlds[0]):
            choices.append(make().choose(shown, np.random.default_rng(sample.seed)))
        need(choices[0] in state.legal_actions(), f"{name} chose {choices[0]}", state)
        need(choices[0] == choices[1], f"{name} differs with one seed", state)
        need(choices[0] == choices[2], f"{name} saw more than seat {seat} may", state)
        need(state.digest() == before, f"{name} changed the state it was shown", state)
