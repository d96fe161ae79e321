"""What programs that are not ours get as their environment."""

from vacancy.child_environment import clean_environment

BUNDLE = {
    "PATH": "/usr/bin",
    "LD_LIBRARY_PATH": "/opt/vacancy/_internal",
    "LD_LIBRARY_PATH_ORIG": "/home/me/lib",
    "DYLD_LIBRARY_PATH": "/opt/vacancy/_internal",
    "QT_PLUGIN_PATH": "/opt/vacancy/_internal/plugins",
    "_PYI_APPLICATION_HOME_DIR": "/opt/vacancy/_internal",
}


def test_a_bundle_gives_back_the_search_paths_it_has_changed():
    """Children of a frozen app get the user's own paths, and none of the bundle's."""
    assert clean_environment(BUNDLE, frozen=True) == {"PATH": "/usr/bin", "LD_LIBRARY_PATH": "/home/me/lib"}


def test_without_a_bundle_the_users_own_paths_stay():
    """A search path that the user has set is not ours to take away."""
    assert clean_environment({"LD_LIBRARY_PATH": "/home/me/lib"}, frozen=False) == {"LD_LIBRARY_PATH": "/home/me/lib"}
