"""The rehearsal tells its whole story, through the same HTTP code as the real thing."""

from datetime import timedelta

from vacancy.sources.simulation import LENGTH, MODELS, STORY, Mood, Scene, scene_at


def test_story_covers_what_the_issue_promises():
    """All fine, full with a green page, an admitted incident, recovery, a limit of one's own, a lost network."""
    assert STORY[0] == Scene(timedelta(0), "All is well.")
    assert any(Mood.FULL in scene.moods.values() and scene.incident is None for scene in STORY)
    assert any(Mood.FULL in scene.moods.values() and scene.incident for scene in STORY)
    assert any(Mood.LIMITED in scene.moods.values() for scene in STORY)
    assert any(not scene.network for scene in STORY)
    assert STORY[-1] == Scene(STORY[-1].begins, "Your network is back.")


def test_scenes_are_in_order_and_the_story_repeats():
    """Each scene begins after the one before, within the length; a quarter of an hour later it is the same one."""
    begins = [scene.begins for scene in STORY]
    assert sorted(begins) == begins
    assert begins[-1] < LENGTH
    assert scene_at(timedelta(minutes=3)) is scene_at(timedelta(minutes=3) + LENGTH)


def test_only_listed_models_have_moods():
    """The story speaks of the demo's own models."""
    assert {model for scene in STORY for model in scene.moods} <= set(MODELS)
