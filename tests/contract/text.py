"""Notation and views: words both ways, plain data, HTML that closes what it opens."""

import html.parser
import json

from games import IllegalActionError
from tests.contract.sample import Sample, describe, need

VOID_TAGS = {"br", "hr", "img", "input", "meta", "link"}


def check_notation(sample: Sample) -> None:
    """Every legal move has a text of its own that reads back; other texts are refused."""
    for state in sample.closeups:
        texts = {action: state.action_to_string(action) for action in state.legal_actions()}
        need(len(set(texts.values())) == len(texts), f"one text, two moves: {texts}", state)
        for action, text in texts.items():
            good = isinstance(text, str) and text.strip() == text and text and "\n" not in text
            need(good, f"text {text!r} of action {action}", state)
            need(state.string_to_action(text) == action, f"{text!r} reads as another", state)
        for text in ("no such move", ""):
            try:
                state.string_to_action(text)
            except IllegalActionError as error:
                need(error.legal == list(texts.values()), f"legal of {text!r}", state)
            else:
                raise AssertionError(f"{text!r} was read as a move: {describe(state)}")


def check_views(sample: Sample) -> None:
    """Each seat's text, HTML and data exist, and the data is plain."""
    for state in sample.closeups:
        for seat in (None, *sample.seats):
            data = state.to_dict(seat)
            need(json.loads(json.dumps(data)) == data, f"to_dict({seat}) isn't plain", state)
            need(state.view_text(seat).strip(), f"view_text({seat}) is empty", state)
            _check_html(state.view_html(seat), describe(state))
        for seat in sample.seats:
            read = json.loads(state.observation_string(seat))
            need(read == state.to_dict(seat), f"observation_string({seat})", state)
        need(str(state).strip(), "str(state) is empty", state)
        need(len(state.digest()) == 16, "digest()", state)


class _Balance(html.parser.HTMLParser):
    """Remembers which tags are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "script":
            self.wrong.append("script")
        if tag not in VOID_TAGS:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"/{tag}")


def _check_html(text: str, where: str) -> None:
    need(text.strip().startswith("<"), f"view_html is no HTML: {where}")
    parser = _Balance()
    parser.feed(text)
    parser.close()
    need(not parser.open and not parser.wrong, f"HTML: {parser.open} {parser.wrong}: {where}")
