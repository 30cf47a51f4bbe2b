"""Analysis of a position and review of records."""

import dataclasses
import json
import math
import pathlib

import numpy as np
import pytest

import games
import search
from games import records
from games.core.deal import Deal, play_out_chance
from games.records import jsonl
from search.analysis.result import Analysis, MoveStat

DATA = pathlib.Path(__file__).resolve().parents[1] / "records" / "data"
PLAYER = "ismcts(simulations=40)"


def kuhn(*actions: int) -> games.State:
    state = games.load_game("kuhn_poker").new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def table() -> Analysis:
    moves = (
        MoveStat(4, "left", 30, 1.5, 0.5),
        MoveStat(2, "<right>", 9, -1.0, math.nan),
        MoveStat(7, "up", 0, math.nan, math.nan),
    )
    return Analysis(1, "play", moves, 39, 0.25, "ismcts(simulations=39)")


def test_an_analysis_shows_itself() -> None:
    analysis = table()
    assert str(analysis).splitlines() == [
        "seat 1, play: ismcts(simulations=39), 39 simulations in 0.25 s",
        "move     visits      value    95 %",
        "left         30      +1.50  ± 0.98",
        "<right>       9      -1.00        ",
        "up            0  not tried        ",
    ]
    html = analysis._repr_html_()
    assert "&lt;right&gt;" in html
    assert ">seat 1, play" in html
    assert (analysis.table().row_count, analysis.table().caption) == (2, "not shown: 1 not tried")
    assert analysis.table(top=1).caption == "not shown: 1 less visited, 1 not tried"
    assert repr(analysis) == f"<Analysis: {analysis.title}; best left>"
    assert json.loads(json.dumps(analysis.to_dict()))["moves"][2]["value"] is None


def test_an_analysis_draws_itself(tmp_path: pathlib.Path) -> None:
    figure = table().plot()
    figure.savefig(tmp_path / "plot.png")
    assert (tmp_path / "plot.png").stat().st_size > 1000
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert labels == ["<right> (9)", "left (30)"]


def test_looking_up_a_move() -> None:
    assert table().best.text == "left"
    assert table().move(2).text == "<right>"
    with pytest.raises(ValueError, match="action 3 was not searched; the searched moves are left"):
        table().move(3)


def test_analyse() -> None:
    state = kuhn(2, 0)  # the first seat holds the best card
    analysis = search.analyse(state, PLAYER, seed=1)
    assert (analysis.seat, analysis.phase) == (0, state.phase())
    assert sorted(stat.action for stat in analysis.moves) == state.legal_actions()
    again = search.analyse(state, PLAYER, seed=1)
    assert again.moves == analysis.moves
    assert state.history() == [2, 0]


def test_analyse_sees_only_what_the_seat_sees() -> None:
    low, high = search.analyse(kuhn(1, 0), PLAYER), search.analyse(kuhn(1, 2), PLAYER)
    assert low.moves == high.moves


@pytest.mark.parametrize(
    ("state", "player", "words"),
    [
        (kuhn(), PLAYER, "waits for a chance event"),
        (kuhn(0, 1, 0, 0), PLAYER, "is at its end"),
        (kuhn(0, 1), "random", "random does not search"),
        (kuhn(0, 1), "ismct", "did you mean 'ismcts'"),
    ],
)
def test_what_cannot_be_analysed(state: games.State, player: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        search.analyse(state, player)


def kuhn_records(count: int) -> list[records.Record]:
    made = []
    for seed in range(count):
        rng = np.random.default_rng(seed)
        state = kuhn()
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
        made.append(jsonl.from_state(state, ["Ada", "Ben"]))
    return made


def test_review_of_records() -> None:
    made = kuhn_records(4)
    review = search.review(made, player=PLAYER, seed=3)
    assert review.ok
    assert review.to_dict() == search.review(made, player=PLAYER, seed=3).to_dict()
    for game, record in zip(review.games, made, strict=True):
        plies = [decision.ply for decision in game.decisions]
        assert plies == list(range(2, len(record.moves)))
        for decision in game.decisions:
            assert decision.cost is not None
            assert decision.cost >= 0
            assert {decision.played, decision.best} <= set(decision.values)
    sums = review.costs()
    assert sums.keys() == {"Ada", "Ben"}
    total = sum(decision.cost or 0 for game in review.games for decision in game.decisions)
    assert sum(sums.values()) == pytest.approx(total)
    assert "4 of 4 records are good" in str(review)
    html = review._repr_html_()
    assert html.count("<tr>") == len(made) + sum(len(game.decisions) for game in review.games)


def test_the_shape_of_a_review() -> None:
    review = search.review(DATA / "endings.sgf", player=PLAYER, search=False)
    plain = json.loads(json.dumps(review.to_dict()))
    for game in plain["games"]:
        assert {"ok", "problem", "result", "decisions"} <= set(game)
        assert game["ok"] is True
        assert game["problem"] is None
        for decision in game["decisions"]:
            names = ["ply", "seat", "phase", "played", "best", "values", "cost", "open_cost"]
            assert list(decision) == names
            assert decision["best"] is None
            assert decision["cost"] is None


def test_review_goes_through_every_phase_of_skat() -> None:
    record = records.read(DATA / "null.sgf")[1]
    [game] = search.review([record], player=PLAYER).games
    phases = {decision.phase for decision in game.decisions}
    assert phases == {"auction", "skat", "discard", "contract", "play"}
    for decision in game.decisions:
        if decision.values:
            gap = decision.values[decision.best or ""] - decision.values[decision.played]
            assert decision.cost == max(0.0, gap)
        else:
            assert (decision.played, decision.cost) == (decision.best, 0.0)


def test_a_choice_costs_the_same_whatever_the_others_hold() -> None:
    """Swap what the first seat cannot see: the review of its first move must not change."""
    seen = []
    for other in (0, 2):
        record = jsonl.from_state(kuhn(1, other, 1, 1))
        [game] = search.review([record], player=PLAYER, seed=5).games
        seen.append(game.decisions[0])
    assert seen[0] == seen[1]


def test_bad_records_are_reported_and_reviewed_as_far_as_they_go() -> None:
    good = records.read(DATA / "null.sgf")[0]
    moves = list(good.moves)
    moves[-1] = dataclasses.replace(moves[-1], text="CJ")
    bad = dataclasses.replace(good, moves=tuple(moves), text="")
    review = search.review([bad, good], search=False)
    assert [game.ok for game in review.games] == [False, True]
    assert "BAD" in str(review)
    assert "1 of 2 records are good" in str(review)
    assert len(review.games[0].decisions) == len(review.games[1].decisions) - 1


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    search.review(kuhn_records(3), search=False, progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_a_disliked_move_is_searched_as_much_as_the_best() -> None:
    state = kuhn(2, 0)
    for action in state.legal_actions():
        player = search.make_player("ismcts(simulations=400)")
        analysis = player.analyse(state, np.random.default_rng(1), extra=(action,))
        assert analysis.move(action).visits >= analysis.best.visits - 1


def played_deals(count: int) -> list[records.Record]:
    """Deals of the rule and random players, so that there is something to blame."""
    made = []
    for seed in range(count):
        state, rng = (
            games.load_game("skat(deals=1)").new_initial_state(),
            np.random.default_rng(seed),
        )
        play_out_chance(state, Deal(seed))
        while not state.is_terminal():
            wild = state.phase() == "play" and seed % 2
            legal = state.legal_actions()
            state.apply_action(int(rng.choice(legal)) if wild else state.rule_action())
        made.append(jsonl.from_state(state, ["Ada", "Ben", "Cleo"]))
    return made


def test_what_choices_cost_with_open_cards_adds_up() -> None:
    """From the value of the first lead, every cost leads to the score that was made."""
    costly = 0
    made = played_deals(8)
    review = search.review(made, search=False)
    for game in review.games:
        state = games.load_game("skat(deals=1)").new_initial_state()
        known = [decision for decision in game.decisions if decision.open_cost is not None]
        assert {decision.phase for decision in known} <= {"play"}
        for action in game.replay.history[: known[0].ply if known else 0]:
            state.apply_action(action)
        if not known:
            continue
        declarer = state.seat_of(state.declarer)
        value = state.game.open_solver().value(state)[declarer]
        for decision in known:
            share = -1 if decision.seat == declarer else 2  # a defender's margin is half of it
            value += share * (decision.open_cost or 0.0)
            costly += bool(decision.open_cost)
        for action in game.replay.history[known[0].ply :]:
            state.apply_action(action)
        assert value == state.scores()[declarer]
        assert sum(game.open_costs.values()) == sum(d.open_cost or 0.0 for d in known)
    assert costly > 5
    assert review.costs() == {"Ada": 0.0, "Ben": 0.0, "Cleo": 0.0}
    total = sum(sum(game.open_costs.values()) for game in review.games)
    assert sum(review.open_costs().values()) == total
    assert "cost with open cards by player" in str(review)
    assert review.to_dict()["open_costs"] == review.open_costs()


def test_open_costs_at_the_end_of_a_deal_by_brute_force() -> None:
    def best(state: games.State, seat: int) -> float:
        if state.is_terminal():
            return float(state.utilities()[seat])
        mover = state.current_player()
        sign = 1 if (mover == declarer) == (seat == declarer) else -1
        return sign * max(sign * best(state.child(a), seat) for a in state.legal_actions())

    [game] = search.review(played_deals(2)[1:], search=False).games
    state = games.load_game("skat(deals=1)").new_initial_state()
    checked = 0
    for ply, action in enumerate(game.replay.history):
        if len(game.replay.history) - ply <= 9:
            declarer, seat = state.seat_of(state.declarer), state.current_player()
            lost = best(state, seat) - best(state.child(action), seat)
            [found] = [d for d in game.decisions if d.ply == ply]
            assert found.open_cost == lost
            checked += 1
        state.apply_action(action)
    assert checked == 9


def test_a_review_shows_both_costs() -> None:
    review = search.review(played_deals(2)[1:], player=PLAYER, seed=2)
    text, html = str(review), review._repr_html_()
    assert ", with open cards " in text
    assert " ".join(text.split()).count("A wrong but reasonable play is not the same") == 1
    assert " ".join(html.split()).count("A wrong but reasonable play is not the same") == 1
    assert html.count('<th scope="col">open cards</th>') == 1
    [game] = review.games
    for decision in game.decisions:
        assert (decision.open_cost is not None) == (decision.phase == "play")
    dearest = max(game.decisions, key=lambda d: max(d.cost or 0.0, d.open_cost or 0.0))
    assert dearest.open_cost
    assert f"  ply {dearest.ply}, " in text  # named, whichever cost it is
    assert "open cards" not in str(search.review(kuhn_records(1), player=PLAYER))
