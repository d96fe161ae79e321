"""The command line: reads the words, runs the command, and turns every error into a line for people."""

import argparse
import contextlib
import getpass
import io
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from vacancy.cli.console import Console, Exit
from vacancy.domain.copy_forms import CopyForm
from vacancy.errors import CaseError, KeyStoreError, KeyTrouble, SettingsError, VacancyError
from vacancy.logs import set_up
from vacancy.store.paths import Paths
from vacancy.wiring.kept import Kept


@dataclass(frozen=True, slots=True)
class Door:
    """The desktop was asked for; what it needs to start."""

    paths: Paths
    environment: Mapping[str, str]
    hidden: bool = False
    demo: bool = False
    verbose: bool = False


def run(parsed: argparse.Namespace, environment: Mapping[str, str], console: Console | None = None) -> Exit | Door:
    """Run the command, or say that the desktop is wanted. No exception of ours or of the system gets past here."""
    console = console or _terminal()
    wants_desktop = parsed.command is None or (parsed.command == "demo" and not parsed.terminal)
    try:
        paths = Paths.resolve(parsed.base_dir, environment)
        if wants_desktop and _has_display(environment):
            return Door(paths, environment, parsed.hidden, parsed.command == "demo", parsed.verbose)
        return _run(parsed, paths, environment, console)
    except VacancyError as error:
        console.note(f"vacancy: {error.title}" + (f"\n{error.message}" if error.message else ""))
        return _exit_of(error)
    except KeyboardInterrupt:
        console.note("vacancy: stopped")
        return Exit.UNKNOWN
    except BrokenPipeError:
        # Whoever read our answer has read enough of it.
        _leave_unwritten(console)
        return Exit.YES
    except OSError as error:
        _leave_unwritten(console)
        console.note(f"vacancy: {error.filename or 'the output'}: {error.strerror}")
        return Exit.UNKNOWN


def _run(parsed: argparse.Namespace, paths: Paths, environment: Mapping[str, str], console: Console) -> Exit:
    if parsed.command == "demo":
        return _demo(console, environment, asked_for=parsed.terminal)
    if parsed.command == "explain":
        return _explain(parsed, console)
    if parsed.command is None:
        console.note(f"{_NO_DISPLAY} Try: vacancy check, vacancy status, vacancy demo.")
        return Exit.USAGE
    set_up(paths.logs, verbose=parsed.verbose)
    return _command(parsed, Kept(paths), environment, console)


_NO_DISPLAY = "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so the tray app cannot start."


def _command(  # noqa: PLR0911 - one return a command
    parsed: argparse.Namespace, kept: Kept, environment: Mapping[str, str], console: Console
) -> Exit:
    """Each command loads its own module: `status` answers without loading HTTP or the keyring."""
    match parsed.command:
        case "status":
            from vacancy.cli.stored import status  # noqa: PLC0415

            return status(kept, console, json=parsed.json)
        case "best" if not parsed.check:
            from vacancy.cli.stored import best  # noqa: PLC0415

            return best(kept, console, form=CopyForm(parsed.form), json=parsed.json)
        case "check" | "best":
            from vacancy.cli.asking import Asking  # noqa: PLC0415

            asking = Asking(kept, environment, console)
            if parsed.command == "check":
                return asking.check(parsed.models, json=parsed.json)
            return asking.best(CopyForm(parsed.form), json=parsed.json)
        case "wait":
            from vacancy.cli.waiting import Waiting  # noqa: PLC0415

            return Waiting(kept, environment, console).wait(parsed.model, parsed.timeout, json=parsed.json)
        case "use" | "undo":
            from vacancy.cli.switching import Switching  # noqa: PLC0415

            switching = Switching(kept, environment, console)
            if parsed.command == "undo":
                return switching.tell_past(json=parsed.json) if parsed.list else switching.undo(json=parsed.json)
            if parsed.model is None:
                return switching.tell_set(target=parsed.target, json=parsed.json)
            return switching.use(
                parsed.model, target=parsed.target, effort=parsed.effort, dry_run=parsed.dry_run, json=parsed.json
            )
        case "key":
            from vacancy.cli.keys import Keys  # noqa: PLC0415

            return Keys(kept, environment, console).act(parsed.action, parsed.connection, json=parsed.json)
        case _:
            from vacancy.cli.config import config  # noqa: PLC0415

            return config(kept, console, action=parsed.action, json=parsed.json)


def _demo(console: Console, environment: Mapping[str, str], *, asked_for: bool) -> Exit:
    from vacancy.cli.demo import tell  # noqa: PLC0415

    if not asked_for:
        console.note(f"{_NO_DISPLAY} The same demo follows here, in the terminal.")
    return tell(console, environment)


def _explain(parsed: argparse.Namespace, console: Console) -> Exit:
    """Needs no settings, no key and no log: it works where everything else is broken."""
    from vacancy.cli.explain import explain_cases, explain_one  # noqa: PLC0415

    given = io.BytesIO() if sys.stdin is None else sys.stdin.buffer
    if parsed.cases is not None:
        return explain_cases(parsed.cases, given, console)
    return explain_one(parsed.text, given, console, json=parsed.json)


def _exit_of(error: VacancyError) -> Exit:
    if isinstance(error, KeyStoreError):
        return Exit.USAGE if error.trouble is KeyTrouble.UNUSABLE else Exit.NEEDS_USER
    return Exit.USAGE if isinstance(error, SettingsError | CaseError) else Exit.UNKNOWN


def _has_display(environment: Mapping[str, str]) -> bool:
    if sys.platform in {"win32", "darwin"}:
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def _leave_unwritten(console: Console) -> None:
    """Let the rest of an answer go: Python would try to write it once more at its end, and complain aloud."""
    if console.out is not None:
        with contextlib.suppress(OSError, ValueError), Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), console.out.fileno())


def _terminal() -> Console:
    def read_secret(prompt: str) -> str:
        if sys.stdin is None:
            return ""  # whoever started us closed it
        return getpass.getpass(prompt, stream=sys.stderr) if sys.stdin.isatty() else sys.stdin.readline()

    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that the terminal has no letters for must not cost the answer.
        sys.stdout.reconfigure(errors="backslashreplace")

    zone = datetime.now(UTC).astimezone().tzinfo or UTC
    return Console(sys.stdout, sys.stderr, read_secret, zone)
