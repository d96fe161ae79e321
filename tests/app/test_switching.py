"""The target of the settings, from an offer over the change that is shown to the file, and back."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from fakes.clock import START, FakeClock
from fakes.domain_values import CODEX, verdict
from vacancy.app.switching import SwitchDesk
from vacancy.domain.catalog import EntryKey, ModelEntry
from vacancy.domain.preferences import Preferences, SwitchingPreferences
from vacancy.domain.recommendation import recommend
from vacancy.domain.snapshot import Snapshot
from vacancy.domain.verdict import State
from vacancy.store.paths import Paths
from vacancy.wiring.switchboard import Switchboard

SOL, LUNA = EntryKey("codex", "gpt-6.2-sol"), EntryKey("codex", "gpt-6-luna")
OLD = b'# mine\nmodel = "gpt-6.2-sol"\n'
NEW = b'# mine\nmodel = "gpt-6-luna"\n'


def snapshot(sol=State.AT_CAPACITY, luna=State.AVAILABLE):
    """What is claimed of both models."""
    verdicts = (replace(verdict(SOL, sol), since=START), verdict(LUNA, luna))
    return Snapshot(START, recommend(verdicts), verdicts)


class Rig:
    """The desk's owner, on a Codex home and a folder of Vacancy's in a temporary place."""

    def __init__(self, folder):
        self.file = folder / "codex" / "config.toml"
        self.file.parent.mkdir()
        self.file.write_bytes(OLD)
        self.settings = Preferences(
            (replace(CODEX, home=str(self.file.parent)),),
            tuple(ModelEntry(key.connection, key.model) for key in (SOL, LUNA)),
        )
        self.clock = FakeClock(tick=START - START)
        self.environment = {"HOME": str(folder)}
        self.paths = Paths.resolve(folder / "vacancy", {})
        self.announced, self.changes = [], 0

    def automatic(self):
        """The same, switched without asking."""
        self.settings = replace(self.settings, switching=SwitchingPreferences(automatic=True))
        return self

    def desk(self, bridge):
        """A desk, as a start of the app makes it."""
        return SwitchDesk(
            Switchboard(self.paths, self.environment, self.clock.now),
            SimpleNamespace(preferences=self.settings),
            bridge,
            changed=self._changed,
            announce=lambda title, body: self.announced.append((title, body)),
        )

    def _changed(self):
        self.changes += 1


@pytest.fixture
def rig(qapp, tmp_path):
    """Codex is set to gpt-6.2-sol."""
    return Rig(tmp_path)


@pytest.fixture
def playing(play, settled, rig):
    """Play a story with a desk, and close its window for good."""

    def run(story):
        async def whole(bridge):
            desk = rig.desk(bridge)
            try:
                return await story(desk)
            finally:
                desk.close()

        return play(whole)

    return run


def test_the_recommended_model_is_offered_once_it_is_known_what_is_set(playing, settled, rig):
    """The offer names both; where the tool is set to it already there is none."""

    async def story(desk):
        assert desk.offer(snapshot()) is None
        desk.follow(snapshot())
        await settled()
        offer = desk.offer(snapshot())
        assert (offer.text, offer.key) == ("Use gpt-6-luna in Codex", LUNA)
        assert rig.changes == 1
        rig.file.write_bytes(NEW)
        desk.follow(snapshot(), anew=True)
        await settled()
        assert desk.offer(snapshot()) is None

    playing(story)


def test_nothing_is_written_before_the_change_was_agreed_to_and_undo_gives_it_back(playing, settled, rig):
    """Shown, agreed, written; then taken back in the same window, byte for byte."""

    async def story(desk):
        desk.ask(LUNA)
        await settled()
        window = desk._window
        assert '+model = "gpt-6-luna"' in window.lines.toPlainText()
        assert rig.file.read_bytes() == OLD
        window.switch.click()
        await settled()
        assert rig.file.read_bytes() == NEW
        assert window.heading.text() == "Codex now uses gpt-6-luna"
        assert desk.undo_offer == "Undo the switch of Codex"
        window.undo.click()
        await settled()
        assert rig.file.read_bytes() == OLD
        assert window.heading.text() == "Codex is set as it was before"
        assert desk.undo_offer == ""

    playing(story)


def test_one_agreement_is_for_one_change(playing, settled, rig):
    """A second click, or Enter held down, writes nothing."""

    async def story(desk):
        desk.ask(LUNA)
        await settled()
        desk._window.agreed.emit()
        desk._window.agreed.emit()
        await settled()
        assert rig.file.read_bytes() == NEW
        assert desk._window.refusal.text() == ""

    playing(story)


def test_a_file_that_changed_since_it_was_shown_is_left_alone(playing, settled, rig):
    """What somebody wrote in between stays, and the window says so."""

    async def story(desk):
        desk.ask(LUNA)
        await settled()
        rig.file.write_bytes(OLD + b"# more\n")
        desk._window.switch.click()
        await settled()
        assert rig.file.read_bytes() == OLD + b"# more\n"
        assert desk._window.heading.text() == "The file was changed meanwhile"

    playing(story)


def test_a_broken_file_offers_nothing_and_says_why_when_asked(playing, settled, rig):
    """There is no offer, and whoever asks is told the line."""
    rig.file.write_bytes(b'model = "a"\nmodel = \n')

    async def story(desk):
        desk.follow(snapshot())
        await settled()
        assert desk.offer(snapshot()) is None
        desk.ask(LUNA)
        await settled()
        assert "line 2" in desk._window.refusal.text()

    playing(story)


def test_it_switches_by_itself_only_where_that_is_set_and_tells_it(playing, settled, rig):
    """Away when the preferred model is lost, and back when it is back; each is announced, with the way back."""
    rig.automatic()

    async def story(desk):
        desk.follow(snapshot())
        await settled()
        assert rig.file.read_bytes() == NEW
        desk.follow(snapshot(sol=State.AVAILABLE))
        await settled()
        assert rig.file.read_bytes() == OLD

    playing(story)
    assert [title for title, _ in rig.announced] == [
        "Codex was switched to gpt-6-luna",
        "Codex was switched to gpt-6.2-sol",
    ]
    assert {text.splitlines()[0] for _, text in rig.announced} == {"You let Vacancy switch by itself."}


def test_where_it_cannot_switch_by_itself_the_offer_stays(playing, settled, rig, caplog):
    """Somebody closed the file against writing: nothing is written, and who takes the offer is told why."""
    rig.automatic()
    rig.file.chmod(0o444)

    async def story(desk):
        desk.follow(snapshot())
        await settled()
        assert desk.offer(snapshot()).key == LUNA
        desk.ask(LUNA)
        await settled()
        desk._window.switch.click()
        await settled()
        assert desk._window.heading.text() == "The file is read-only"

    playing(story)
    assert (rig.file.read_bytes(), rig.announced) == (OLD, [])
    assert "not_switched_by_itself" in caplog.text


def test_a_question_that_was_answered_otherwise_is_not_asked_again_in_another_language(playing, settled, rig):
    """Only a change that still waits for agreement is shown anew: not one that is set already or was taken back."""

    async def story(desk):
        desk.ask(SOL)
        await settled()
        assert desk._window.heading.text() == "Codex is set to gpt-6.2-sol already"
        desk.reword()
        assert desk._window is None
        desk.ask(LUNA)
        await settled()
        desk.undo()
        await settled()
        desk.reword()
        assert desk._window is None
        desk.ask(LUNA)
        await settled()
        desk.reword()
        assert desk._window.heading.text() == "Use gpt-6-luna in Codex?"

    playing(story)


def test_without_that_setting_nothing_is_switched(playing, settled, rig):
    """It is never silent by default."""

    async def story(desk):
        desk.follow(snapshot())
        await settled()

    playing(story)
    assert (rig.file.read_bytes(), rig.announced) == (OLD, [])


def test_what_was_taken_back_is_not_switched_again(playing, settled, rig):
    """The user undid it in this outage, so it stays undone, also after a look a minute later."""
    rig.automatic()

    async def story(desk):
        desk.follow(snapshot())
        await settled()
        desk.undo()
        await settled()
        desk.follow(snapshot(), anew=True)
        await settled()

    playing(story)
    assert rig.file.read_bytes() == OLD


def test_a_model_that_the_user_put_there_stays(playing, settled, rig):
    """The preferred model is back, and Codex is set to something that Vacancy did not put there."""
    rig.automatic()
    rig.file.write_bytes(b'model = "gpt-6-astra"\n')

    async def story(desk):
        for seen in (snapshot(), snapshot(sol=State.AVAILABLE)):
            desk.follow(seen, anew=True)
            await settled()

    playing(story)
    assert rig.file.read_bytes() == b'model = "gpt-6-astra"\n'


def test_a_rehearsal_touches_no_tool(play, settled, qapp):
    """Without a board nothing is offered, asked or undone."""

    async def story(bridge):
        desk = SwitchDesk(
            None, SimpleNamespace(preferences=Preferences()), bridge, changed=lambda: None, announce=lambda *_: None
        )
        desk.start()
        desk.follow(snapshot())
        desk.ask(LUNA)
        desk.undo()
        await settled()
        assert (desk.offer(snapshot()), desk.undo_offer, desk._window) == (None, "", None)

    play(story)


def test_the_first_notice_after_a_start_can_offer_a_switch(playing, rig):
    """What the tool is set to is known before the monitor runs."""

    async def story(desk):
        desk.follow(snapshot())
        await desk.ready()
        assert desk.offer(snapshot()).key == LUNA

    playing(story)


def test_it_switches_back_as_soon_as_the_return_is_proven(playing, settled, rig):
    """The recommendation is the same while it is being made sure, so the proof itself is the news."""
    rig.automatic()
    back = snapshot(sol=State.AVAILABLE)
    unsure = replace(back, models=(replace(back.models[0], proven=False), *back.models[1:]))

    async def story(desk):
        desk.follow(snapshot())
        await settled()
        desk.follow(unsure)
        await settled()
        assert rig.file.read_bytes() == NEW
        desk.follow(back)
        await settled()

    playing(story)
    assert rig.file.read_bytes() == OLD
