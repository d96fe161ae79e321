"""The claims of `switching.opencode`."""

import pytest

from vacancy.errors import SwitchError
from vacancy.switching.opencode import opencode
from vacancy.switching.target import Choice


@pytest.fixture
def own(tmp_path):
    """Opencode's folder below a home."""
    folder = tmp_path / ".config" / "opencode"
    folder.mkdir(parents=True)
    return folder


def target(tmp_path, folder=None, prefix="", **environment):
    """The target of that home."""
    return opencode("opencode", None, prefix, {"HOME": str(tmp_path), **environment}, folder)


def test_a_model_is_written_with_its_provider(tmp_path, own):
    """Opencode wants "provider/model"; the provider is OpenAI where the settings name no other one."""
    (own / "opencode.json").write_text('{\n  // mine\n  "model": "openai/gpt-5.5",\n}\n')
    assert target(tmp_path).read().model == "gpt-5.5"
    assert b'"model": "openai/new",' in target(tmp_path).plan(Choice("new")).after
    assert b'"model": "proxy/new",' in target(tmp_path, prefix="proxy/").plan(Choice("new")).after


def test_the_file_that_decides_among_the_users_is_switched(tmp_path, own):
    """opencode.jsonc goes before opencode.json, and that before config.json, as far as they set a model."""
    assert target(tmp_path).plan(Choice("new")).path == own / "opencode.json"
    (own / "opencode.jsonc").write_text("{}")
    assert target(tmp_path).path == own / "opencode.jsonc"
    (own / "config.json").write_text('{"model": "openai/old"}')
    assert target(tmp_path).path == own / "config.json"
    (own / "opencode.json").write_text('{"model": "openai/old"}')
    assert target(tmp_path).path == own / "opencode.json"


def test_what_goes_before_it_is_said(tmp_path, own):
    """A project's file up to the repository's root, the file that a variable names, and a variable's content."""
    folder = tmp_path / "repo" / "a"
    (folder / ".opencode").mkdir(parents=True)
    (tmp_path / "repo" / ".git").mkdir()
    assert target(tmp_path, folder).plan(Choice("new")).is_needed
    (tmp_path / "repo" / "opencode.json").write_text('{"model": "openai/root"}')
    (folder / ".opencode" / "opencode.jsonc").write_text('{"model": "openai/inner"}')
    named = tmp_path / "named.json"
    named.write_text('{"model": "openai/named"}')
    content = '{"model": "openai/inline", "apiKey": "sk-canary-12345678"}'
    with pytest.raises(SwitchError) as caught:
        target(tmp_path, folder, OPENCODE_CONFIG=str(named), OPENCODE_CONFIG_CONTENT=content).plan(Choice("new"))
    assert "canary" not in caught.value.message
    lines = caught.value.message.splitlines()
    assert [line.partition(" sets ")[2].split()[0] for line in lines] == [
        "openai/inline", "openai/inner", "openai/root", "openai/named",
    ]  # fmt: skip
    assert target(tmp_path).plan(Choice("new")).is_needed
