"""The words of the command line."""

import argparse
import re
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import NoReturn

from vacancy import __version__
from vacancy.domain.copy_forms import CopyForm
from vacancy.domain.durations import parse_duration
from vacancy.redaction import redact
from vacancy.store.settings_faults import nearest

_DESCRIPTION = "Says which AI model has room right now. Without a command it starts the tray app."
_EXIT_CODES = "exit codes: 0 yes or done, 1 no, 2 wrong usage or settings, 3 not known, 4 needs you"


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The arguments as named values; `command` is None for the tray app.

    Raises:
        SystemExit: wrong usage (2), or help and version were printed (0).
    """
    parser = _parser()
    parsed, extra = parser.parse_known_args(arguments)
    if extra:
        parser.error(_said_of_extra(parsed, extra))
    if parsed.command == "use" and parsed.model is None and (parsed.effort is not None or parsed.dry_run):
        parser.error("--effort and --dry-run go with a MODEL")
    return parsed


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints do not repeat what was typed: it may be a key that was put in the wrong place."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end with 2."""
        if found := _NOT_A_CHOICE.search(message):
            choices = [choice.strip("' ") for choice in found["choices"].split(",")]
            near = nearest(found["typed"], choices)
            hint = f'did you mean "{near}"?' if near else f"choose from {', '.join(choices)}"
            message = f"{found['argument']}: not one of those there are; {hint}"
        super().error(redact(message))


_NOT_A_CHOICE = re.compile(
    r"argument (?P<argument>\S+): invalid choice: (?P<typed>.*) \(choose from (?P<choices>[^()]*)\)", re.DOTALL
)
_KEY_AS_ARGUMENT = (
    "a key is no argument: type it when you are asked, or pipe it in. What was given here is now in your shell's "
    "history, so delete it there, or replace the key"
)


def _said_of_extra(parsed: argparse.Namespace, extra: Sequence[str]) -> str:
    """What is said of words that belong nowhere; only the names of options are repeated."""
    if parsed.command == "key" and parsed.action == "set":
        return _KEY_AS_ARGUMENT
    options = [word.partition("=")[0] for word in extra if re.fullmatch(r"--?[a-z][a-z-]{0,20}(?:=.*)?", word)]
    if options:
        return f"there is no option {', '.join(options)} here"
    return f"{len(extra)} word too many" if len(extra) == 1 else f"{len(extra)} words too many"


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="vacancy", description=_DESCRIPTION, epilog=_EXIT_CODES)
    parser.add_argument("--version", action="version", version=f"vacancy {__version__}")
    parser.add_argument("--base-dir", type=Path, metavar="DIR", help="keep settings, data and logs in DIR")
    parser.add_argument("--hidden", action="store_true", help="start in the tray, without a window")
    parser.add_argument("--verbose", action="store_true", help="write more into the log file")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_looking(commands)
    _add_keeping(commands)
    return parser


def _add_looking(commands: "argparse._SubParsersAction[_Parser]") -> None:
    check = commands.add_parser("check", help="ask each model once and read the status page, now")
    check.add_argument("models", nargs="*", metavar="MODEL", help="only these; an id, a label, or CONNECTION/ID")
    _add_json(check)

    status = commands.add_parser("status", help="what is known, without asking anybody")
    _add_json(status)

    best = commands.add_parser("best", help="the recommended model alone")
    best.add_argument("--check", action="store_true", help="ask first")
    best.add_argument(
        "--as",
        dest="form",
        choices=[form.value for form in CopyForm],
        default=CopyForm.ID.value,
        help="its name alone, a command that starts Codex, a line for a running session, a variable, or JSON",
    )
    _add_json(best)

    wait = commands.add_parser("wait", help="return when a model is available; asks politely, or lets the app ask")
    wait.add_argument("model", metavar="MODEL", help="an id, a label, or CONNECTION/ID")
    wait.add_argument("--timeout", type=_duration, metavar="TIME", help="give up after that long, such as 30m")
    _add_json(wait)

    explain = commands.add_parser("explain", help="what an error means: cause, whether to wait, what to do")
    explain.add_argument("text", nargs="*", metavar="TEXT", help='the error; without it, or with "-", standard input')
    explain.add_argument("--cases", metavar="FILE", help='JSON lines in, JSON lines out; "-" is standard input')
    _add_json(explain)

    use = commands.add_parser("use", help="switch a tool to a model: Codex, or a target of the settings")
    use.add_argument("model", nargs="?", metavar="MODEL", help="an id, or a label of the settings; without it, tell "
                     "what is set, and which file decides")  # fmt: skip
    use.add_argument("--target", metavar="NAME", help="which tool; without it the one of the settings, else codex")
    use.add_argument("--effort", metavar="EFFORT", help="the reasoning effort to set with it, such as low")
    use.add_argument("--dry-run", action="store_true", help="show what would change, and write nothing")
    _add_json(use)

    undo = commands.add_parser("undo", help="take the last switch back")
    undo.add_argument("--list", action="store_true", help="tell what was switched, by whom, and change nothing")
    _add_json(undo)

    demo = commands.add_parser("demo", help="the whole app on a simulated provider; sends nothing, needs no key")
    demo.add_argument("--terminal", action="store_true", help="tell the story in the terminal")


def _add_keeping(commands: "argparse._SubParsersAction[_Parser]") -> None:
    key = commands.add_parser("key", help="the key of a connection, in the system's keyring")
    key.add_argument("action", choices=["set", "status", "delete"])
    key.add_argument("connection", metavar="CONNECTION", help="its name in the settings")
    _add_json(key)

    config = commands.add_parser("config", help="the settings file")
    config.add_argument("action", choices=["check", "path", "show"])
    _add_json(config)


def _duration(text: str) -> timedelta:
    """A duration of the command line."""
    try:
        return parse_duration(text)
    except ValueError:
        raise argparse.ArgumentTypeError('no duration; give one such as "30s", "10m" or "2h"') from None


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="answer in JSON")
