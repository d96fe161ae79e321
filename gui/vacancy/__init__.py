"""Vacancy: a tray sign that says which AI model has room right now."""

__version__ = "0.1.0"
