"""What every way of notifying has in common: clean words, no floods, failures that stay small."""

import logging

import pytest

from vacancy.desktop.notifications import (
    DEFAULT_ACTION,
    MOST_PER_MINUTE,
    Notification,
    Notifier,
    QtNotifier,
    clean_body,
    clean_title,
)

BACK = Notification("recommendation", "gpt-6.2-sol is back", "It answered twice in a row.")


class Recorder(Notifier):
    """Keeps what it would have shown, or fails."""

    def __init__(self, failure=None):
        super().__init__(lambda *_: None)
        self.shown = []
        self.failure = failure

    async def _show(self, notification):
        if self.failure is not None:
            raise self.failure
        self.shown.append(notification)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("gpt-6 is\nback", "gpt-6 is back"),
        ("a\x1b[31mred\x07", "a[31mred"),
        ("evil \u202etxt.exe", "evil txt.exe"),
        ("half \ud83d", "half "),
        ("x" * 500, "x" * 119 + "…"),
    ],
)
def test_a_title_is_one_bounded_line_that_reads_as_it_is(raw, clean):
    """Line ends, control and direction characters do not reach the desktop."""
    assert clean_title(raw) == clean


def test_a_body_keeps_its_lines_and_nothing_hidden():
    """Lines stay, control characters go, and the whole is bounded."""
    assert clean_body("one\ntwo\x00") == "one\ntwo"
    assert len(clean_body("word " * 1000)) <= 400


def test_a_failure_is_one_warning_and_false(run, caplog):
    """A service that fails costs one warning for a row of failures, without its words."""
    notifier = Recorder(OSError("sk-canary0123456789"))
    with caplog.at_level(logging.WARNING):
        assert run(notifier.send(BACK)) is False
        assert run(notifier.send(BACK)) is False
    assert [record.getMessage() for record in caplog.records] == [
        "notification_failed topic=recommendation kind=OSError"
    ]


def test_a_new_row_of_failures_warns_again(run, caplog):
    """After a success the next failure is news."""
    notifier = Recorder(OSError())
    run(notifier.send(BACK))
    notifier.failure = None
    run(notifier.send(BACK))
    notifier.failure = OSError()
    run(notifier.send(BACK))
    assert len([record for record in caplog.records if record.levelno == logging.WARNING]) == 2


def test_a_flood_is_withheld(run, caplog):
    """Beyond the limit nothing is sent and nobody is told that it was."""
    notifier = Recorder()
    results = [run(notifier.send(BACK)) for _ in range(MOST_PER_MINUTE + 1)]
    assert results == [True] * MOST_PER_MINUTE + [False]
    assert len(notifier.shown) == MOST_PER_MINUTE
    assert "too_many" in caplog.text


def test_a_balloon_shows_clean_words_and_its_click_names_the_topic(run):
    """The tray's balloon carries the words, and a click means the newest topic."""
    shown, chosen = [], []
    notifier = QtNotifier(lambda *choice: chosen.append(choice), show=lambda *words: shown.append(words))
    notifier.clicked()
    assert run(notifier.send(Notification("t", "a\nb", "c"))) is True
    notifier.clicked()
    assert (shown, chosen) == ([("a b", "c")], [("t", DEFAULT_ACTION)])
