"""The window for a pasted error, brought to the judgement and to the clipboard."""

from typing import TYPE_CHECKING

from vacancy.desktop.bridge import Bridge
from vacancy.desktop.clipboard import Clipboard, Copied
from vacancy.desktop.raising import drop_window, raise_window, take_place
from vacancy.views.explanation import explain_text

if TYPE_CHECKING:
    from vacancy.views.explain_window import ExplainWindow


class ExplainDesk:
    """Owns the window."""

    def __init__(self, bridge: Bridge, clipboard: Clipboard) -> None:
        self._bridge = bridge
        self._clipboard = clipboard
        self._window: ExplainWindow | None = None

    def show(self) -> None:
        """Show it, with what was pasted last as long as the app runs."""
        if self._window is None:
            self._window = self._built()
        raise_window(self._window)

    def reword(self) -> None:
        """Say everything in the language that is spoken now; what was pasted stays."""
        if (old := self._window) is not None:
            self._window = self._built()
            self._window.box.setPlainText(old.box.toPlainText())
            self._window.judge()
            take_place(self._window, old)

    def close(self) -> None:
        """Close the window for good."""
        drop_window(self._window)
        self._window = None

    def _built(self) -> "ExplainWindow":
        from vacancy.views.explain_window import ExplainWindow  # noqa: PLC0415 - most runs never show it

        window = ExplainWindow(explain_text)
        window.copy_requested.connect(self._copy)
        return window

    def _copy(self, text: str) -> None:
        self._bridge.spawn(self._copy_and_confirm(text), "copy answer")

    async def _copy_and_confirm(self, text: str) -> None:
        copied = await self._clipboard.copy(text)
        if self._window is not None:
            self._window.confirm_copy(copied=copied is Copied.COPIED)
