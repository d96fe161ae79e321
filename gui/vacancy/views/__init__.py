"""Windows and widgets: they draw a snapshot and emit intents."""
