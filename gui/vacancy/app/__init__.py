"""The first front door: the tray app. It connects what looks and keeps with what is shown, and decides nothing."""
