"""The part of a connection's form that only Codex has: where it is, and whether a model may be asked through it."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from vacancy.domain.catalog import CodexAsking, Connection, ConnectionKind
from vacancy.views import cost
from vacancy.views.fields import ChoiceField, check_path, check_program
from vacancy.views.path_field import PathField
from vacancy.views.widgets import UNIT, ErrorLabel, TextLabel
from vacancy.words import tr


class CodexForm(QWidget):
    """Codex's folder and program, and the leave to ask, which costs so much that it is given twice.

    Signals: `edited()`.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.home = PathField(tr("Codex's &folder"), tr("Empty: CODEX_HOME, or ~/.codex."), self, folders=True)
        self.program = PathField(
            tr("&Program"), tr("Empty: codex, as found on PATH. It lists the models and the login's limits."), self,
            check=check_program,
        )  # fmt: skip
        self.ask = ChoiceField[CodexAsking](
            tr("&Ask a model through Codex"), tr("Reading costs nothing, and is enough while you use Codex."),
            _asking_texts(), self,
        )  # fmt: skip
        self.cost = TextLabel(cost.codex_line(), self)
        self.agree = QCheckBox(tr("I &know the cost, and allow it"), self)
        self.agree.setAccessibleDescription(self.cost.text())
        self.error = ErrorLabel(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * UNIT)
        for part in (self.home, self.program, self.ask, self.cost, self.agree, self.error):
            layout.addWidget(part)
        self.home.line.textEdited.connect(self._edit)
        self.program.line.textEdited.connect(self._edit)
        self.ask.picked.connect(self._edit)
        self.agree.clicked.connect(self._edit)

    def show_connection(self, connection: Connection) -> None:
        """Show what is special about it."""
        if connection.kind is not ConnectionKind.CODEX:
            return
        self.home.show_text(connection.home or "")
        self.program.show_text(connection.program or "")
        self.ask.choose(connection.ask)
        self.agree.setChecked(connection.ask is not CodexAsking.NEVER)
        self._show_fitting()

    def put_into(self, connection: Connection) -> Connection:
        """The connection with what stands here; without agreement it is asked nothing."""
        ask = self.ask.value if self.agree.isChecked() else CodexAsking.NEVER
        return replace(connection, home=self.home.text or None, program=self.program.text or None, ask=ask)

    def complain(self) -> None:
        """Say below each field what is wrong with it."""
        self.home.complain(check_path(self.home.text))
        self.program.complain(check_program(self.program.text))
        wants = self.ask.value is not CodexAsking.NEVER
        self.error.say(tr("Not allowed yet: tick this first.") if wants and not self.agree.isChecked() else "")

    def _edit(self) -> None:
        self._show_fitting()
        self.edited.emit()

    def _show_fitting(self) -> None:
        wants = self.ask.value is not CodexAsking.NEVER
        self.agree.setVisible(wants)
        self.cost.setVisible(wants)
        if not wants:
            self.agree.setChecked(False)


def _asking_texts() -> tuple[tuple[CodexAsking, str], ...]:
    return (
        (CodexAsking.NEVER, tr("never: only read")),
        (CodexAsking.ON_DEMAND, tr("when I check by hand")),
        (CodexAsking.AWAITED, tr("also while I wait for a model")),
    )
