"""The whole app as its user meets it: a real process, tray host, notification service and provider on loopback."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from fakes import behaviours
from fakes.provider_server import ProviderServer
from fakes.system_services import FakeLogind

pytestmark = pytest.mark.real_desktop
KEY = "sk-canary-0123456789abcdefghijklmnop"
PATIENCE = 20
QUIET = 1
"""Seconds in which an app that means to send something has sent it."""
STAGGERED = 3
"""The same where it has asked others just before: first questions are two seconds apart."""
REHEARSAL = Path(__file__).with_name("fast_rehearsal.py")
HASTY = Path(__file__).with_name("hasty_start.py")


def eventually(condition, what):
    """Wait until a condition holds, on an event that nobody sets."""
    never = threading.Event()
    for _ in range(PATIENCE * 20):
        if condition():
            return
        never.wait(0.05)
    pytest.fail(f"not within {PATIENCE} s: {what}")


def said(*command, env=None):
    """What a program says on standard output, run to its end."""
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE)
    return done.stdout


class App:
    """A running app."""

    def __init__(self, folder, *words, program=("-m", "vacancy")):
        self.folder = folder
        self.environment = {**os.environ, "TEST_KEY": KEY, "TZ": "UTC"}
        base = () if program != ("-m", "vacancy") else ("--base-dir", str(folder))
        self.process = self._start(*program, *base, *words)

    def _start(self, *arguments):
        return subprocess.Popen(
            [sys.executable, *arguments],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def start_again(self, *program):
        """A second start on the same folder, run to its end."""
        second = self._start(*(program or ("-m", "vacancy", "--base-dir")), str(self.folder))
        return (*second.communicate(timeout=PATIENCE), second.returncode)

    def also(self, *words):
        """A command on the same folder, beside it."""
        return self._start("-m", "vacancy", "--base-dir", str(self.folder), *words)

    def known(self, *words):
        """What a command on the same folder answers as JSON; None where it answers nothing."""
        told = said(
            sys.executable, "-m", "vacancy", "--base-dir", str(self.folder), *words, "--json", env=self.environment
        )
        return json.loads(told) if told else None

    def windows(self):
        """Titles of the windows on the screen."""
        found = said("xdotool", "search", "--onlyvisible", "--name", "Vacancy").split()
        return [said("xdotool", "getwindowname", window).strip() for window in found]

    def end(self, with_signal=signal.SIGTERM):
        """Ask it to end, and what it left: standard output and error, and the exit code."""
        self.process.send_signal(with_signal)
        return (*self.process.communicate(timeout=PATIENCE), self.process.returncode)


@pytest.fixture
def start(tmp_path):
    """Start apps that are gone at the end."""
    running = []

    def begin(*words, folder=tmp_path / "base", **options):
        folder.mkdir(exist_ok=True)
        app = App(folder, *words, **options)
        running.append(app)
        return app

    yield begin
    for app in running:
        if app.process.poll() is None:
            app.process.kill()
        app.process.communicate()


@pytest.fixture
def server():
    """A provider on loopback."""
    with ProviderServer() as provider:
        provider.models.update({"first": behaviours.ok, "second": behaviours.ok})
        yield provider


@pytest.fixture
def settings(tmp_path, server):
    """Settings with two models at that provider, and where they are."""
    folder = tmp_path / "base"
    folder.mkdir()
    listed = "".join(f'[[models]]\nconnection = "lab"\nid = "{model}"\n' for model in ("first", "second"))
    (folder / "config.toml").write_text(
        f'version = 1\n[status_page]\nurl = ""\n[connections.lab]\nkind = "openai"\n'
        f'base_url = "{server.base_url}"\nkey = "env:TEST_KEY"\n{listed}',
        encoding="utf-8",
    )
    return folder / "config.toml"


def labels(panel):
    """The labels of the tray menu."""
    return [label for _, label, _ in panel.menu().result(PATIENCE)]


def clipboard():
    """What an other program would paste."""
    return said("xclip", "-o", "-selection", "clipboard")


def test_from_start_to_copy_to_quit(start, settings, panel, own_bus):
    """The icon comes, the menu says what works, a click copies the name, Quit ends it cleanly."""
    panel.start()
    app = start()
    eventually(lambda: "first is available" in labels(panel), "the sentence in the menu")
    lines = [label for label in labels(panel) if label.startswith(("first ·", "second ·"))]
    assert 2 == len(lines)
    panel.click(lines[1]).result(PATIENCE)
    eventually(lambda: clipboard() == "second", "the name on the clipboard")
    panel.click("Quit").result(PATIENCE)
    out, err = app.process.communicate(timeout=PATIENCE)
    assert (0, "") == (app.process.returncode, out)
    assert "Traceback" not in err
    assert KEY not in err


def test_an_error_is_explained_from_the_tray(start, settings, panel, own_bus):
    """The menu opens the box, typed words are answered, and the answer can be pasted elsewhere."""
    panel.start()
    app = start("--hidden")
    eventually(lambda: "Explain an error…" in labels(panel), "the entry in the menu")
    panel.click("Explain an error…").result(PATIENCE)
    eventually(lambda: "Vacancy - Explain an error" in app.windows(), "the window")
    text = "Selected model is at capacity"
    for act in (("windowfocus", "--sync"), ("type", text), ("sleep", "0.5"), ("key", "Tab"), ("key", "space")):
        # The pause is longer than the window waits for the end of typing.
        subprocess.run(["xdotool", "search", "--name", "Explain an error", *act], check=True, timeout=PATIENCE)
    eventually(lambda: clipboard().startswith("Full: no room on their side.\n"), "the answer on the clipboard")


def test_check_now_asks_and_the_menu_follows(start, settings, panel, own_bus, server):
    """A preferred model that went full is doubted, with the other one still named as working below it."""
    panel.start()
    start()
    eventually(lambda: "first is available" in labels(panel), "the first round")
    asked = len(server.requests)
    server.models["first"] = behaviours.at_capacity_in_stream
    # An answer younger than twenty seconds is the answer: nothing is sent yet.
    panel.click("Check now").result(PATIENCE)
    assert "first is available" in labels(panel)
    assert asked == len(server.requests)


def test_without_a_tray_host_there_is_a_window_soon(start, settings, own_bus):
    """Nobody shows tray icons: the window is open, so that the app can be reached."""
    app = start()
    eventually(lambda: "Vacancy" in app.windows(), "the window")


def test_first_run_welcomes_and_sends_nothing_before_anything_was_decided(start, own_bus, panel, monkeypatch):
    """No settings yet: nothing is written and nobody is called; settings that come, even by hand, begin it."""
    with socket.create_server(("127.0.0.1", 0)) as way_out:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{way_out.getsockname()[1]}")
        panel.start()
        app = start()
        eventually(lambda: "Welcome to Vacancy" in app.windows(), "the welcome")
        assert not (app.folder / "config.toml").exists()
        way_out.settimeout(QUIET)
        with pytest.raises(TimeoutError):
            way_out.accept()
        (app.folder / "config.toml").write_text("version = 1\n", encoding="utf-8")
        way_out.settimeout(PATIENCE)
        way_out.accept()[0].close()  # the status page is asked for now


def test_a_start_by_hand_shows_the_window(start, settings, panel, own_bus):
    """Who types `vacancy` sees more than an icon that appeared somewhere."""
    panel.start()
    app = start()
    eventually(lambda: "Vacancy" in app.windows(), "the window")


def test_hidden_start_shows_no_window(start, settings, panel, own_bus):
    """With --hidden only the icon comes."""
    panel.start()
    app = start("--hidden")
    eventually(lambda: "first is available" in labels(panel), "the icon")
    assert [] == app.windows()


def test_second_start_raises_the_first(start, settings, panel, own_bus):
    """Two starts are one app: the second ends at once with success, and the first shows its window."""
    panel.start()
    app = start("--hidden")
    eventually(lambda: "first is available" in labels(panel), "the first app")
    out, err, code = app.start_again()
    assert ("", "", 0) == (out, err, code)
    eventually(lambda: "Vacancy" in app.windows(), "the window of the first")
    assert app.process.poll() is None


def test_starts_at_the_same_moment_are_one_app(start, settings, panel, own_bus):
    """A double click starts the app once, and the others let it show itself although it is not ready yet."""
    panel.start()
    apps = [start("--hidden") for _ in range(4)]
    eventually(lambda: sum(app.process.poll() is None for app in apps) == 1, "one app")
    ended = [(*app.process.communicate(), app.process.returncode) for app in apps if app.process.poll() is not None]
    assert ended == [("", "", 0)] * 3
    (app,) = (app for app in apps if app.process.poll() is None)
    eventually(lambda: app.windows() == ["Vacancy"], "its window")


def test_a_start_beside_one_that_hangs_says_so(start, settings, panel, own_bus):
    """An app that is stopped cannot show itself: a clear line instead of nothing."""
    panel.start()
    app = start("--hidden")
    eventually((settings.parent / "run" / "app.sock").exists, "it listens")
    app.process.send_signal(signal.SIGSTOP)
    _, said, code = app.start_again(str(HASTY))
    assert (2, "It runs already, but does not answer") == (code, said.splitlines()[0].removeprefix("vacancy: "))


def test_a_killed_app_leaves_nothing_in_the_way(start, settings, panel, own_bus):
    """After kill -9 the next start is the app, with what the first one knew."""
    panel.start()
    app = start("--hidden")
    eventually(lambda: "first is available" in labels(panel), "the first app")
    stored = app.folder / "data" / "history.db"
    eventually(lambda: stored.exists() and stored.stat().st_size > 0, "the history")

    def known():
        return [model["state"] for model in (app.known("status") or {"models": ()})["models"]]

    eventually(lambda: known() == ["available", "available"], "the stored state")
    app.end(signal.SIGKILL)
    start("--hidden")
    eventually(lambda: panel.registered == 2, "the icon of the second")
    eventually(lambda: "first is available" in labels(panel), "its knowledge")


def test_a_wait_survives_a_killed_app(start, settings, panel, own_bus, server):
    """Asked for in the tray, kept through kill -9, shown by status, and taken back in the tray of the next app."""
    server.models["first"] = behaviours.at_capacity_in_stream
    panel.start()
    app = start("--hidden")
    eventually(lambda: "Tell me when first is back" in labels(panel), "the offer")
    panel.click("Tell me when first is back").result(PATIENCE)

    def awaited():
        return [model["awaited"] for model in (app.known("status") or {"models": ()})["models"]]

    def taking_back():
        return [label for label in labels(panel) if label.startswith("Tell me when first is back · waiting until ")]

    eventually(lambda: awaited() == [True, False], "the stored wait")
    app.end(signal.SIGKILL)
    start("--hidden")
    eventually(lambda: panel.registered == 2, "the icon of the second")
    eventually(taking_back, "the wait in its menu")
    panel.click(taking_back()[0]).result(PATIENCE)
    eventually(lambda: awaited() == [False, False], "the end of the wait")


def test_settings_edited_by_hand_take_effect(start, settings, panel, own_bus):
    """A model added in an editor is watched at once; a typo is named and changes nothing."""
    panel.start()
    start("--hidden")
    eventually(lambda: "first is available" in labels(panel), "the start")
    text = settings.read_text()
    settings.write_text(text + '[[models]]\nconnection = "lab"\nid = "third"\n')
    eventually(lambda: any(label.startswith("third ·") for label in labels(panel)), "the added model")
    settings.write_text(text + "[probing]\nintervall = 3\n")
    eventually(lambda: "intervall" in (settings.parent / "logs" / "vacancy.log").read_text(), "the typo in the log")
    assert any(label.startswith("third ·") for label in labels(panel))


def test_the_language_follows_the_settings_at_once(start, settings, panel, own_bus):
    """What is on the screen is said anew in its place: the menu, and a window with what was typed in it."""
    panel.start()
    app = start("--hidden")
    eventually(lambda: "Explain an error…" in labels(panel), "the start")
    panel.click("Explain an error…").result(PATIENCE)
    eventually(lambda: "Vacancy - Explain an error" in app.windows(), "the window")
    settings.write_text(settings.read_text() + '[appearance]\nlanguage = "zh_CN"\n')
    eventually(lambda: "first 可用" in labels(panel), "the sentence in Chinese")
    assert {"立即检查", "退出"} <= set(labels(panel))
    eventually(lambda: app.windows() == ["Vacancy - 解释错误"], "the window in Chinese, alone")
    assert {"API key at "} == {model["route"][:11] for model in app.known("status")["models"]}


def test_broken_settings_at_the_start(start, settings, panel, own_bus):
    """The app starts with the defaults, says what is wrong, and leaves the file as it is."""
    settings.write_text("version = 1\n[probing]\nintervall = 3\n")
    panel.start()
    app = start()
    eventually(lambda: "No model is listed yet" in labels(panel), "the icon")
    app.end()
    assert "version = 1\n[probing]\nintervall = 3\n" == settings.read_text()


def test_a_rehearsal_notifies_with_a_copy_button(start, make_daemon, panel, tmp_path):
    """The demo's story: full, told with a Copy button that copies; back, told in place of the first notice."""
    daemon = make_daemon()
    panel.start()
    app = start(program=(str(REHEARSAL),))
    eventually(lambda: len(daemon.shown) == 2, "both notices")
    lost, back = daemon.shown
    assert "DEMO - gpt-6.2-sol is full - gpt-6-luna works" == lost["title"]
    assert "DEMO - gpt-6.2-sol is available again" == back["title"]
    assert lost["id"] == back["replaces"]
    buttons = ["copy", "Copy gpt-6-luna", "snooze", "Quiet for an hour"]
    assert [*buttons, "default", "Open"] == lost["actions"]
    daemon.click(back["id"], "copy")
    eventually(lambda: clipboard() == "gpt-6.2-sol", "the copied name")
    app.end()
    assert [] == list((tmp_path / "base").iterdir())


def test_a_wait_beside_the_app_lets_the_app_ask(start, settings, panel, own_bus, server):
    """The command line sends nothing itself: the app looks, watches while it waits, and no longer afterwards."""
    server.models["first"] = behaviours.at_capacity_in_stream
    panel.start()
    app = start("--hidden")
    eventually(lambda: any("first is full" in label for label in labels(panel)), "the first round")

    def waiting(model):
        return app.also("wait", model, "--timeout", "6s", "--json")

    def awaited():
        return [model["awaited"] for model in app.known("status")["models"]]

    full, answers = waiting("first"), waiting("second")
    eventually(lambda: awaited() == [True, False], "the watch")
    assert "available" == json.loads(answers.communicate(timeout=PATIENCE)[0])["result"]
    assert "timed_out" == json.loads(full.communicate(timeout=PATIENCE)[0])["result"]
    assert (1, 0) == (full.returncode, answers.returncode)
    eventually(lambda: awaited() == [False, False], "the end of the watch")
    assert {1} == {len(server.asked(model)) for model in ("first", "second")}
    assert not (settings.parent / "run" / "wait.lock").exists()


@pytest.fixture
def logind(own_bus, monkeypatch):
    """A logind on a bus that stands in for the system's."""
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", os.environ["DBUS_SESSION_BUS_ADDRESS"])
    service = FakeLogind().start()
    yield service
    service.stop()


def test_a_locked_screen_holds_requests_back_until_it_is_unlocked(start, settings, panel, logind, server):
    """Set to pause while locked: a model that is added meanwhile is listed and not asked, and asked on unlocking."""
    settings.write_text(settings.read_text() + '[presence]\nlocked = "pause"\n')
    server.models["third"] = behaviours.ok
    panel.start()
    app = start("--verbose")

    def known(hint):
        return any(f"locked={hint}" in log.read_text() for log in (settings.parent / "logs").glob("*.log"))

    def asked():
        return [request for request in server.requests if "third" in str(request)]

    eventually(lambda: "first is available" in labels(panel), "the first round")
    eventually(lambda: known(False), "that it is not locked")
    logind.say(LockedHint=True)
    eventually(lambda: known(True), "that it is locked")
    settings.write_text(settings.read_text() + '[[models]]\nconnection = "lab"\nid = "third"\n')
    eventually(lambda: any(label.startswith("third") for label in labels(panel)), "the third model")
    threading.Event().wait(STAGGERED)
    assert [] == asked()
    logind.say(LockedHint=False)
    eventually(asked, "the question after unlocking")
    assert "Traceback" not in app.end()[1]


def test_a_check_by_hand_counts_in_the_running_app(start, settings, panel, own_bus, server):
    """What check sends beside the app is counted by the app, and what it saw is filed there."""
    panel.start()
    app = start("--hidden")
    eventually(lambda: "first is available" in labels(panel), "the start")

    eventually(lambda: app.known("status")["requests_today"] == 2, "both first requests counted")
    server.models["first"] = behaviours.overloaded
    app.known("check", "first")
    eventually(lambda: app.known("status")["requests_today"] == 3, "the request by hand counted")
    eventually(lambda: "first gave one bad answer - asking again" in labels(panel), "what was seen by hand")
