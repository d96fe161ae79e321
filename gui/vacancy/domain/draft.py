"""Draft: settings that somebody works on while the file may change under them."""

from dataclasses import dataclass
from functools import reduce
from typing import Self

from vacancy.domain.merging import Clash, completed, merge, taking, with_value
from vacancy.domain.preferences import Preferences


@dataclass(frozen=True, slots=True)
class Draft:
    """What the settings that are worked on are compared with. The work itself is given to each question."""

    file: Preferences
    """What the file holds now."""
    base: Preferences
    """What the work began from: the file, but for what is not decided yet."""

    @classmethod
    def of(cls, preferences: Preferences) -> Self:
        """Work that begins now."""
        return cls(preferences, preferences)

    def clashes(self, mine: Preferences) -> tuple[Clash, ...]:
        """What the work and the file both changed, and nobody has decided."""
        return () if self.base == self.file else merge(self.base, mine=mine, theirs=self.file).clashes

    def followed(self, mine: Preferences, file: Preferences) -> tuple[Self, Preferences]:
        """The file changed: the draft after that, and the work brought on to it."""
        merged = merge(self.base, mine=mine, theirs=file)
        base = reduce(lambda base, clash: with_value(base, clash.where, clash.base), merged.clashes, file)
        return type(self)(file, base), merged.preferences

    def taken(self, mine: Preferences, clash: Clash) -> Preferences:
        """The work with the file's value, and with what that value needs of the file."""
        return completed(taking(mine, clash), self.file)

    def decided(self, clash: Clash) -> Self:
        """The user saw both values, and whatever stands in the work now is meant."""
        return type(self)(self.file, with_value(self.base, clash.where, clash.theirs))
