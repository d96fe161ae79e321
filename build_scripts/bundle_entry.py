"""The program that the bundle starts: the same door as `vacancy` and `python -m vacancy`."""

import sys

from vacancy.__main__ import main

sys.exit(main())
