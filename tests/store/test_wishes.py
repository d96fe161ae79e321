"""The claims of `store.wishes`."""

from datetime import timedelta

from fakes.clock import START
from fakes.domain_values import LUNA, SOL
from vacancy.domain.waiting import Verb, Wish
from vacancy.store.wishes import WishBox

WISHES = (Wish(Verb.LOOK, SOL), Wish(Verb.WATCH, LUNA, START + timedelta(hours=1)), Wish(Verb.UNWATCH, SOL))


def test_wishes_are_taken_once_and_in_their_order(tmp_path):
    """Whole, with the end of a watch, by whoever has the folder."""
    box = WishBox(tmp_path / "wishes")
    for wish in WISHES:
        box.put(wish)
    assert WishBox(tmp_path / "wishes").take() == WISHES
    assert box.take() == ()
    assert [] == list((tmp_path / "wishes").iterdir())


def test_what_is_no_wish_is_removed(tmp_path):
    """It keeps no real wish from being taken, and is not read again."""
    box = WishBox(tmp_path)
    (tmp_path / "0.json").write_text("{")
    (tmp_path / "1.json").write_bytes(b"\xff" * 10)
    box.put(WISHES[0])
    assert box.take() == WISHES[:1]
    assert [] == list(tmp_path.iterdir())


def test_nobody_else_can_wish(tmp_path):
    """The folder is closed to other users."""
    box = WishBox(tmp_path / "wishes")
    box.prepare()
    assert 0o700 == box.folder.stat().st_mode & 0o777
    assert box.take() == ()
