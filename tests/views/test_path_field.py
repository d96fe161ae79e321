"""A path is typed, or chosen without anything being blocked."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from fakes.ears import heard
from vacancy.views.path_field import PathField


@pytest.fixture
def field(shown):
    """The field in a window."""
    window = QWidget()
    part = PathField("Own &certificates", "Beside the system's.", window)
    QVBoxLayout(window).addWidget(part)
    shown(window)
    return part


def test_a_file_is_chosen_by_a_signal(field, tmp_path, qtbot):
    """The click comes back at once; what is chosen counts as typed, and the keyboard is in the field."""
    file = tmp_path / "company.pem"
    file.write_text("x")
    edited = heard(field.line.textEdited)
    field.line.setText(str(file))
    field.browse.click()
    (dialog,) = field.window().findChildren(QFileDialog)
    assert dialog.testOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.accept()
    assert field.text == str(file)
    assert edited == [str(file)]
    assert field.line.hasFocus() or field.window().isActiveWindow()


def test_a_chooser_that_is_closed_changes_nothing(field):
    """What was typed stays."""
    QTest.keyClicks(field.line, "~/a.pem")
    field.browse.click()
    (dialog,) = field.window().findChildren(QFileDialog)
    dialog.reject()
    assert field.text == "~/a.pem"


def test_a_folder_is_chosen_where_one_is_meant(field, tmp_path):
    """Files are not offered then."""
    field.folders = True
    field.browse.click()
    (dialog,) = field.window().findChildren(QFileDialog)
    assert dialog.fileMode() is QFileDialog.FileMode.Directory
    dialog.reject()


def test_the_button_says_what_it_chooses(field):
    """A screen reader hears more than “Choose”."""
    assert field.browse.accessibleName() == "Choose: Own certificates"
    assert field.error.isHidden()
    QTest.keyClicks(field.line, "a.pem")
    assert field.error.isVisible()
