"""The claims of `store.settings_lines`."""

import pytest

from vacancy.store.settings_lines import line_of

TEXT = """version = 1
# comment
probing.interval = "x"
status_page = { url = "a", interval = "y" }

[connections.openai]
kind = "k" # hi
paused = true
"base url" = 3

[[models]]
id = "a"
numbers = [
  1,
]

[[models]]

id = '''
[[models]]
'''
[deep.down]
a = 1
[connections.other]
kind = "x"
"""


@pytest.mark.parametrize(
    ("where", "line"),
    [
        (("version",), 1),
        (("probing",), 3),
        (("probing", "interval"), 3),
        (("status_page",), 4),
        (("status_page", "interval"), 4),
        (("connections",), 6),
        (("connections", "openai"), 6),
        (("connections", "openai", "kind"), 7),
        (("connections", "openai", "paused"), 8),
        (("connections", "openai", "base url"), 9),
        (("models",), 11),
        (("models", 0), 11),
        (("models", 0, "numbers"), 13),
        (("models", 0, "numbers", 0), 14),
        (("models", 1), 17),
        (("models", 1, "id"), 19),
        (("models", 1, "missing"), 17),
        (("deep",), 22),
        (("connections", "other"), 24),
        (("connections", "other", "kind"), 25),
        (("nowhere",), None),
    ],
)
def test_the_line_is_found_however_the_table_is_spelt(where, line):
    """Headers, dotted keys, inline tables, lists and tables out of order all have their own line."""
    assert line_of(TEXT, where) == line
