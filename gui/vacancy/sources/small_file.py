"""Small files of another program, read whole or not at all."""

from pathlib import Path

from vacancy.sources.growing_file import open_regular


def read_small(path: Path, most: int) -> bytes | None:
    """The content; None for a file that is larger, cannot be read, or is none, such as a pipe. Never raises."""
    try:
        with open_regular(path) as file:
            content = file.read(most + 1)
    except OSError:
        return None
    return content if len(content) <= most else None
