"""Writes the page that shows a whole gallery, scene by scene, with what the drawing itself found wrong on top."""

import sys
from collections import defaultdict
from html import escape
from pathlib import Path

STYLE = "body{font:14px sans-serif;background:#777}figure{display:inline-block;margin:8px;vertical-align:top}"
WIDTH = 420


def main(folder: Path) -> None:
    """Write index.html beside the pictures."""
    scenes: dict[str, list[Path]] = defaultdict(list)
    for picture in sorted(folder.glob("*.png")):
        name, look = _parted(picture.stem)
        if look:
            scenes[name].append(picture)
    faults = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("faults-*.txt")))
    parts = [f"<!doctype html><meta charset=utf-8><title>Gallery</title><style>{STYLE}</style>"]
    parts.append(f"<h1>{len(scenes)} scenes</h1><pre>{escape(faults)}</pre>")
    for name, pictures in scenes.items():
        parts.append(f"<h2>{escape(name)}</h2>")
        parts += [_figure(picture) for picture in pictures]
    (folder / "index.html").write_text("\n".join(parts), encoding="utf-8")


def _parted(stem: str) -> tuple[str, str]:
    """The scene, and how it is seen: theme, language and scale."""
    name, *look = stem.rsplit("-", 3)
    return name, " ".join(look)


def _figure(picture: Path) -> str:
    link = f"<a href='{picture.name}'><img loading=lazy width={WIDTH} src='{picture.name}'></a>"
    return f"<figure>{link}<figcaption>{escape(_parted(picture.stem)[1])}</figcaption></figure>"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
