"""Settings of a user with two connections and three models, and of one who has set everything."""

from dataclasses import replace
from datetime import timedelta

from vacancy.domain.catalog import CodexAsking, Connection, ConnectionKind, KeyKind, KeySource, ModelEntry
from vacancy.domain.preferences import (
    NotificationPreferences,
    Preferences,
    QuietHours,
    SwitchingPreferences,
    TargetEntry,
    TargetKind,
)
from vacancy.domain.prices import Price

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

RICH = replace(
    EXAMPLE,
    connections=(
        *EXAMPLE.connections,
        Connection("codex", ConnectionKind.CODEX, "", KeySource(KeyKind.NONE), home="/home/me/.codex-second",
                   ask=CodexAsking.ON_DEMAND),
        Connection("gateway", ConnectionKind.OPENAI_CHAT, "https://gateway.example/v1",
                   KeySource(KeyKind.ENVIRONMENT, "GATEWAY_KEY"), proxy="http://proxy.example:3128",
                   ca_file="/etc/ssl/company.pem"),
    ),
    models=(*EXAMPLE.models, ModelEntry("codex", "gpt-6.2-sol"), ModelEntry("gateway", "llama-5")),
    prices={"gpt-6-luna": Price(0.25, 2.0), "gpt-6.2-sol": Price(1.25, 10.0)},
    notifications=NotificationPreferences(incidents=True, quiet_hours=QuietHours.parse("22:00-07:00")),
    switching=SwitchingPreferences(target="codex", automatic=True),
    targets={
        "project": TargetEntry(TargetKind.ENV, path="/home/me/project/.env", key="OPENAI_MODEL"),
        "editor": TargetEntry(TargetKind.FILE, path="/home/me/editor.json", key="ai.model", prefix="openai/"),
    },
)  # fmt: skip
