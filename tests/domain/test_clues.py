"""Claims about clues: each finds what it is for, and combinations combine."""

from vacancy.domain.clues import Both, Coded, Codex, Either, Raised, Says, Status
from vacancy.domain.digest import read_digest
from vacancy.domain.evidence import Evidence, ExceptionSeen

DIGEST = read_digest(
    Evidence(
        status=429,
        body='{"error":{"code":"1308","message":"Far too much"}}',
        exception=ExceptionSeen("x.Oops", ""),
        codex_error="server_overloaded",
    )
)
YES, NO = Says("far .{0,9}much"), Says("never")


def test_each_clue_finds_its_own():
    """Phrases, codes, statuses, exceptions and Codex's own words are found where they are, and not elsewhere."""
    assert YES(DIGEST)
    assert not NO(DIGEST)
    assert Coded("1308", "9")(DIGEST)
    assert not Coded("9")(DIGEST)
    assert Status(range(400, 500))(DIGEST)
    assert not Status(500, range(200, 300))(DIGEST)
    assert Raised("oops")(DIGEST)
    assert not Raised("x_oops")(DIGEST)
    assert Codex("other", "server_overloaded")(DIGEST)
    assert not Codex("overloaded")(DIGEST)


def test_clues_combine():
    """All of, one of."""
    assert Both(YES, Status(429))(DIGEST)
    assert not Both(YES, NO)(DIGEST)
    assert Either(NO, YES)(DIGEST)
    assert not Either(NO, NO)(DIGEST)


def test_no_phrase_finds_nothing():
    """A clue without phrases is never there."""
    assert not Says()(DIGEST)
