"""Keeping: settings, keys and history."""
