"""The strength report: complete, self-contained, legible; and `kibitz report`."""

import html
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from search.arena.match import match
from search.arena.record import BlockRecord, Failure, GameRecord
from search.arena.result import MatchResult
from search.arena.run import Run
from search.cli import main
from search.players import Player
from search.report import build

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "build" / "screenshots"
GAME = "kuhn_poker(players=3)"
LONG = ("ismcts(simulations=2000,horizon=game)", "rule", "random")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
]


def run_of(players=LONG, game=GAME, deals=40):
    return Run(game, tuple(players), 7, deals, "points a game", 3, "c0de", {"python": "3"}, "here")


def made_up(players=LONG, deals=40, gap=1.0, failed=()):
    """A result whose games are real lines of play; only the returns are made up."""
    rng = np.random.default_rng(1)
    line = (0, 1, 2, 0, 0, 0)
    blocks = []
    for number in range(deals):
        games = []
        for rotation in range(3):
            seating = tuple((seat - rotation) % len(players) for seat in range(3))
            returns = tuple(float(rng.normal(-gap * p, 1)) for p in seating)
            games.append(GameRecord(rotation, seating, line, returns, (0.5,) * 3, (1,) * 3))
        failure = (
            Failure("ValueError: lost <my> cards", 0, (0, 1, 2), 1) if number in failed else None
        )
        blocks.append(BlockRecord(number, number, () if failure else tuple(games), failure))
    return MatchResult(run_of(players, deals=deals), tuple(blocks))


class Reader(HTMLParser):
    """Collects tags and the text outside of styles."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.words, self.styled = [], [], False
        self.feed(text)
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.styled = tag == "style" or (self.styled and tag != "style")

    def handle_endtag(self, tag):
        self.styled = self.styled and tag != "style"

    def handle_data(self, data):
        if not self.styled:
            self.words.append(data)


@pytest.fixture(scope="module")
def page():
    return build.report_html(made_up(failed=(3, 5)))


class TestPage:
    def test_first_screen_says_who_by_how_much_and_how_sure(self, page):
        head = Reader(page[page.index("<header>") : page.index("</header>")]).text
        result = made_up(failed=(3, 5))
        pair = result.comparison(0, 1)
        for needed in (
            "is stronger than",
            "points a game",
            "interval",
            "probability of being stronger",
            "blocks 38 deals, each played 3 times",
            "2 blocks failed",
            f"{pair.difference.mean:+.2f}",
        ):
            assert needed in head

    def test_it_asks_for_nothing_from_elsewhere(self, page):
        tags = Reader(page).tags
        assert not {"script", "link", "iframe", "img", "object"} & {tag for tag, _ in tags}
        for _, attrs in tags:
            assert "src" not in attrs
            for name in ("href", "xlink:href"):
                assert attrs.get(name, "#").startswith("#")
        assert not re.search(r"@import|url\((?!#|\"#)", page)
        addresses = set(re.findall(r"https?://[^\"'<> ]+", page))
        assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}

    def test_ids_are_unique(self, page):
        ids = [attrs["id"] for _, attrs in Reader(page).tags if "id" in attrs]
        assert len(ids) == len(set(ids))

    def test_tables_have_captions_and_scopes(self, page):
        tags = Reader(page).tags
        names = [tag for tag, _ in tags]
        assert names.count("table") == names.count("caption") > 5
        assert all(attrs.get("scope") in ("row", "col") for tag, attrs in tags if tag == "th")

    def test_plots_follow_the_colours_of_the_page(self, page):
        plots = re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL)
        assert len(plots) == 3
        for plot in plots:
            assert "currentColor" in plot
            assert "var(--accent)" in plot
            assert not re.search(r"#0[0-9a-f]0", plot)
            assert 'role="img"' in plot

    def test_cards_and_moves_of_the_widest_deals_are_shown(self, page):
        assert page.count("<article>") == 3
        section = page[page.index('id="deals"') :]
        for card in "JQK":
            assert f'kz-card">{card}<' in section
        assert section.count(": how it went") == 9

    def test_failures_are_told(self, page):
        assert "ValueError: lost &lt;my&gt; cards" in page

    def test_the_command_is_exact(self, page):
        command = html.unescape(re.search(r"<code>(.*?)</code>", page).group(1))
        assert command == (
            f"kibitz report '{GAME}' --players '{LONG[0]}' --players rule --players random "
            "--deals 40 --seed 7 --out report.html"
        )

    def test_the_same_result_gives_the_same_page(self, page):
        assert build.report_html(made_up(failed=(3, 5))) == page


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (made_up(deals=1), "one block: no interval"),
        (made_up(players=("rule",), deals=3), "nothing to compare"),
        (made_up(deals=2, failed=(0, 1)), "No block was finished"),
        (made_up(gap=0.0), "which may be chance"),
        (made_up(players=("rule", "rule", "rule")), "rule (2)"),
    ],
)
def test_odd_samples_are_put_in_words(result, words):
    text = Reader(build.report_html(result)).text
    assert words in text
    assert not re.search(r"\bnan\b|\binf\b|None", text)


class TestFile:
    def test_an_older_report_stays_until_the_new_one_is_whole(self, tmp_path, monkeypatch):
        path = tmp_path / "r.html"
        path.write_text("older")

        def broken(*args):
            raise OSError("disk full")

        monkeypatch.setattr("os.replace", broken)
        with pytest.raises(OSError, match="disk full"):
            made_up(deals=2).report(path)
        assert path.read_text() == "older"
        assert list(tmp_path.iterdir()) == [path]

    def test_wrong_places(self, tmp_path):
        with pytest.raises(ValueError, match="there is no folder"):
            made_up(deals=2).report(tmp_path / "none" / "r.html")
        with pytest.raises(ValueError, match="is a folder"):
            made_up(deals=2).report(tmp_path)


def test_a_database_is_never_overwritten(tmp_path, capsys):
    store = tmp_path / "s.sqlite"
    match(GAME, ["random"], deals=1, workers=1, store=store)
    before = store.read_bytes()
    with pytest.raises(ValueError, match="is a database"):
        made_up(deals=2).report(store)
    assert kibitz("report", "--from", store, "--out", store) == 1
    assert "is a database, perhaps a store: name another file" in capsys.readouterr().err
    assert store.read_bytes() == before


def test_a_folder_that_takes_no_files_is_told_before_the_match(tmp_path, capsys, monkeypatch):
    def refused(**options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refused)
    words = ("report", GAME, "--players", "random", "--deals", 10**6)
    assert kibitz(*words, "--out", tmp_path / "r.html") == 1
    said = capsys.readouterr().err
    assert said == f"kibitz: cannot write in {tmp_path}: Permission denied\n"


def kibitz(*words):
    with pytest.raises(SystemExit) as stop:
        main([str(word) for word in words])
    return stop.value.code or 0


class TestCommand:
    def test_match_then_read_again(self, tmp_path, capsys):
        out, store = tmp_path / "r.html", tmp_path / "s.sqlite"
        words = ("report", GAME, "--players", "random", "random", "--deals", 3, "--workers", 1)
        assert kibitz(*words, "--out", out, "--store", store, "--json") == 0
        first = json.loads(capsys.readouterr().out)
        assert first["report"] == str(out)
        assert first["players"] == ["random", "random (2)"]
        page = out.read_text()
        assert kibitz("report", "--from", store, "--out", out, "--json") == 0
        second = json.loads(capsys.readouterr().out)
        assert second["comparisons"] == first["comparisons"]
        assert out.read_text() != page  # it says where it was read from
        assert f"Read from {store}, run 1 of 1." in out.read_text()

    @pytest.mark.parametrize(
        "players",
        [
            ("--players", "random", "--players", "random"),
            ("--players", "random", "random"),
            ("--players=random", "--players=random"),
        ],
    )
    def test_players_may_be_given_in_any_way(self, players, tmp_path, capsys):
        out = tmp_path / "r.html"
        words = ("report", GAME, *players, "--deals", 1, "--workers", 1, "--out", out)
        assert kibitz(*words) == 0
        assert "random (2)" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("words", "status", "message"),
        [
            (("kuhn", "--players", "random"), 2, "kuhn_poker"),
            ((GAME, "--players", "random", "--store", "{tmp}/r.html"), 2, "give two files"),
            ((GAME, "--players", "randon"), 2, "random"),
            ((GAME, "--players", "rule"), 2, "cannot play kuhn_poker"),
            ((GAME,), 2, "needs a game and players"),
            ((), 2, "needs a game and players"),
            ((GAME, "--players", "random", "--deals", "0"), 2, "deals"),
            ((GAME, "--players", "random", "--store", "{tmp}/no/s"), 1, "there is no folder"),
            (("--from", "{tmp}/none"), 1, "there is no store"),
            (("--from", "{tmp}/text"), 1, "not a kibitz store"),
            ((GAME, "--from", "{tmp}/none"), 2, "leave out NAME"),
            ((GAME, "--players", "random", "--out", "{tmp}/no/r.html"), 2, "there is no folder"),
        ],
    )
    def test_wrong_words_give_one_line(self, words, status, message, tmp_path, capsys):
        (tmp_path / "text").write_text("not a database, whatever its name may say\n" * 40)
        words = [word.replace("{tmp}", str(tmp_path)) for word in words]
        if "--out" not in words:
            words += ["--out", str(tmp_path / "r.html")]
        assert kibitz("report", *words) == status
        told = capsys.readouterr()
        assert message in told.err
        assert told.err.count("\n") == 1
        assert told.out == ""
        assert not (tmp_path / "r.html").exists()

    def test_failed_blocks_are_reported_and_fail_the_command(self, tmp_path, capsys, monkeypatch):
        class Broken(Player):
            name = "broken"

            def choose(self, state, rng):
                raise RuntimeError("lost my cards")

        monkeypatch.setattr("search.players.make_player", lambda spec: Broken())
        monkeypatch.setattr("search.make_player", lambda spec: Broken(), raising=False)
        out = tmp_path / "r.html"
        words = ("report", GAME, "--players", "random", "random", "--deals", 2, "--workers", 1)
        assert kibitz(*words, "--out", out, "--json") == 1
        told = capsys.readouterr()
        assert json.loads(told.out)["blocks"] == {"finished": 0, "failed": 2}
        assert "2 of 2 blocks failed" in told.err
        assert "lost my cards" in out.read_text()

    def test_an_interrupt_says_how_to_go_on(self, tmp_path, capsys, monkeypatch):
        def interrupted(task, block):
            raise KeyboardInterrupt

        monkeypatch.setattr("search.arena.match.play_block", interrupted)
        words = ("report", GAME, "--players", "random", "--deals", 2, "--workers", 1)
        store = tmp_path / "s.sqlite"
        assert kibitz(*words, "--out", tmp_path / "r.html", "--store", store) == 1
        told = capsys.readouterr().err
        assert "stopped after 0 of 2 blocks" in told
        assert "the same command again goes on from there" in told


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium to look at the page with")
class TestScreen:
    @pytest.fixture
    def report(self, tmp_path):
        return made_up(failed=(3,)).report(tmp_path / "report.html")

    def chromium(self, *words):
        return subprocess.run(
            [CHROMIUM, *FLAGS, *words], capture_output=True, text=True, timeout=60, check=True
        ).stdout

    @pytest.mark.parametrize("width", [390, 1280])
    def test_no_part_is_wider_than_the_screen(self, report, width, tmp_path):
        # In a frame, because the window of a headless browser is never narrower than 500 pixels.
        host = tmp_path / "host.html"
        host.write_text(
            f'<title>-</title><iframe width="{width}" height="900" style="border:0" '
            'onload="document.title = this.contentDocument.documentElement.scrollWidth" '
            f'srcdoc="{html.escape(report.read_text())}"></iframe>'
        )
        size = ("--window-size=1400,900", f"--user-data-dir={tmp_path / 'profile'}")
        page = self.chromium(*size, "--dump-dom", host.as_uri())
        assert int(re.search(r"<title>(\d+)</title>", page).group(1)) == width

    @pytest.mark.parametrize("width", [390, 1280])
    def test_screenshot(self, report, width, tmp_path):
        from PIL import Image

        SHOTS.mkdir(parents=True, exist_ok=True)
        shot = SHOTS / f"report-{width}.png"
        shot.unlink(missing_ok=True)
        size = (f"--window-size={width},2400", f"--user-data-dir={tmp_path / 'profile'}")
        self.chromium(*size, f"--screenshot={shot}", report.as_uri())
        with Image.open(shot) as image:
            assert image.size == (width, 2400)
            shades = image.convert("L").histogram()
        assert max(shades) < 0.97 * width * 2400  # something is drawn
        assert sum(count > 0 for count in shades) > 100


def test_a_real_match_reports(tmp_path):
    result = match(GAME, ["random", "random"], deals=3, workers=1)
    page = result.report(tmp_path / "r.html").read_text()
    assert "seat 2" in page
