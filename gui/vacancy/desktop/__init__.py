"""The desktop edge: tray, notifications, clipboard, autostart, single instance, event loop."""
