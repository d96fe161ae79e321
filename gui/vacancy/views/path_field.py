"""A field for a file or a folder, with a chooser that blocks nothing."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from vacancy.views.fields import TextField, check_path
from vacancy.views.widgets import UNIT, button
from vacancy.words import tr


class PathField(TextField):
    """A path that can be typed or chosen."""

    def __init__(
        self,
        label: str,
        reason: str,
        parent: QWidget | None = None,
        *,
        check: Callable[[str], str] = check_path,
        folders: bool = False,
    ) -> None:
        super().__init__(label, reason, check, parent)
        self.folders = folders
        """A folder is chosen, not a file."""
        self.browse = button(tr("Choose…"), label.replace("&", ""), self)
        self.browse.setAccessibleName(tr("Choose: {what}", what=label.replace("&", "")))
        row = QHBoxLayout()
        row.setSpacing(2 * UNIT)
        place = self.column.indexOf(self.line)
        self.column.removeWidget(self.line)
        row.addWidget(self.line, 1)
        row.addWidget(self.browse)
        self.column.insertLayout(place, row)
        self.browse.clicked.connect(self._choose)

    def _choose(self) -> None:
        """Open Qt's own chooser, which answers with a signal: the desktop's would run a loop of its own on some."""
        dialog = QFileDialog(self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setOption(QFileDialog.Option.DontResolveSymlinks)
        mode = QFileDialog.FileMode.Directory if self.folders else QFileDialog.FileMode.ExistingFile
        dialog.setFileMode(mode)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, self.folders)
        dialog.setWindowTitle(self.browse.accessibleDescription())
        if self.text:
            dialog.selectFile(str(Path(self.text).expanduser()))
        dialog.fileSelected.connect(self._chosen)
        dialog.open()

    def _chosen(self, path: str) -> None:
        self.line.setText(path)
        self.line.textEdited.emit(path)  # it counts as typed
        self.line.setFocus()
