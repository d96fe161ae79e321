"""The claims of `store.settings_schema`."""

from dataclasses import fields

import pytest

from vacancy.domain.catalog import Connection, ModelEntry
from vacancy.domain.preferences import Preferences
from vacancy.store.settings_schema import CONNECTION, MODEL, SECTIONS, TOP_LEVEL


def test_every_preference_has_a_place_in_the_file():
    """A field that is added to the preferences must be declared here too, or this test fails."""
    assert {field.name for field in fields(Preferences)} | {"version"} == set(TOP_LEVEL)
    for name, table in SECTIONS.items():
        assert {field.name for field in fields(getattr(Preferences(), name))} == set(table.rules)


@pytest.mark.parametrize(("value", "table"), [(ModelEntry, MODEL), (Connection, CONNECTION)])
def test_every_field_of_a_listed_thing_has_a_key(value, table):
    """Connections and models are declared whole; a connection's name is its table's name."""
    assert {field.name for field in fields(value)} - {"name"} == set(table.rules)


def test_the_defaults_obey_their_own_rules():
    """No default could be refused when it is written into the file."""
    for name, table in SECTIONS.items():
        section = getattr(Preferences(), name)
        for key, plain in table.plain(section).items():
            assert table.rules[key].read(plain) == getattr(section, key)
