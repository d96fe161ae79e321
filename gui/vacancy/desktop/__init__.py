"""The desktop edge: tray, notifications, clipboard, autostart, single instance and the loop under Qt."""

import os

# Before anything imports qasync, which would prefer another binding of Qt where one is installed.
os.environ["QT_API"] = "pyside6"
