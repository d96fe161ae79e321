"""The floor: the smallest PySide6 program with a tray icon, to measure Vacancy against."""

import sys

from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

application = QApplication(sys.argv)
application.setQuitOnLastWindowClosed(False)
picture = QPixmap(22, 22)
picture.fill(QColor("#0369A1"))
menu = QMenu()
menu.addAction("Quit", application.quit)
icon = QSystemTrayIcon(QIcon(picture))
icon.setContextMenu(menu)
icon.show()
sys.exit(application.exec())
