"""Which language is spoken: the user's choice, or else what the desktop asks for. Qt's own texts and figures follow."""

import logging
import sys
from collections.abc import Mapping
from typing import assert_never

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from vacancy.domain.preferences import LanguageChoice
from vacancy.words import Language, asked_for, language_of, speak

_logger = logging.getLogger(__name__)


class Speaking:
    """Speaks by the settings, from before the first text until the end.

    Args:
        application: Whose own texts (the menu of a text field, for one) follow.
        environment: Names the languages of the desktop, where the system itself is not asked for them.
    """

    def __init__(self, application: QApplication, environment: Mapping[str, str]) -> None:
        self._application = application
        self._desktops = language_of(
            asked_for(environment) if sys.platform == "linux" else QLocale.system().uiLanguages()
        )
        self._spoken = Language.ENGLISH
        self._of_qt: QTranslator | None = None
        self._let_qt_follow()

    def follow(self, choice: LanguageChoice) -> bool:
        """Speak by this choice from now on. True when that is another language than before, so what is shown is old."""
        wanted = self._meant(choice)
        if wanted is self._spoken:
            return False
        try:
            speak(wanted)
        except OSError as error:
            _logger.warning("language_missing language=%s reason=%s", wanted, error.strerror)
            return False
        self._spoken = wanted
        self._let_qt_follow()
        return True

    def _meant(self, choice: LanguageChoice) -> Language:
        match choice:
            case LanguageChoice.SYSTEM:
                return self._desktops
            case LanguageChoice.ENGLISH:
                return Language.ENGLISH
            case LanguageChoice.CHINESE:
                return Language.CHINESE
            case _:
                assert_never(choice)

    def _let_qt_follow(self) -> None:
        """Give Qt its own translations; English is in its code, and a package without them leaves it at that.

        Its figures are written by the language too, not by the system: "1.000" among English words reads as one.
        """
        QLocale.setDefault(QLocale(self._spoken))
        if self._of_qt is not None:
            self._application.removeTranslator(self._of_qt)
            self._of_qt = None
        if self._spoken is Language.ENGLISH:
            return
        translator = QTranslator(self._application)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if translator.load(f"qtbase_{self._spoken}", folder):
            self._application.installTranslator(translator)
            self._of_qt = translator
        else:
            _logger.info("qt_translation_missing language=%s folder=%s", self._spoken, folder)
