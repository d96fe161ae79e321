"""What Codex says about itself: the models that it offers, its words for efforts, whom it asks, and at what cost."""

from dataclasses import dataclass

EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max", "ultra")
"""Codex's words for reasoning efforts, the cheapest first."""

OWN_PROVIDER = "openai"
"""Codex's name for the provider that it has of its own; others are another route."""

LEAST_TOKENS, MOST_TOKENS = 600, 3_000
"""What one check takes, by the model: bytes of the trimmed request over four, measured on Codex 0.171. Most of it is
how to run tools through code, which only some models are told. The user's own AGENTS.md comes on top, which Codex adds
to every request, and so do a few dozen tokens that the model thinks and answers."""


@dataclass(frozen=True, slots=True)
class CodexModel:
    """One model that Codex offers."""

    id: str
    efforts: tuple[str, ...] = ()
    """The reasoning efforts that it knows, in Codex's words; empty where they were not said."""
    hidden: bool = False
    """Codex keeps it from its own menu."""

    @property
    def cheapest_effort(self) -> str | None:
        """The least effort that it knows; None where that is not known."""
        return next((effort for effort in EFFORTS if effort in self.efforts), None)
