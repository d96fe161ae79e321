"""Writing to other tools' configuration."""
