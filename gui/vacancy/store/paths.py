"""Where Vacancy keeps its files: under one folder that the user names, or in the platform's own places."""

import os
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import platformdirs

from vacancy.atomic import private_folder
from vacancy.errors import StorageError
from vacancy.words import tr

APP = "vacancy"
BASE_DIR_VARIABLE = "VACANCY_BASE_DIR"
LONGEST_SOCKET_PATH = 103
"""Bytes that a socket's path may have on every Unix: macOS allows 104 with the closing zero, Linux 108."""


@dataclass(frozen=True, slots=True)
class Paths:
    """The four places that Vacancy writes to; nothing is written anywhere else."""

    config_file: Path
    data: Path
    logs: Path
    run: Path
    base_dir: Path | None = None
    """The folder that everything is under, None for the platform's places."""

    @classmethod
    def resolve(cls, base_dir: Path | None, environment: Mapping[str, str]) -> "Paths":
        """The places to use: `--base-dir` first, then VACANCY_BASE_DIR, then the platform's. Creates nothing itself.

        Raises:
            StorageError: the named folder means none, as `~nobody` does.
        """
        named = str(base_dir) if base_dir is not None else environment.get(BASE_DIR_VARIABLE, "")
        if not named:
            return cls._of_platform()
        try:
            return cls._under(Path(named).expanduser().absolute())
        except (OSError, RuntimeError) as error:
            raise StorageError(
                tr("The base folder cannot be found"), tr("{folder}: name it by its whole path.", folder=named)
            ) from error

    @classmethod
    def _under(cls, base: Path) -> "Paths":
        return cls(base / "config.toml", base / "data", base / "logs", base / "run", base)

    @classmethod
    def _of_platform(cls) -> "Paths":
        with warnings.catch_warnings():
            # Without XDG_RUNTIME_DIR platformdirs warns on standard error and takes a private folder, which is good.
            warnings.simplefilter("ignore")
            run = platformdirs.user_runtime_path(APP, appauthor=False)
        return cls(
            config_file=platformdirs.user_config_path(APP, appauthor=False) / "config.toml",
            data=platformdirs.user_data_path(APP, appauthor=False),
            logs=platformdirs.user_log_path(APP, appauthor=False),
            run=run,
        )

    @property
    def history_file(self) -> Path:
        """The database of what was seen."""
        return self.data / "history.db"

    @property
    def windows_file(self) -> Path:
        """What the windows remember, such as the panel's size."""
        return self.data / "windows.json"

    @property
    def lock_file(self) -> Path:
        """Held by the running app."""
        return self.run / "app.lock"

    @property
    def keys_changed_file(self) -> Path:
        """Touched when the command line stored or deleted a key, so that the running app asks again."""
        return self.run / "keys.changed"

    @property
    def wishes(self) -> Path:
        """Where the command line leaves what it wants of the running app."""
        return self.run / "wishes"

    @property
    def wait_lock_file(self) -> Path:
        """Held by the waiting command line that asks, while the app does not run."""
        return self.run / "wait.lock"

    @property
    def switches(self) -> Path:
        """The folder with the record of what was switched in other tools' files, and the old files."""
        return self.data / "switches"

    @property
    def switch_lock_file(self) -> Path:
        """Held while another tool's file is written."""
        return self.run / "switch.lock"

    @property
    def socket(self) -> Path:
        """Where a second start finds the first one.

        Raises:
            StorageError: the path is too long for a socket; everything that needs none still works.
        """
        path = self.run / "app.sock"
        if len(os.fsencode(path)) > LONGEST_SOCKET_PATH:
            raise StorageError(
                tr("The folder's name is too long"),
                tr(
                    "A socket's path may have {most} bytes and {path} has {n}. Choose a shorter --base-dir.",
                    most=LONGEST_SOCKET_PATH,
                    path=path,
                    n=len(os.fsencode(path)),
                ),
            )
        return path

    @property
    def keyring_label(self) -> str:
        """What the keyring's items are filed under: apart for each base folder, so that none touches another's keys."""
        if self.base_dir is None:
            return APP
        return f"{APP}-{sha256(os.fsencode(self.base_dir)).hexdigest()[:8]}"

    def prepare(self) -> None:
        """Create the folders, closed to other users. Folders that are there keep their mode, but for `run`.

        Raises:
            StorageError: a folder cannot be created.
        """
        for folder in (self.config_file.parent, self.data, self.logs, self.run):
            private_folder(folder)
        try:
            self.run.chmod(0o700)
        except OSError as error:
            raise StorageError(
                tr("A folder cannot be closed to other users"), f"{self.run}: {error.strerror}"
            ) from error
