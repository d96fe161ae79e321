"""The claims of `switching.overruling`."""

from vacancy.switching.overruling import set_in_file, set_in_variable
from vacancy.switching.yaml_text import YamlSyntax


def test_a_variable_that_sets_a_model_is_named():
    """An empty one sets none."""
    assert set_in_variable("X", {}) is None
    assert not set_in_variable("X", {"X": ""})
    for text in ("", "a: 1", "a: [", "model: 1"):
        assert not set_in_variable("X", {"X": text}, YamlSyntax())
    assert set_in_variable("X", {"X": "m\n"}) == "The environment variable X sets m and goes before the file."


def test_a_file_that_sets_a_model_is_named(tmp_path):
    """A missing or broken file, one that sets none, and the own one do not go before it."""
    own, other = tmp_path / "own", tmp_path / "other"
    own.write_text("model: a\n")
    for text in (None, "a: 1\n", "a: [\n"):
        if text is not None:
            other.write_text(text)
        assert set_in_file(other, own, YamlSyntax(), ("model",)) is None
    other.write_text("model: b\n")
    assert set_in_file(other, own, YamlSyntax(), ("model",)) == f"{other} sets b and goes before {own}."
    assert set_in_file(own, own, YamlSyntax(), ("model",)) is None
