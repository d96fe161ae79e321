"""What Codex says about itself: the models that it offers, its words for efforts, and whom it asks."""

from dataclasses import dataclass

EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max", "ultra")
"""Codex's words for reasoning efforts, the cheapest first."""

OWN_PROVIDER = "openai"
"""Codex's name for the provider that it has of its own; others are another route."""

_BYTES_PER_TOKEN = 4
_CHECK_BYTES = {"gpt-5.5": 2_600, "gpt-5.6": 10_700, "gpt-6-luna": 10_900}
"""Size of one check, by the beginning of the model's id; measured on Codex 0.171. The longest beginning decides."""
_CHECK_BYTES_ELSE = 11_800
"""The largest that was measured. Models that run their tools through code are told how, which makes the most of it."""


@dataclass(frozen=True, slots=True)
class CodexModel:
    """One model that Codex offers."""

    id: str
    name: str
    """What Codex calls it."""
    efforts: tuple[str, ...] = ()
    """The reasoning efforts that it knows, in Codex's words; empty where they were not said."""
    default_effort: str | None = None
    hidden: bool = False
    """Codex keeps it from its own menu."""
    is_default: bool = False
    """Codex takes it where nothing else is set."""

    @property
    def cheapest_effort(self) -> str | None:
        """The least effort that it knows; None where that is not known."""
        return next((effort for effort in EFFORTS if effort in self.efforts), None)


def estimated_tokens(model: str, *, instructions: int = 0) -> int:
    """About how many tokens one check through Codex takes, to be shown before it is allowed.

    Args:
        model: The model's id.
        instructions: Bytes of the user's own AGENTS.md in Codex's folder, which Codex adds to every request.

    An estimate: bytes of the trimmed request over four. What the model thinks and answers comes on top, a few dozen
    at the least effort; another version of Codex may send more.
    """
    fitting = [beginning for beginning in _CHECK_BYTES if model.startswith(beginning)]
    size = _CHECK_BYTES[max(fitting, key=len)] if fitting else _CHECK_BYTES_ELSE
    return round((size + instructions) // _BYTES_PER_TOKEN, -2)
