"""The standing: figures in the rules page, and the digest that tells when they are out of date."""

import json
import shutil
from pathlib import Path

import pytest

import games
from games.core import registry
from search.arena import standing, stats
from search.arena.match import match
from search.cli import main

ROOT = Path(games.__file__).parent
NAME = "kuhn_poker"
FACTS = '\n[standing]\nplayers = ["random", "random"]\ndeals = 3\n'


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A copy of one game in which files may be changed."""
    copy = tmp_path / "games" / NAME
    shutil.copytree(ROOT / NAME, copy, ignore=shutil.ignore_patterns("__pycache__"))
    states = tmp_path / "ext" / "states"
    states.mkdir(parents=True)
    shutil.copy(ROOT.parent / "ext" / "states" / f"{NAME}.pyx", states)
    facts = (copy / "game.toml").read_text().split("\n[standing]")[0]
    (copy / "game.toml").write_text(facts + FACTS)
    (copy / "rules.md").write_text("# Kuhn poker\n\nR1. One card each.\n\n## Sources\n\nNone.\n")
    monkeypatch.setattr(standing, "_folder", lambda name: copy)
    monkeypatch.setattr(registry, "ROOT", tmp_path / "games")
    registry.cached_facts.cache_clear()
    yield copy
    monkeypatch.undo()
    registry.cached_facts.cache_clear()


def kibitz(*words):
    with pytest.raises(SystemExit) as stop:
        main([str(word) for word in words])
    return stop.value.code or 0


def test_every_measured_standing_is_of_the_present_version():
    pages = [name for name in games.registered_games() if standing.recorded_digest(name)]
    old = [n for n in pages if standing.recorded_digest(n) != standing.version_digest(n)]
    assert not old, f"run `kibitz standing NAME` for {', '.join(old)}: the game has changed since"


def test_every_game_that_names_players_has_a_standing():
    named = [name for name in games.registered_games() if "standing" in games.catalogue(name)]
    missing = [name for name in named if standing.recorded_digest(name) is None]
    assert not missing, f"run `kibitz standing NAME` for {', '.join(missing)}"


class TestDigest:
    def test_follows_code_tables_facts_and_twin(self, checkout):
        (checkout / "data.toml").touch()
        files = [checkout / name for name in ("game.py", "data.toml", "game.toml")]
        digests = [standing.version_digest(NAME)]
        policy = twin(checkout).with_name(f"{NAME}_policy.pxd")
        policy.touch()
        for path in [*files, twin(checkout), policy]:
            comment = "ante = 1\n" if path.name == "game.toml" else "# changed\n"
            path.write_text(comment + path.read_text())
            digests.append(standing.version_digest(NAME))
        assert len(set(digests)) == len(digests)

    def test_leaves_out_the_standing_and_the_rules_page(self, checkout):
        before = standing.version_digest(NAME)
        facts = (checkout / "game.toml").read_text()
        (checkout / "game.toml").write_text(facts.replace("deals = 3", "deals = 4"))
        (checkout / "rules.md").write_text("# Other words\n")
        assert standing.version_digest(NAME) == before

    def test_needs_the_sources(self, checkout):
        twin(checkout).unlink()
        with pytest.raises(ValueError, match="needs a checkout"):
            standing.version_digest(NAME)

    def test_an_unknown_game(self):
        with pytest.raises(ValueError, match="unknown game 'kuhn'"):
            standing.version_digest("kuhn")


def twin(checkout):
    return checkout.parent.parent / "ext" / "states" / f"{NAME}.pyx"


class TestPage:
    def test_is_written_and_replaced(self, checkout):
        result = match(NAME, ["random", "random"], deals=3, workers=1)
        assert standing.recorded_digest(NAME) is None
        page = standing.write_standing(NAME, [result])
        first = page.read_text()
        assert first.startswith(
            "# Kuhn poker\n\nR1. One card each.\n\n## Sources\n\nNone.\n\n## Standing\n"
        )
        assert "| `random` less `random (2)` |" in first
        assert standing.recorded_digest(NAME) == standing.version_digest(NAME)
        standing.write_standing(NAME, [result])
        assert page.read_text() == first
        assert sorted(p.name for p in checkout.glob("*.part")) == []

    def test_keeps_what_follows(self, checkout):
        text = "# Kuhn\n\n## Standing\n\nOld words.\n\n## Sources\n\nNone.\n"
        (checkout / "rules.md").write_text(text)
        result = match(NAME, ["random", "random"], deals=1, workers=1)
        page = standing.write_standing(NAME, [result]).read_text()
        assert "Old words" not in page
        assert page.endswith("\n\n## Sources\n\nNone.\n")
        assert page.index("## Standing") < page.index("## Sources")


def test_holm_runs_over_the_matches_that_have_a_spread():
    results = [match(NAME, ["random", "random"], deals=n, workers=1) for n in (1, 20, 30)]
    rows = standing.section(NAME, results).splitlines()[-3:]
    raw = [result.comparisons[0].p_value for result in results]
    assert raw[0] is None
    assert rows[0].endswith("| one block: no interval | – |")
    shown = [float(row.split("|")[-2]) for row in rows[1:]]
    assert shown == [pytest.approx(p, abs=0.006) for p in stats.holm(raw[1:])]


class TestCommand:
    def test_measures_and_checks(self, checkout, capsys):
        assert kibitz("standing", NAME, "--check") == 1
        assert "has no standing" in capsys.readouterr().err
        assert kibitz("standing", NAME, "--workers", 1, "--json") == 0
        told = json.loads(capsys.readouterr().out)
        assert [match["deals"] for match in told["matches"]] == [3]
        assert told["digest"] == standing.version_digest(NAME)
        assert kibitz("standing", NAME, "--check", "--json") == 0
        assert json.loads(capsys.readouterr().out)["current"] is True
        (checkout / "game.py").write_text((checkout / "game.py").read_text() + "\n")
        assert kibitz("standing", NAME, "--check", "--json") == 1
        told = capsys.readouterr()
        assert json.loads(told.out)["current"] is False
        assert "was measured at version" in told.err

    def test_without_players_says_what_is_needed(self, checkout, capsys):
        facts = (checkout / "game.toml").read_text().replace(FACTS, "")
        (checkout / "game.toml").write_text(facts)
        assert kibitz("standing", NAME) == 1
        assert "needs a [standing] table" in capsys.readouterr().err

    def test_an_unknown_game(self, capsys):
        assert kibitz("standing", "kuhn") == 2
        assert "kuhn_poker" in capsys.readouterr().err
