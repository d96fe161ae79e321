"""Looking for Codex, without starting it."""

import asyncio
import json

from vacancy.app.codex_look import look_closer, look_for_codex
from vacancy.domain.sighting import Login


def test_without_its_folder_there_is_no_codex(tmp_path):
    """Neither in its usual place nor where somebody says."""
    environment = {"HOME": str(tmp_path)}
    assert asyncio.run(look_for_codex(None, environment)) is None
    assert asyncio.run(look_closer(str(tmp_path / "nowhere"), environment)) is None


def test_a_login_with_chatgpt_is_taken_at_its_written_word(tmp_path):
    """With no list written down it has none: started, Codex might ask for a newer one itself."""
    home, started = tmp_path / "codex", tmp_path / "started"
    home.mkdir()
    (home / "auth.json").write_text(json.dumps({"auth_mode": "chatgpt"}))
    program = tmp_path / "bin" / "codex"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\ntouch {started}\n")
    program.chmod(0o755)
    found = asyncio.run(look_closer(str(home), {"HOME": str(tmp_path), "PATH": f"{program.parent}:/usr/bin:/bin"}))
    assert (found.folder, found.login, found.models) == (str(home), Login.CHATGPT, ())
    assert not started.exists()
