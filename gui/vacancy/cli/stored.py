"""The commands that tell what is known already, without asking anybody: status, and best."""

from vacancy.cli.console import Console, Exit
from vacancy.cli.render import exit_of, print_best, print_snapshot
from vacancy.domain.copy_forms import CopyForm
from vacancy.domain.snapshot import Snapshot, compose
from vacancy.wiring.kept import Kept


def status(kept: Kept, console: Console, *, json: bool) -> Exit:
    """The running app's snapshot, or the last stored one."""
    snapshot = _stored(kept)
    print_snapshot(snapshot, console, config_file=kept.paths.config_file, json=json)
    if not kept.app_is_running():
        console.note(f"The app is not running: {_WHAT_IS_THERE[_anything_seen(snapshot)]}")
    return exit_of(snapshot.recommendation)


_WHAT_IS_THERE = {True: "this is what was stored last.", False: "nothing was stored yet. vacancy check asks now."}


def _anything_seen(snapshot: Snapshot) -> bool:
    return snapshot.page.read_at is not None or any(verdict.checked_at is not None for verdict in snapshot.models)


def best(kept: Kept, console: Console, *, form: CopyForm, json: bool) -> Exit:
    """The recommended model alone on standard output, the reason on standard error."""
    snapshot = _stored(kept)
    print_best(snapshot, console, form=form, json=json)
    return exit_of(snapshot.recommendation)


def _stored(kept: Kept) -> Snapshot:
    """What was known last, as old as it is now."""
    return compose(kept.stored_memory(), kept.preferences, now=kept.clock.now())
