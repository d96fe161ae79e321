"""Who we are to the desktop: one id for windows, tray, notifications and autostart, the same as the desktop file's."""

APP_ID = "vacancy"
"""Name of the installed desktop file without its ending, of the icon, and of the Wayland application."""

APP_NAME = "Vacancy"
"""What people read."""
