"""Finds every text of the code, merges it into each language's .po and compiles it; `build_scripts/translate` runs it.

A text is the literal template of `tr`, `tr_n` or `mark`. What has left the code leaves the .po too; git remembers it. A
text that was only reworded takes its old translation along, marked fuzzy: it is not said until somebody looked at it.
"""

import argparse
import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
CODE = ROOT / "gui/vacancy"
TRANSLATIONS = ROOT / "resources/translations"
TEMPLATES = {"tr": slice(0, 1), "mark": slice(0, 1), "tr_n": slice(1, 3)}
"""Which arguments of the functions of `vacancy.words` are templates."""
WIDTH = 120


@dataclass(frozen=True, slots=True)
class Language:
    """One language's files, and what is in them."""

    po: Path
    catalog: Catalog

    @property
    def mo(self) -> Path:
        """The compiled file beside it."""
        return self.po.with_suffix(".mo")


def main(words: list[str]) -> int:
    """Update, or check; the result is the exit code: 1 while something is missing."""
    parser = argparse.ArgumentParser(prog="build_scripts/translate", description="Brings the translations up to date.")
    parser.add_argument("--check", action="store_true", help="change nothing; say what is missing or out of date")
    only_check = parser.parse_args(words).check
    template = texts(CODE)
    faults: list[str] = []
    for po in sorted(TRANSLATIONS.glob("*.po")):
        language = opened(po)
        if not only_check:
            update(language, template)
        faults += [f"{po.name}: {fault}" for fault in faults_of(language, template)]
        total = len(template)
        print(
            f"{po.name}: {sum(1 for each in language.catalog if each.id and _is_said(each))} of {total} texts are said"
        )
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr)
    return 1 if faults else 0


def texts(code: Path) -> Catalog:
    """Every text that the code says, with the files that say it."""
    catalog = Catalog()
    for file in sorted(code.rglob("*.py")):
        place = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name
        for said in templates(ast.parse(file.read_text(encoding="utf-8"))):
            catalog.add(said[0] if len(said) == 1 else said, locations=[(place, 0)])
    return catalog


def templates(tree: ast.AST) -> Iterator[tuple[str, ...]]:
    """The templates of each call; a table's `tr(table[x])` has none, since its words were marked."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TEMPLATES:
            arguments = node.args[TEMPLATES[node.func.id]]
            literals = [each.value for each in arguments if isinstance(each, ast.Constant)]
            if len(literals) == len(arguments) and all(isinstance(each, str) and each for each in literals):
                yield tuple(map(str, literals))


def opened(po: Path) -> Language:
    """The language of a .po file."""
    with po.open("rb") as file:
        return Language(po, read_po(file, abort_invalid=True))


def update(language: Language, template: Catalog) -> None:
    """Take over the texts of the code, write the .po where anything differs, and compile it."""
    language.catalog.update(template, update_creation_date=False)
    language.catalog.obsolete.clear()
    with language.po.open("wb") as file:
        write_po(file, language.catalog, width=WIDTH, sort_by_file=True, include_lineno=False, include_previous=True)
    with language.mo.open("wb") as file:
        write_mo(file, language.catalog)


def faults_of(language: Language, template: Catalog) -> list[str]:
    """Everything that keeps the language from being complete, one line each."""
    wanted = {_key(each.id) for each in template if each.id}
    here = {_key(each.id): each for each in language.catalog if each.id}
    faults = [f"missing: {text!r}" for text in sorted(wanted - here.keys())]
    faults += [f"no longer said: {text!r}" for text in sorted(here.keys() - wanted)]
    faults += [f"no longer said: {_key(text)!r}" for text in language.catalog.obsolete]
    for text in sorted(wanted & here.keys()):
        faults += _faults_of_entry(here[text])
    return faults if _compiled(language.mo) == _sayings(language.catalog) else [*faults, "the .mo is out of date"]


def _faults_of_entry(entry: Message) -> list[str]:
    name = _key(entry.id)
    if entry.fuzzy:
        return [f"fuzzy: {name!r}"]
    if not _is_said(entry):
        return [f"not translated: {name!r}"]
    # The number may stand in words in the singular, so the last form says which places there are.
    wanted = places(_forms(entry.id)[-1])
    return [f"other places than in {name!r}: {form!r}" for form in _forms(entry.string) if places(form) != wanted]


def places(template: str) -> set[str]:
    """The named places of a template; a brace that does not close makes it a template of nothing."""
    try:
        return {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    except ValueError:
        return {"a brace that does not close"}


def _compiled(mo: Path) -> dict[str, tuple[str, ...]]:
    if not mo.exists():
        return {}
    with mo.open("rb") as file:
        return _sayings(read_mo(file))


def _sayings(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    """What is said for each text."""
    return {_key(each.id): _forms(each.string) for each in catalog if each.id and _is_said(each)}


def _is_said(entry: Message) -> bool:
    return not entry.fuzzy and all(_forms(entry.string))


def _key(text: str | tuple[str, ...] | list[str]) -> str:
    return _forms(text)[0]


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Singular and plural, or the one text that there is; Babel has None for what was never translated."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
