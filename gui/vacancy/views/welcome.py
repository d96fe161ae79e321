"""Welcome: the first run in three steps. How models are reached, which ones, and what will be sent before it is."""

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from vacancy.domain.preferences import Preferences
from vacancy.views.findings import CodexFound, Findings
from vacancy.views.framed_window import FramedWindow, Scroll
from vacancy.views.intents import CheckKey, FindCodex, FinishSetup
from vacancy.views.looks import bold
from vacancy.views.welcome_steps import ModelsStep, ReviewStep, WhereStep
from vacancy.views.welcome_ways import Entered, Way
from vacancy.views.widgets import ErrorLabel, MutedLabel, button
from vacancy.words import tr, tr_n

WIDTH_IN_CHARACTERS = 96


class Step(Enum):
    """The steps, in order; the value is the place in the stack."""

    WHERE = 0
    MODELS = 1
    REVIEW = 2


class Welcome(FramedWindow):
    """The first run.

    Nothing is sent before Check, which asks for the list of models alone, and nothing is kept before Start.

    Signals: `asked(WelcomeIntent)`. The answers come by `show_models`, `show_codex` and
    `show_check_failed`.
    """

    asked = Signal(object)

    def __init__(self, preferences: Preferences, *, demo: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(tr("Welcome to Vacancy"), parent)
        self._entered: Entered | None = None
        """What the list of models was asked with; the key is forgotten when the window closes."""
        self._checking = False
        self._starting = False
        """Start was pressed, and the keyring may be asking for its password."""
        self.demo_mark = MutedLabel(tr("DEMO - nothing is sent or kept"), self)
        self.demo_mark.setVisible(demo)
        self.where = WhereStep(self)
        self.models = ModelsStep(self)
        self.review = ReviewStep(preferences, self)
        self.stack = QStackedWidget(self)
        for page in (self.where, self.models, self.review):
            self.stack.addWidget(page)
        self.progress = MutedLabel("", self)
        self.content.addWidget(self.demo_mark)
        self.content.addWidget(self.progress)
        self.content.addWidget(Scroll(self.stack), 1)
        self.failed = ErrorLabel(self)
        self.content.addWidget(self.failed)
        self.back = button(tr("Back"), tr("Go back a step; what was entered stays"), self)
        self.forward = button("", "", self)
        self.forward.setFont(bold())
        self.buttons.addWidget(self.back)
        self.buttons.addStretch(1)
        self.by_hand = button(tr("Type names instead"), tr("Go on without a list of models"), self)
        self.buttons.addWidget(self.by_hand)
        self.buttons.addWidget(self.forward)
        self.by_hand.hide()
        self.by_hand.clicked.connect(self._type_names)
        self.back.clicked.connect(self._go_back)
        self.forward.clicked.connect(self._go_forward)
        self.where.changed.connect(self._where_changed)
        self.where.returned.connect(self.forward.click)
        self.models.changed.connect(self._label)
        self._go(Step.WHERE)
        self.resize(self.wide(WIDTH_IN_CHARACTERS), 1)  # the height follows from the words

    def show_key_place(self, place: str, *, safe: bool) -> None:
        """Say where a key will be kept, or that it is kept for this session only."""
        self.where.show_key_place(place, safe=safe)
        self.review.show_key_place(place, safe=safe)

    def show_findings(self, findings: Findings) -> None:
        """Offer what is on this machine already."""
        self.where.show_findings(findings)
        self._label()

    def show_codex(self, found: CodexFound | None) -> None:
        """What stands in the folder that was looked into; None when there is no Codex in it."""
        if found is not None:
            self.show_models(found.models)
        elif self._checking:
            self._stop_checking()
            self.where.page.complain(
                tr("There is no Codex in this folder. Start Codex once, or give the folder that it uses."), of_key=False
            )

    def show_models(self, models: Sequence[str]) -> None:
        """The connection answered: these can be watched. Ignored when the user has gone on meanwhile."""
        if self._checking:
            self._stop_checking()
            self.models.offer(models)
            self._go(Step.MODELS)

    def show_check_failed(self, message: str, *, of_key: bool) -> None:
        """The connection did not answer with models, for this reason; the user may mend it or go on without a list."""
        if self._checking:
            self._stop_checking()
            self.where.page.complain(message, of_key=of_key)
            self.by_hand.show()

    def show_finish_failed(self, message: str) -> None:
        """Nothing was kept, for this reason; everything that was entered stays."""
        self._starting = False
        self.failed.say(message)
        self._label()

    @property
    def step(self) -> Step:
        """Where the user is."""
        return Step(self.stack.currentIndex())

    def _go(self, step: Step) -> None:
        self.stack.setCurrentIndex(step.value)
        self.progress.say(tr("Step {n} of {of}", n=step.value + 1, of=len(Step)))
        self._label()
        match step:
            case Step.WHERE:
                self.heading.say(tr("How do you reach your models?"))
            case Step.MODELS:
                self.heading.say(tr("Which models do you use?"))
            case Step.REVIEW:
                self.heading.say(tr("This is what Vacancy will send"))
        (self.where, self.models, self.review)[step.value].setFocus()

    def _label(self) -> None:
        self.back.setVisible(self.step is not Step.WHERE)
        self.by_hand.setVisible(self.by_hand.isVisible() and self.step is Step.WHERE and self._is_asked)
        match self.step:
            case Step.WHERE if self._checking:
                _name(self.forward, tr("Checking…"), tr("The connection is being asked for its models"))
            case Step.WHERE if self.where.way is Way.PAGE_ONLY:
                _name(self.forward, tr("Next"), tr("See what will be read"))
            case Step.WHERE if self.where.way is Way.CODEX:
                _name(self.forward, tr("Next"), tr("Read Codex's own list of models; nothing is sent"))
            case Step.WHERE:
                _name(self.forward, tr("Check"), tr("Ask the connection for its models; this uses no tokens"))
            case Step.MODELS:
                count = len(self.models.chosen)
                _name(self.forward, tr("Next"), tr_n(count, "Go on with {n} model", "Go on with {n} models"))
            case Step.REVIEW:
                _name(self.forward, tr("Start"), tr("Keep these settings and begin"))
        ready = self.step is not Step.MODELS or bool(self.models.chosen)
        self.forward.setEnabled(ready and not (self._checking or self._starting))

    def _go_back(self) -> None:
        page_only = self.step is Step.REVIEW and self.where.way is Way.PAGE_ONLY
        self._go(Step.WHERE if page_only or self.step is Step.MODELS else Step.MODELS)

    def _go_forward(self) -> None:
        match self.step:
            case Step.WHERE if self.where.way is Way.PAGE_ONLY:
                self._entered = None
                self._review()
            case Step.WHERE:
                self._check()
            case Step.MODELS:
                self._review()
            case Step.REVIEW:
                self._finish()

    def _check(self) -> None:
        entered = self.where.page.entered()
        if entered is None:
            return
        self._entered = entered
        self._checking = True
        self.by_hand.hide()
        self._label()
        if self._is_asked:
            self.asked.emit(CheckKey(entered.connection, entered.key))
        else:
            self.asked.emit(FindCodex(entered.connection.home))

    def _type_names(self) -> None:
        """Go on without a list: gateways often have none."""
        self._entered = self.where.page.entered()
        if self._entered is not None:
            self.models.offer(())
            self._go(Step.MODELS)

    def _review(self) -> None:
        self.review.show_choice(self._entered, self.models.chosen)
        self._go(Step.REVIEW)

    def _finish(self) -> None:
        self._starting = True
        self.failed.say("")
        self._label()
        if self._entered is None:
            self.asked.emit(FinishSetup(None, None, (), self.review.interval))
            return
        entered = self._entered
        self.asked.emit(FinishSetup(entered.connection, entered.key, self.models.chosen, self.review.interval))

    @property
    def _is_asked(self) -> bool:
        """The connection is asked for its models, which is a request."""
        return self.where.way not in {Way.CODEX, Way.PAGE_ONLY}

    def _where_changed(self) -> None:
        """Another answer to the first question makes the check that is under way meaningless."""
        self._stop_checking()

    def _stop_checking(self) -> None:
        self._checking = False
        self._label()

    def closeEvent(self, event: QCloseEvent) -> None:
        """A key that was typed does not outlive the window, so the next time begins where it is asked for."""
        self._entered = None
        self._checking = self._starting = False
        self.failed.say("")
        self.where.forget_key()
        self._go(Step.WHERE)
        super().closeEvent(event)


def _name(labelled: QPushButton, text: str, description: str) -> None:
    labelled.setText(text)
    labelled.setToolTip(description)
    labelled.setAccessibleDescription(description)
