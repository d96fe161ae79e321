"""A success that is no answer, and somebody else's answer: what `vacancy check` makes of it, in words."""

import json
import subprocess
import sys

import pytest

from fakes import behaviours
from fakes.provider_server import ProviderServer

PORTAL = "<!DOCTYPE html><html><head><title>Guest Wi-Fi</title></head><body>Sign in to the network</body></html>"
CHALLENGE = "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Enable JavaScript</body></html>"
SQUID = "<html><title>ERROR: Access Denied</title><body>Cache Access Denied.</body></html>"


MODELS = {
    "gpt-5": (behaviours.served_by("gpt-5-mini-2025-08-07"), "ok_but_odd", "unstable",
              "Another model answered: asked for gpt-5, answered by gpt-5-mini-2025-08-07"),
    "prod-chat": (behaviours.served_by("gpt-4o-2024-11-20"), "ok", "available", "Answered "),
    "refuses": (behaviours.refusal, "ok_but_odd", "unstable", "The answer was a refusal, the model is up"),
    "filtered": (behaviours.filtered, "ok_but_odd", "unstable", "The answer was a refusal, the model is up"),
    "empty": (behaviours.empty, "ok_but_odd", "unstable", "An answer without text, the model is up"),
    "no-choices": (behaviours.fails(200, {"object": "chat.completion", "model": "no-choices", "choices": []}),
                   "ok_but_odd", "unstable", "An answer without text, the model is up"),
    "kept-alive": (behaviours.keep_alive_only, "ok_but_odd", "unstable", "Signs of life came, but no answer"),
    "error-object": (behaviours.fails(200, {"error": {"code": "server_is_overloaded", "message": "Overloaded"}}),
                     "at_capacity", "at_capacity", "Full since"),
    "says-full": (behaviours.says("Our servers are currently overloaded. Please try again later."),
                  "at_capacity", "at_capacity", "Full since"),
    "says-no-credit": (behaviours.says("You exceeded your current quota, please check your plan."),
                       "quota_exhausted", "blocked", "Quota or credit is used up"),
    "says-unknown": (behaviours.says("Error: the frobnicator is misaligned"), "ok_but_odd", "unstable", "frobnicator"),
    "portal-page": (behaviours.fails(200, PORTAL), "network", "unreachable", "The network wants a sign-in first"),
    "portal-redirect": (behaviours.redirect_to("http://login.example/"), "network", "unreachable",
                        "The network wants a sign-in first"),
    "portal-511": (behaviours.fails(511, PORTAL), "network", "unreachable", "The network wants a sign-in first"),
    "some-page": (behaviours.login_page, "network", "unreachable", "A web page came instead of an answer"),
    "proxy-407": (behaviours.fails(407, ""), "network", "unreachable", "A proxy on the way refused it"),
    "proxy-squid": (behaviours.fails(403, SQUID, {"x-squid-error": "ERR_ACCESS_DENIED 0"}), "network", "unreachable",
                    "A proxy on the way refused it"),
    "bot-check": (behaviours.fails(403, CHALLENGE, {"cf-mitigated": "challenge"}), "network", "unreachable",
                  "A bot check stands before the API"),
    "garbage": (behaviours.garbage, "ok_but_odd", "unstable", "What came cannot be read"),
}  # fmt: skip


@pytest.fixture(scope="module", params=["openai", "openai-chat"])
def answers(request, tmp_path_factory):
    """One check of every model, by each protocol."""
    folder = tmp_path_factory.mktemp("no_answer")
    with ProviderServer() as server:
        server.models.update({name: row[0] for name, row in MODELS.items()})
        listed = "".join(
            f'[connections.{name}]\nkind = "{request.param}"\nbase_url = "{server.base_url}"\nkey = "none"\n'
            f'[[models]]\nconnection = "{name}"\nid = "{name}"\n'
            for name in MODELS
        )
        (folder / "config.toml").write_text(f'version = 1\n{listed}[status_page]\nurl = ""\n', encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "vacancy", "--base-dir", str(folder), "check", "--json"],
            env={"HOME": str(folder)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.stdout, done.stderr
    return {model["id"]: model for model in json.loads(done.stdout)["models"]}


@pytest.mark.parametrize("name", MODELS)
def test_what_is_no_answer_is_named(answers, name):
    """Cause, state and reason say what came instead of an answer; only the plain answer is available."""
    _, kind, state, said = MODELS[name]
    model = answers[name]
    assert (model["outcome"]["kind"], model["state"]) == (kind, state), model
    assert said in model["reason"]
