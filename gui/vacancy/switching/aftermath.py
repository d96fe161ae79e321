"""What a tool's file itself says of a switch: how far it came, and what somebody else wrote since."""

from difflib import SequenceMatcher
from pathlib import Path

from vacancy.switching.journal import Switch, SwitchState, digest
from vacancy.words import tr, tr_n


def content_of(path: Path) -> bytes | None:
    """What is in a file now; None when it is not there, or cannot be read, and so is not what anybody expects."""
    try:
        return path.read_bytes() if path.is_file() else None
    except OSError:
        return None


def what_became_of(switch: Switch, temporary: Path) -> SwitchState:
    """How far an interrupted switch came.

    New content that still waits beside the file did not take its place. Otherwise the file itself says it; where it
    is neither the old one nor the new one, somebody wrote afterwards, and an undo will see that.
    """
    content = content_of(Path(switch.real_path))
    is_old = switch.digest_before == (None if content is None else digest(content))
    if switch.state is SwitchState.STARTED:
        return SwitchState.ABANDONED if is_old or temporary.exists() else SwitchState.DONE
    return SwitchState.UNDONE if is_old and not temporary.exists() else SwitchState.DONE


def where_changed(switch: Switch, now: bytes, old: bytes | None) -> str:
    """Which lines somebody else wrote; never what is in them."""
    before, after = ((data or b"").decode(errors="replace").splitlines() for data in (old, now))
    blocks = SequenceMatcher(None, before, after).get_opcodes()
    changed = {
        line + 1 for kind, _, _, begin, end in blocks if kind != "equal" for line in range(begin, max(end, begin + 1))
    }
    others = sorted(changed - set(switch.lines)) or sorted(switch.lines)
    if len(others) == 1:
        return tr("{path}, line {line}, was changed after the switch, so it was left as it is.",
                  path=switch.path, line=others[0])  # fmt: skip
    return tr_n(
        len(others) - 1,
        "{path}, line {line} and {n} more, was changed after the switch, so it was left as it is.",
        "{path}, line {line} and {n} more, were changed after the switch, so it was left as it is.",
        path=switch.path,
        line=others[0],
    )
