"""Looking outwards: the status page and the models themselves."""

import sys

# WORKAROUND(https://github.com/pydantic/httpx2/pull/947): httpx loads its own command line too, and with it rich, click
# and pygments wherever other packages brought them: 7 MB for nothing. Without it, httpx goes on without complaint.
sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type] # Python's own way to say that it is not there
