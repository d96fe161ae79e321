"""Every window, menu and sign in every state, one at a time: for the gallery, and for the tests that walk over them.

A scene is a name and a widget that is ready to be shown. A later scene may be the same widget in another state, so
each is looked at before the next is asked for.
"""

from dataclasses import replace
from datetime import UTC, timedelta
from itertools import product

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from fakes import snapshots
from fakes.preferences import EXAMPLE, RICH
from vacancy.desktop.icons import MASK_POINTS, icon, mask_icon
from vacancy.desktop.tray_menu import TrayIntents, TrayMenu
from vacancy.domain.alerting import Notice, NoticeKind
from vacancy.domain.catalog import EntryKey
from vacancy.domain.copy_forms import CopyForm
from vacancy.domain.lamp import Lamp
from vacancy.domain.outcome import Kind, Outcome, Scope
from vacancy.domain.preferences import IconStyle
from vacancy.domain.sighting import Login
from vacancy.domain.verdict import State
from vacancy.views import present, switch_words
from vacancy.views.explain_window import ExplainWindow
from vacancy.views.explanation import explain_text
from vacancy.views.findings import CodexFound, Findings
from vacancy.views.framed_window import FramedWindow
from vacancy.views.panel import Panel
from vacancy.views.refusals import refusal
from vacancy.views.settings_window import SettingsWindow
from vacancy.views.switch_window import SwitchWindow
from vacancy.views.switch_words import SwitchOffer
from vacancy.views.tray_words import tray_content
from vacancy.views.welcome import Welcome
from vacancy.views.welcome_ways import Way
from vacancy.views.widgets import Heading, Separator, TextLabel
from vacancy.words import tr

KEY = "sk-example-0123456789"
OFFERED = ("gpt-6.2-sol", "gpt-6-luna", "gpt-5.6-sol", *(f"gpt-5.{number}" for number in range(30)))
CODEX = CodexFound("/home/me/.codex", Login.CHATGPT, ("gpt-6.2-sol", "gpt-6-luna", "gpt-5.6-sol"))
CONFIG = "~/.config/vacancy/config.toml"
DAYS = ("oooooooFFFFhooo", "ooooooooooo.....ooLo", "oooXXXXoo", "BB......")
PASTED = {
    "full": "Selected model is at capacity. Please try a different model.",
    "guess": "exceeded retry limit, last status: 429 Too Many Requests, request id: 7a1",
}
MANY = tuple(
    snapshots.available(EntryKey("openai", f"gpt-{major}.{minor}-{kind}"), ok=10 - minor)
    for major, minor, kind in product((6, 5), range(4), ("sol", "luna", "a-model-with-quite-a-long-name-2026-11-29"))
)
DIFF = '--- config.toml\n+++ config.toml\n@@ -1 +1 @@\n-model = "gpt-6.2-sol"\n+model = "gpt-6-luna"'
SWITCH = SwitchOffer("Codex", "gpt-6-luna", "/home/me/.codex/config.toml", DIFF)
REFUSED = Outcome(Kind.AUTH_FAILED, Scope.ACCOUNT, transient=False, rule="", detail="Incorrect API key provided.")
DISK_FULL = "database or disk is full"
FOREIGN = (
    REFUSED.detail,
    DISK_FULL,
    snapshots.INCIDENT.title,
    *PASTED.values(),
    *(snapshot.page.problem for snapshot in snapshots.ALL.values() if snapshot.page.problem),
)
"""What others say in these scenes, which no language of ours changes."""
BARS = {"light": QColor("#F2F2F2"), "dark": QColor("#202124"), "unknown": QColor("#4A90B8")}
"""Brightnesses of a panel, and one that nobody knows."""
TEMPLATE = "template"
"""Stands for a style where a menu bar colours the icons itself; they have one size."""
ICON_SIZES = (16, 22, 32)


def scenes():
    """All of them; the first word of a name is the window."""
    for window in (panels, welcomes, settings, explanations, switches, menus, notifications, icons):
        yield from window()


def panels():
    """The panel on each of the hand-made snapshots, and on a list longer than the screen."""
    shown = {**snapshots.ALL, "many_models": snapshots.snapshot(snapshots.full(), *MANY)}
    broken = tr("The history cannot be written: {why}", why=DISK_FULL)
    shown["problem"] = replace(shown["problem"], problem=broken)
    for name, snapshot in shown.items():
        panel = Panel(clock=lambda: snapshots.NOW, zone=UTC, demo=name == "full_with_incident")
        days = zip(snapshot.models, DAYS, strict=False)
        panel.set_strips({verdict.key: snapshots.strip(day) for verdict, day in days})
        panel.render(snapshot, snapshots.NOW)
        yield f"panel-{name}", panel
    yield from _panel_moments()


def _panel_moments():
    """What a panel shows while somebody works with it; hiding it between two scenes takes the last one back."""
    long = Panel(clock=lambda: snapshots.NOW, zone=UTC)
    long.render(snapshots.snapshot(snapshots.full(), *MANY), snapshots.NOW)
    long.show()  # a filter is offered by what is shown
    long.filter.setText("sol")
    yield "panel-filtered", long
    long.filter.setText("nothing like it")
    yield "panel-nothing_found", long
    panel = Panel(clock=lambda: snapshots.NOW, zone=UTC)
    panel.set_strips({verdict.key: snapshots.strip(DAYS[0]) for verdict in snapshots.ALL["full"].models})
    waiting = snapshots.full(awaited_until=snapshots.NOW + timedelta(hours=3))
    panel.render(snapshots.snapshot(waiting, *snapshots.ALL["full"].models[1:]), snapshots.NOW)
    panel.set_switch_offer(switch_words.offer("Codex", snapshots.LUNA.model), switch_words.offer_tip("Codex"))
    panel.use_form(CopyForm.CODEX)
    yield "panel-waiting_and_switchable", panel
    panel.models.why_requested.emit(snapshots.SOL)
    yield "panel-why", panel
    panel.confirm_copy(snapshots.LUNA, copied=True)
    yield "panel-copied", panel
    panel.confirm_copy(snapshots.LUNA, copied=False)
    yield "panel-not_copied", panel


def welcomes():
    """The first run: every way in, what may go wrong, and the steps that follow."""
    welcome = Welcome(EXAMPLE)
    welcome.show_key_place("GNOME Keyring", safe=True)
    for way in Way:
        welcome.where.choices[way].click()
        yield f"welcome-1-{way.value}", welcome
    welcome.where.choices[Way.GATEWAY].click()
    welcome.forward.click()
    yield "welcome-1-nothing_typed", welcome
    welcome.show_findings(Findings(CODEX, variable="OPENAI_API_KEY"))
    for way in (Way.CODEX, Way.OPENAI):
        welcome.where.choices[way].click()
        yield f"welcome-1-{way.value}_found", welcome
    welcome.where.choices[Way.CODEX].click()
    welcome.where.page.folder.line.setText("/elsewhere")
    welcome.forward.click()
    welcome.show_codex(None)
    yield "welcome-1-codex_not_there", welcome
    welcome.forward.click()
    welcome.show_codex(CODEX)
    _choose(welcome, "gpt-6.2-sol")
    yield "welcome-2-codex", welcome
    welcome.forward.click()
    yield "welcome-3-codex", welcome
    yield from _asking_steps(Welcome(EXAMPLE))
    page_only = Welcome(EXAMPLE, demo=True)
    page_only.where.choices[Way.PAGE_ONLY].click()
    page_only.forward.click()
    yield "welcome-3-page_only", page_only


def _asking_steps(welcome):
    welcome.where.choices[Way.OPENAI].click()
    welcome.where.page.key.line.setText(KEY)
    welcome.forward.click()
    yield "welcome-1-checking", welcome
    welcome.show_check_failed(refusal(REFUSED, "api.openai.com"), of_key=True)
    yield "welcome-1-refused", welcome
    welcome.forward.click()
    welcome.show_models(OFFERED)
    yield "welcome-2-offered", welcome
    _choose(welcome, "gpt-6.2-sol", "gpt-6-luna")
    yield "welcome-2-chosen", welcome
    welcome.forward.click()
    yield "welcome-3-openai", welcome


def _choose(welcome, *models):
    for model in models:
        welcome.models.choice.search.setText(model)
        welcome.models.choice.search.returnPressed.emit()


def settings():
    """Each page of the settings, what may be wrong in them, and what is said about changes that were not saved."""
    window = SettingsWindow(EXAMPLE, path=CONFIG)
    for place in range(window.tabs.count()):
        window.tabs.setCurrentIndex(place)
        yield f"settings-{place + 1}", window
    yield from _changed_settings()
    yield from _rich_settings()
    yield "settings-rehearsal", SettingsWindow(EXAMPLE, path="")


def _changed_settings():
    window = SettingsWindow(EXAMPLE, path=CONFIG)
    window.show_page(window.tabs.probing)
    _type(window.tabs.probing.interval, "10s")
    yield "settings-wrong", window
    _type(window.tabs.probing.interval, "20m")
    window.follow(replace(EXAMPLE, probing=replace(EXAMPLE.probing, interval=timedelta(minutes=10))))
    yield "settings-clash", window
    unsaved = SettingsWindow(EXAMPLE, path=CONFIG)
    _type(unsaved.tabs.probing.interval, "20m")
    unsaved.show()
    unsaved.close()
    yield "settings-unsaved", unsaved


def _rich_settings():
    window = SettingsWindow(RICH, path=CONFIG)
    window.show_key_states({"openai": tr("A key is kept in {place}", place="GNOME Keyring")})
    connections, models, switching = window.tabs.connections, window.tabs.models, window.tabs.switching
    window.show_page(connections)
    for place, connection in enumerate(RICH.connections):
        connections.list.setCurrentRow(place)
        yield f"settings-connection_{connection.name}", window
    window.show_page(models)
    models.list.setCurrentRow(1)
    yield "settings-model_priced", window
    models.open_finder()
    window.show_offer("openai", OFFERED)
    yield "settings-finder", window
    window.show_page(switching)
    for place, name in enumerate(RICH.targets):
        switching.targets.list.setCurrentRow(place)
        yield f"settings-target_{name}", window


def _type(field, text):
    field.line.setText(text)
    field.line.textEdited.emit(text)


def explanations():
    """The window for a pasted error: empty, with a cause, and with a guess."""
    for name, text in {"empty": "", **PASTED}.items():
        window = ExplainWindow(explain_text)
        window.box.setPlainText(text)
        window.judge()
        yield f"explain-{name}", window


def switches():
    """A switch: what it would change, what it did, and why it cannot be done."""
    window = SwitchWindow()
    window.ask(SWITCH)
    yield "switch-asked", window
    window.say_done(switch_words.done(SWITCH.tool, SWITCH.model))
    yield "switch-done", window
    window.say(switch_words.undone(SWITCH.tool))
    yield "switch-undone", window
    changed = tr("{path} is not what it was when the change was shown. Nothing was written; look at it again.",
                 path=SWITCH.file)  # fmt: skip
    window.refuse(tr("The file was changed meanwhile"), changed)
    yield "switch-refused", window


def menus():
    """The menu of the tray icon. A panel draws its own copy of it, with the same words."""
    intents = TrayIntents()
    for name in ("nothing_listed", "all_well", "full", "offline", "paused"):
        owner = TrayMenu(intents)
        owner.show_content(tray_content(snapshots.ALL[name], snapshots.NOW, UTC, demo=name == "full"))
        yield f"menu-{name}", owner.menu


def notifications():
    """The words of every notice; the desktop draws the real ones."""
    sheet = FramedWindow("Vacancy")
    sheet.heading.hide()
    for kind in NoticeKind:
        snapshot = snapshots.ALL["key_refused" if kind is NoticeKind.NEEDS_USER else "full_with_incident"]
        notice = Notice(kind, "topic", snapshots.SOL, snapshots.LUNA, State.AT_CAPACITY, snapshots.INCIDENT.title)
        sheet.content.addWidget(Heading(present.notice_title(notice, snapshot), sheet))
        sheet.content.addWidget(TextLabel(present.notice_body(notice, snapshot, UTC), sheet))
        sheet.content.addWidget(Separator(sheet))
    sheet.resize(sheet.wide(60), 1)
    yield "notifications", sheet


def icons():
    """The alphabet of the tray icon: every lamp in every style and size, on bars of every brightness."""
    yield "icons", IconSheet()


class IconSheet(QWidget):
    """One row a lamp; a group of columns for each style and bar, the mark of an incident in the last size."""

    CELL = 40

    def __init__(self):
        super().__init__()
        self._groups = (*product(IconStyle, BARS), (TEMPLATE, "light"))
        self._font_room = 90
        columns = len(self._groups) * len(ICON_SIZES)
        self.setFixedSize(QSize(self._font_room + columns * self.CELL, (len(Lamp) + 1) * self.CELL))

    def paintEvent(self, event):  # noqa: N802, ARG002 - Qt's
        """Draw the sheet."""
        painter = QPainter(self)
        for place, (style, bar) in enumerate(self._groups):
            left = self._font_room + place * len(ICON_SIZES) * self.CELL
            painter.drawText(left + 4, self.CELL // 2, f"{style} · {bar}")
            painter.fillRect(left, self.CELL, len(ICON_SIZES) * self.CELL, len(Lamp) * self.CELL, BARS[bar])
            for row, lamp in enumerate(Lamp):
                for size, picture in self._pictures(lamp, style, bar):
                    offset = (self.CELL - round(picture.deviceIndependentSize().width())) // 2
                    x = left + ICON_SIZES.index(size) * self.CELL + offset
                    painter.drawPixmap(x, (row + 1) * self.CELL + offset, picture)
        for row, lamp in enumerate(Lamp):
            painter.drawText(4, (row + 1) * self.CELL + self.CELL // 2 + 4, lamp.value)
        painter.end()

    def _pictures(self, lamp, style, bar):
        dark_panel = None if bar == "unknown" else bar == "dark"
        for place in ICON_SIZES:
            incident = place == ICON_SIZES[-1]
            if style == TEMPLATE:
                made, size = mask_icon(lamp, incident=incident), MASK_POINTS
            else:
                made, size = icon(lamp, style=style, dark_panel=dark_panel, incident=incident), place
            yield place, made.pixmap(QSize(size, size), self.devicePixelRatioF())
