"""The app, started by somebody who waits one second for another one that does not answer, instead of ten."""

import os
import sys
from pathlib import Path

from vacancy.app.start import open_desktop
from vacancy.store.paths import Paths

sys.exit(open_desktop(Paths.resolve(Path(sys.argv[1]), {}), os.environ, patience_s=1))
