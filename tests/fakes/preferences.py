"""Settings of a user with two connections and three models."""

from datetime import timedelta

from vacancy.domain.catalog import Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.preferences import Preferences

OPENAI = Connection("openai", ConnectionKind.OPENAI, "https://api.openai.com/v1", KeySource(KeyKind.KEYRING))
LOCAL = Connection("local", ConnectionKind.OPENAI_CHAT, "http://localhost:11434/v1", KeySource(KeyKind.NONE))

EXAMPLE = Preferences(
    connections=(OPENAI, LOCAL),
    models=(
        ModelEntry("openai", "gpt-6.2-sol", effort="high"),
        ModelEntry("openai", "gpt-6-luna", label="Luna", interval=timedelta(minutes=20)),
        ModelEntry("local", "llama-5", paused=True),
    ),
)
