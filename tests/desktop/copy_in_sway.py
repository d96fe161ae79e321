"""Run on a Wayland display: copy without a window, from a window that only has focus, and from one that was used.

Says in JSON, for each, what the clipboard claimed and what another program then pastes.
"""

import asyncio
import json
import subprocess

from PySide6.QtWidgets import QApplication, QLineEdit
from qasync import QEventLoop

from vacancy.desktop.clipboard import Clipboard


async def paste():
    """What another program gets from the clipboard."""
    process = await asyncio.create_subprocess_exec("wl-paste", "--no-newline", stdout=subprocess.PIPE)
    return (await process.communicate())[0].decode()


async def until(condition):
    """Wait for the compositor."""
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - Qt has no event for it here
            await asyncio.sleep(0.02)


async def type_into(window):
    """Press a key until it arrives: the first one of a new keyboard may get lost with its layout."""
    async with asyncio.timeout(5):
        while not window.text():
            press = await asyncio.create_subprocess_exec("wtype", "x")
            await press.wait()
            await asyncio.sleep(0.1)


async def story(application):
    """Copy three times."""
    clipboard, seen = Clipboard(application.clipboard()), {}

    async def copy(name):
        claimed = await clipboard.copy(name)
        seen[name] = [claimed.value, await paste()]

    await copy("without a window")
    window = QLineEdit()
    window.show()
    await until(lambda: application.focusWindow() is not None)
    await copy("in focus")
    await type_into(window)
    await copy("in use")
    return seen


app = QApplication([])
loop = QEventLoop(app)
print(json.dumps({"platform": app.platformName(), **loop.run_until_complete(story(app))}))  # noqa: T201 - its answer
