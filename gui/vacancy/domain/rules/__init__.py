"""Rules: from what was said to its cause, as one ordered table. The first rule that matches decides.

Why this order:

* A clear cause beats its envelope. What the text or a code says beats the type, the type beats the status, the
  innermost error beats its wrapper. So the table goes from words that can mean one thing only to words that are
  printed over anything, and statuses come last.
* What Codex itself calls the cause is exact, and there is no answer beside it: it comes before all.
* Our own side comes next: a request that never left, a proxy, a portal, a bot check. Nothing after it was said by
  the API at all.
* Then what waiting never mends - content, money, key, model, request - before what it does: capacity, own limits,
  faults. Gateways print "busy, try again" over all of the former; nobody prints "no credit" over a full server.
* Capacity stands in two places. A whole sentence that says full comes before money, because it may offer priority
  for sale; single words for load come after money and key, and before request and model, whose names they share.
* The end of the table is never good news: a success that nobody can read is odd, and a silence is the network.

Codes are read as words too (`server_is_overloaded` says "server is overloaded"), so one phrase serves every
provider that means it. Phrases are linear: no repetition within a repetition, and gaps are bounded.
"""

from vacancy.domain.rules.answers import ANSWERS, CONTENT
from vacancy.domain.rules.codex import CODEX
from vacancy.domain.rules.envelope import ENVELOPE
from vacancy.domain.rules.load import CAPACITY, FULL, PACE
from vacancy.domain.rules.reach import BETWEEN, GATEWAY, OUR_NETWORK, UNSENT
from vacancy.domain.rules.request import MODEL, REQUEST
from vacancy.domain.rules.rule import Cause, Rule
from vacancy.domain.rules.standing import ALLOWANCE, KEY

__all__ = ["RULES", "Cause", "Rule"]

RULES: tuple[Rule, ...] = (
    *CODEX,
    *ANSWERS,
    *UNSENT,
    *BETWEEN,
    *GATEWAY,
    *OUR_NETWORK,
    *CONTENT,
    *FULL,
    *ALLOWANCE,
    *KEY,
    *CAPACITY,
    *REQUEST,
    *MODEL,
    *PACE,
    *ENVELOPE,
)
"""The whole table, in the order in which it is asked."""
