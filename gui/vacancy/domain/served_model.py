"""Which model answered: whether the name in an answer is the model that was asked."""

import re

_ROUTING = re.compile(r":(?:latest|free|nitro|floor|beta|extended)$")
_SNAPSHOT = re.compile(
    r"[-@](?:\d{4}-\d{2}-\d{2}|\d{2}-\d{2}|\d{2}-\d{4}|\d{8}|\d{6}|\d{4}|\d{3})(?:-v\d{1,2}(?::\d{1,2})?)?$"
)
_LATEST = re.compile(r"[-:]latest$")


def is_same_model(*, asked: str, served: str) -> bool:
    """Whether both names mean one model.

    A dated snapshot is the model it belongs to, and so is a name with its provider or its routing tag. Two
    snapshots, two sizes or two generations are two models.
    """
    wanted, given = _bare(asked), _bare(served)
    if wanted == given:
        return True
    wanted_line, given_line = _line(wanted), _line(given)
    both_dated = wanted != wanted_line and given != given_line and not _LATEST.search(wanted)
    return wanted_line == given_line and not both_dated


def _bare(name: str) -> str:
    return _ROUTING.sub("", name.strip().lower().rpartition("/")[2])


def _line(name: str) -> str:
    """The name without the date of its snapshot."""
    return _SNAPSHOT.sub("", _LATEST.sub("", name))
