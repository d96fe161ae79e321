"""Edges of fields, ticks and answers that can be seen on every dark palette.

WORKAROUND(https://code.qt.io/cgit/qt/qtbase.git/tree/src/widgets/styles/qfusionstyle_p_p.h): Fusion makes them from the
window's colour, darkened. On a dark window they are nearly as dark, and on a black one of a high-contrast theme they
are not there at all. None of these controls paints the window's colour itself, so for them alone it is one whose
darkened form stands out.
"""

from PySide6.QtCore import QObject
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from vacancy.views.looks import is_dark, muted

CLASSES = (
    "QCheckBox", "QRadioButton", "QPushButton", "QLineEdit", "QComboBox", "QAbstractSpinBox", "QPlainTextEdit",
    "QListWidget",
)  # fmt: skip
SHARE = 0.5
"""Of the text's colour in an edge; 3:1 and more on the usual dark palettes."""
_FUSION_DARKENS = 140
"""Percent, in `QFusionStylePrivate::outline`."""


class Outlines(QObject):
    """Follows the palette of the application while it lives."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._given = QPalette()
        application.paletteChanged.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        palette, given = QApplication.palette(), QPalette()
        if is_dark(palette):
            given.setColor(QPalette.ColorRole.Window, muted(palette, SHARE).lighter(_FUSION_DARKENS))
        if given.color(QPalette.ColorRole.Window) == self._given.color(QPalette.ColorRole.Window):
            return  # giving it tells about a change again, and each one costs a look at every widget
        self._given = given
        for name in CLASSES:
            QApplication.setPalette(given, name)  # type: ignore[arg-type] # the stub wants bytes, which PySide refuses
