"""Chooses the front door: the desktop, or the command line, which starts without Qt."""

import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run Vacancy, and return the exit code."""
    from vacancy.cli.arguments import parse  # noqa: PLC0415 - each door loads only what is behind it
    from vacancy.cli.main import Door, run  # noqa: PLC0415

    _leave_no_core_dump()
    parsed = parse(sys.argv[1:] if arguments is None else arguments)
    result = run(parsed, os.environ)
    if not isinstance(result, Door):
        return result
    from vacancy.app.start import open_desktop  # noqa: PLC0415 - only this door needs Qt

    return open_desktop(
        result.paths, result.environment, hidden=result.hidden, demo=result.demo, verbose=result.verbose
    )


def _leave_no_core_dump() -> None:
    """A dump of this process would hold keys."""
    try:
        import resource  # noqa: PLC0415 - not on Windows, which writes none unless it is told to
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


if __name__ == "__main__":
    sys.exit(main())
