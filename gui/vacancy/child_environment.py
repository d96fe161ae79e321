"""The environment for programs that are not ours: without what a bundle has set for itself."""

import sys
from collections.abc import Mapping

_OURS = ("QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QT_API", "QML2_IMPORT_PATH")
"""Variables that a bundle sets for its own Qt."""
_RESTORED = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")
"""Search paths that the bundle's starter has changed; it keeps the user's own value as NAME_ORIG."""
_STARTER = "_PYI_"
"""Beginning of the names by which the bundle's starter talks to itself."""


def is_frozen() -> bool:
    """This program runs from a bundle."""
    return bool(getattr(sys, "frozen", False))


def clean_environment(environment: Mapping[str, str], *, frozen: bool) -> dict[str, str]:
    """The environment for a program that is not ours.

    A frozen program runs with search paths that point into its bundle; a browser that inherits them loads our
    libraries instead of its own.
    """
    clean = {name: value for name, value in environment.items() if name not in _OURS}
    if not frozen:
        return clean
    clean = {name: value for name, value in clean.items() if not name.startswith(_STARTER)}
    for name in _RESTORED:
        original = clean.pop(f"{name}_ORIG", None)
        if original is not None:
            clean[name] = original
        else:
            clean.pop(name, None)
    return clean
