"""Specs and parameters: words in, one validated set out, errors that say what is right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue, load_game, registered_games
from games.core.parameters import check, describe
from games.core.spec import format_spec, nearest, parse_spec

NAMES = st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True)
TEXTS = st.text(st.characters(exclude_characters="\"'", codec="ascii"), max_size=12)
VALUES = (
    st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS.filter(lambda text: text.isprintable())
)


@given(NAMES, st.dictionaries(NAMES, VALUES, max_size=4))
def test_specs_round_trip(name: str, params: dict[str, object]) -> None:
    again = parse_spec(format_spec(name, params))
    assert again == (name, params)
    assert [type(value) for value in again[1].values()] == [type(v) for v in params.values()]


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("x", {}),
        ("x()", {}),
        (" x ( a = 1 , b = true ) ", {"a": 1, "b": True}),
        ("x(a=1.5,b=-2,c=1e3)", {"a": 1.5, "b": -2, "c": 1000.0}),
        ("x(a='f(1, 2)',b=\"\")", {"a": "f(1, 2)", "b": ""}),
        ("x(a=TJQKA)", {"a": "TJQKA"}),
    ],
)
def test_what_specs_look_like(text: str, params: dict[str, object]) -> None:
    assert parse_spec(text) == ("x", params)


@pytest.mark.parametrize(
    "text",
    ["", "1x", "x(", "x)", "x(a)", "x(a=)", "x(a=1,)", "x(a=1 b=2)", "x(a=(1))", "x y", None],
)
def test_what_is_no_spec(text: str) -> None:
    with pytest.raises(ValueError, match="is not a spec: write NAME or NAME"):
        parse_spec(text)


def test_a_parameter_twice() -> None:
    with pytest.raises(ValueError, match="gives a twice"):
        parse_spec("x(a=1,a=2)")


def test_nearest() -> None:
    assert nearest("kun_poker", ["kuhn_poker", "skat"]).startswith("did you mean 'kuhn_poker'?")
    assert nearest("zzz", ["skat"]) == "Known: skat"
    assert nearest("x", []) == "Known: none"


def test_unknown_words_name_the_right_ones() -> None:
    with pytest.raises(ValueError, match=r"unknown game 'kuhn'.*did you mean 'kuhn_poker'"):
        load_game("kuhn")
    with pytest.raises(ValueError, match=r"no parameter 'player'.*did you mean 'players'"):
        load_game("kuhn_poker(player=2)")
    with pytest.raises(ValueError, match="players must be a whole number from 2 to 3"):
        load_game("kuhn_poker(players=4)")
    with pytest.raises(ValueError, match="utility must be one of score, margin, win, rank"):
        load_game("kuhn_poker", utility="points")
    with pytest.raises(ValueError, match="is not a spec"):
        load_game("../skat")


INT = {"type": "int", "default": 1, "min": 1}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (INT, 0), (INT, True), (INT, 1.0), (INT, "1"),
        ({"type": "bool", "default": True}, 1),
        ({"type": "float", "default": 0.5, "max": 1}, 1.5),
        ({"type": "float", "default": 0.5}, False),
        ({"type": "str", "default": "a", "values": ["a", "b"]}, "c"),
        ({"type": "str", "default": "a"}, 3),
    ],
)  # fmt: skip
def test_values_that_do_not_fit(schema: dict[str, object], value: object) -> None:
    with pytest.raises(ValueError, match="k must be") as raised:
        check("game", "k", schema, value)
    assert describe(schema) in str(raised.value)


def test_values_that_fit() -> None:
    assert check("game", "k", INT, 7) == 7
    made = check("game", "k", {"type": "float", "default": 0.5}, 1)
    assert (made, type(made)) == (1.0, float)


def test_descriptions() -> None:
    assert describe({"type": "int", "min": 1}) == "a whole number, at least 1"
    assert describe({"type": "float", "max": 2}) == "a number, at most 2"
    assert describe({"type": "bool"}) == "true or false"


@pytest.mark.parametrize("name", registered_games())
def test_a_game_is_named_by_its_spec(name: str) -> None:
    plain = load_game(name)
    assert str(plain) == name
    assert load_game(name, **plain.get_parameters()) == plain
    assert catalogue(name)["name"] == plain.get_type()["name"] == name
    other = load_game(name, utility="rank")
    assert other != plain
    assert str(other) == f"{name}(utility=rank)"


def test_the_catalogue_is_a_copy() -> None:
    catalogue("kuhn_poker")["seats"].append(99)
    assert 99 not in catalogue("kuhn_poker")["seats"]


def test_a_broken_game_file_is_named(tmp_path, monkeypatch) -> None:
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / "game.toml").write_text('title = "Torn')
    monkeypatch.setattr("games.core.registry.ROOT", tmp_path)
    with pytest.raises(ValueError, match=r"torn.game\.toml is broken: Unterminated string"):
        catalogue("torn")


def test_a_state_of_another_game_is_refused() -> None:
    kuhn, leduc = load_game("kuhn_poker"), load_game("leduc_poker")
    text = kuhn.new_initial_state().child(1).serialize()
    assert kuhn.deserialize_state(text).history() == [1]
    with pytest.raises(ValueError, match="a state of 'kuhn_poker', not of 'leduc_poker'"):
        leduc.deserialize_state(text)
    with pytest.raises(ValueError, match="'x' is not an action"):
        kuhn.deserialize_state("kuhn_poker\n0 x\n")
    with pytest.raises(ValueError, match="can't be drawn now"):
        kuhn.deserialize_state("kuhn_poker\n0 0\n")
    with pytest.raises(ValueError, match="the text is cut off"):
        kuhn.deserialize_state(text[:-1])


def test_compiled_is_refused_where_there_is_no_twin() -> None:
    class Bare(type(load_game("kuhn_poker"))):
        twin = None

    kuhn = load_game("kuhn_poker", backend="compiled")
    bare = Bare(kuhn.facts, kuhn.get_parameters())
    with pytest.raises(ValueError, match="no compiled twin: use backend=readable or auto"):
        bare.new_initial_state()
