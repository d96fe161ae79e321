"""The real Codex, in a home of its own, talking to the provider server of the tests.

    codex = CodexHome(tmp_path, server)          # writes config.toml: custom provider "loopback" on 127.0.0.1
    run = codex.exec("Reply with OK", model="gpt-5.5")
    assert run.succeeded and len(server.requests) == 1
    ... codex.home / "sessions" holds the rollout ...

`build_scripts/setup_codex` installs the program; the variable VACANCY_TEST_CODEX names another one. No run reaches
beyond this machine: the provider is on loopback, and a proxy that nothing listens on catches everything else.
Sharing one home between several runs is fine; runs of different homes may go on at once.
"""

import json
import os
import signal
import subprocess
import sys
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from fakes.provider_server import ProviderServer

PROVIDER = "loopback"
"""What the provider of the tests is called in config.toml and in the rollouts."""
KEY_VARIABLE = "VACANCY_TEST_CODEX_KEY"
_ROOT = Path(__file__).parents[2]
LOGIN_KEY = "sk-canary-0000000000"
"""The key of a login with a key."""
_NOWHERE = "http://127.0.0.1:9"
_FAR = 4_000_000_000
"""When the tokens end."""


def codex_program() -> Path:
    """The codex program; there is no skipping where it is missing."""
    named = os.environ.get("VACANCY_TEST_CODEX")
    name = "codex.cmd" if sys.platform == "win32" else "codex"
    program = Path(named) if named else _ROOT / ".venv/codex/node_modules/.bin" / name
    assert program.exists(), f"No Codex at {program}: run build_scripts/setup_codex, or set VACANCY_TEST_CODEX."
    return program


@dataclass(frozen=True)
class CodexRun:
    """One `codex exec` that ended, or was killed."""

    code: int | None
    """Exit code; None when the time was up and its process group was killed."""
    events: tuple[dict, ...]
    """What it said on standard output, one JSON object a line."""
    stderr: str

    @property
    def succeeded(self) -> bool:
        """Codex says itself that the turn went well."""
        return self.code == 0 and self.kinds[-1:] == ("turn.completed",)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The types of its events, in order."""
        return tuple(event["type"] for event in self.events)

    @property
    def failure(self) -> str:
        """The text of the failed turn; empty when none failed."""
        return next((event["error"]["message"] for event in self.events if event["type"] == "turn.failed"), "")


class CodexHome:
    """A home with a CODEX_HOME in it, whose Codex asks the provider server and nobody else.

    Args:
        folder: An empty folder of the test's own.
        server: The provider; its `base_url` is written into config.toml.
        model: The model of config.toml; None writes none.
        retries: What a user's own config.toml may hold; Codex's defaults are 4 requests and 5 streams.
    """

    def __init__(
        self, folder: Path, server: ProviderServer, *, model: str | None = "gpt-5.5", retries: int | None = 0
    ) -> None:
        self._server = server
        self.user_home = folder
        self.home = folder / ".codex"
        self.home.mkdir(parents=True)
        self.work = folder / "work"
        self.work.mkdir()
        chosen = "" if model is None else f'model = "{model}"\n'
        bounds = "" if retries is None else f"request_max_retries = {retries}\nstream_max_retries = {retries}\n"
        self.config.write_text(
            f'{chosen}model_provider = "{PROVIDER}"\n\n[model_providers.{PROVIDER}]\nname = "Loopback"\n'
            f'base_url = "{server.base_url}"\nwire_api = "responses"\nenv_key = "{KEY_VARIABLE}"\n{bounds}',
            encoding="utf-8",
        )

    @property
    def config(self) -> Path:
        """Its config.toml; tests may write it anew."""
        return self.home / "config.toml"

    @property
    def rollouts(self) -> list[Path]:
        """The rollout files written so far, oldest first."""
        return sorted((self.home / "sessions").rglob("rollout-*.jsonl"))

    def use_openai(self) -> None:
        """Write the config.toml of somebody who has set nothing: Codex's built-in provider, here on loopback."""
        addresses = (
            f'openai_base_url = "{self._server.base_url}"\nchatgpt_base_url = "{self._server.url}/backend-api/"\n'
        )
        # A login with ChatGPT packs its requests in a way that Python cannot undo yet.
        unpacked = "features.enable_request_compression = false\n"
        self.config.write_text(addresses + unpacked, encoding="utf-8")

    def log_in(self, mode: str = "apikey") -> None:
        """Write an auth.json as `codex login` does; nothing in it is a real secret."""
        account = {"chatgpt_plan_type": "plus", "chatgpt_account_id": "acc", "chatgpt_user_id": "u"}
        token = _unsigned({"email": "a@b.c", "exp": _FAR, "https://api.openai.com/auth": account})
        tokens = {"id_token": token, "access_token": token, "refresh_token": "r", "account_id": "acc"}
        auth = {
            "auth_mode": mode,
            "OPENAI_API_KEY": LOGIN_KEY if mode == "apikey" else None,
            "tokens": None if mode == "apikey" else tokens,
            "last_refresh": datetime.now(UTC).isoformat().replace("+00:00", "Z"),
        }
        (self.home / "auth.json").write_text(json.dumps(auth), encoding="utf-8")

    def environment(self, **more: str) -> dict[str, str]:
        """What its programs get; nothing of the developer's own Codex is in it."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("CODEX", "OPENAI"))}
        proxies = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), _NOWHERE)
        local = {"NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
        home = {"HOME": str(self.user_home), "CODEX_HOME": str(self.home), KEY_VARIABLE: "sk-canary-1111111111"}
        return {**ours, **proxies, **local, **home, **more}

    def exec(
        self, prompt: str = "Reply with OK", *arguments: str, model: str | None = None, timeout: float = 20
    ) -> CodexRun:
        """Run one turn to its end, or kill it with everything it started when the time is up."""
        chosen = () if model is None else ("-m", model)
        return self.run("exec", "--json", "--skip-git-repo-check", "-s", "read-only", "-C", str(self.work),
                        *chosen, *arguments, prompt, timeout=timeout)  # fmt: skip

    def run(self, *arguments: str, timeout: float = 20) -> CodexRun:
        """Run the program with any arguments; lines of output that are no JSON objects are left out."""
        process = subprocess.Popen(
            [str(codex_program()), *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=self.environment(), cwd=self.work, start_new_session=True, text=True, encoding="utf-8",
        )  # fmt: skip
        code: int | None
        try:
            out, err = process.communicate(timeout=timeout)
            code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            code = None
        events = tuple(json.loads(line) for line in out.splitlines() if line.startswith("{"))
        return CodexRun(code, events, err)


def _unsigned(claims: dict[str, object]) -> str:
    """A token in the form of a JWT, which nobody has signed."""
    parts = ({"alg": "none"}, claims, {})
    return ".".join(urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in parts)
