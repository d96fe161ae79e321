"""The claims of `logs`."""

import logging
import logging.handlers
import stat
import subprocess
import sys

import pytest

from vacancy import logs

CANARY = "canary-0123456789-secret"


@pytest.fixture
def folder(tmp_path):
    """Where the log goes; afterwards logging is as it was."""
    root = logging.getLogger()
    handlers, level = [*root.handlers], root.level
    yield tmp_path / "logs"
    for handler in [*root.handlers]:
        if handler not in handlers:
            root.removeHandler(handler)
            handler.close()
    root.setLevel(level)


def log_text(folder):
    """Everything in the log files."""
    return "".join(file.read_text() for file in folder.iterdir())


def fail_twice():
    """An error with a cause, both with the secret in their texts."""
    try:
        int(CANARY)
    except ValueError as error:
        raise RuntimeError(f"because of {CANARY}") from error


def test_no_part_of_a_record_carries_a_secret(folder):
    """A known secret is removed from message, arguments, exceptions, their causes and stacks, also when encoded."""
    logs.set_up(folder)
    logs.add_secret(CANARY)
    logger = logging.getLogger("vacancy.any")
    logger.warning("in the message %s", CANARY)
    logger.warning(f"in the text {CANARY}")  # noqa: G004 - that is what is tested
    logger.warning("in a value %r", {"key": [CANARY]})
    logger.warning("as basic %s", "Y2FuYXJ5LTAxMjM0NTY3ODktc2VjcmV0")
    try:
        fail_twice()
    except RuntimeError:
        logger.exception("with a traceback", stack_info=True)
    logging.getLogger("some.library").error("from a library: %s", CANARY)
    text = log_text(folder)
    assert text.count("[redacted]") >= 7
    assert "Traceback" in text
    assert "canary" not in text
    assert "Y2FuYXJ5" not in text


def test_what_looks_like_a_key_is_removed_unknown(folder):
    """A key that nobody told us of is removed by its shape."""
    logs.set_up(folder)
    logging.getLogger("vacancy").warning("Authorization: Bearer sk-proj-abcdefghijklmnop")
    assert "abcdefgh" not in log_text(folder)


def test_talkative_libraries_stay_quiet_even_when_verbose(folder):
    """Libraries that log URLs and headers never get below WARNING, whatever the user asks for."""
    logs.set_up(folder, verbose=True)
    for name in ("httpx", "httpcore.http11", "hpack.hpack", "h2", "asyncio", "keyring.backend"):
        logging.getLogger(name).debug("noise")
        logging.getLogger(name).info("noise")
    logging.getLogger("vacancy").debug("ours")
    text = log_text(folder)
    assert "noise" not in text
    assert "ours" in text


def test_the_log_is_private_bounded_and_turns(folder):
    """Three files of a megabyte at most, each closed to other users."""
    logs.set_up(folder)
    for _ in range(40):
        logging.getLogger("vacancy").warning("x" * 100_000)
    files = list(folder.iterdir())
    assert sorted(file.name for file in files) == ["vacancy.log", "vacancy.log.1", "vacancy.log.2"]
    assert max(file.stat().st_size for file in files) <= 1_000_000
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_setting_up_twice_writes_once(folder):
    """A second set-up replaces the first, and other people's handlers stay."""
    logs.set_up(folder)
    other = logging.NullHandler()
    logging.getLogger().addHandler(other)
    logs.set_up(folder)
    logging.getLogger("vacancy").warning("once")
    assert log_text(folder).count("once") == 1
    assert other in logging.getLogger().handlers


_PROGRAM = """
import logging, sys
from pathlib import Path
from vacancy import logs
logs.set_up(Path(sys.argv[1]), verbose=len(sys.argv) > 2)
logs.add_secret("canary-0123456789-secret")
logging.getLogger("vacancy").warning("said %s", "canary-0123456789-secret")
logging.getLogger("vacancy").warning("broken record %d", "canary-0123456789-secret")
"""


@pytest.mark.parametrize(("arguments", "said"), [((), False), (("verbose",), True)])
def test_standard_error_is_quiet_unless_asked(tmp_path, arguments, said):
    """The command line shows no log unless it is told to, and then it is redacted too; also when a record is broken."""
    run = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(tmp_path / "logs"), *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    assert run.stdout == ""
    assert ("said [redacted]" in run.stderr) is said
    assert "canary" not in run.stderr + log_text(tmp_path / "logs")
    assert "broken_log_record" in log_text(tmp_path / "logs")


def test_without_a_place_for_the_log_the_program_goes_on_quietly(tmp_path):
    """A log folder that cannot be made costs the log, not the program, and prints nothing."""
    (tmp_path / "logs").write_text("in the way")
    run = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(tmp_path / "logs")], capture_output=True, text=True, check=True, timeout=30
    )
    assert (run.stdout, run.stderr) == ("", "")
