"""The one place that knows where the files of `resources/` are."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def asset(name: str) -> Path:
    """The path of a resource, given with forward slashes below `resources/`.

    A wheel and a frozen bundle carry the folder inside the package; a checkout has it at its root.
    """
    inside = _PACKAGE / "resources"
    root = inside if inside.is_dir() else _PACKAGE.parent.parent / "resources"
    return root.joinpath(*name.split("/"))
