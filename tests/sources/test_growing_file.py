"""A file to which somebody appends is read once, in lines, however it was written."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.codex_folder import CountingOpener
from vacancy.sources.growing_file import CHUNK, LONGEST_LINE, TAIL, Change, GrowingFile


@pytest.fixture
def path(tmp_path):
    """A file that is not there yet."""
    return tmp_path / "file"


def append(path, content):
    """Write at the end of it."""
    with path.open("ab") as file:
        file.write(content)


def lines_of(growing):
    """What is new in it."""
    return [] if growing.look() is Change.NONE else list(growing.new_lines())


def test_lines_are_told_once_and_whole(path):
    """A line without its end waits for it, also where it breaks off within a letter."""
    growing = GrowingFile(path)
    append(path, "eins\nzwö".encode()[:-1])
    assert lines_of(growing) == [b"eins"]
    append(path, "zwö".encode()[-1:] + b"lf\n\ndrei\n")
    assert lines_of(growing) == ["zwölf".encode(), b"", b"drei"]
    assert growing.look() is Change.NONE


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from([b"a\n", b"\n", b"bc", b"d" * 5000 + b"\n", "ü\n".encode()]), max_size=12), st.data())
def test_how_it_was_written_makes_no_difference(tmp_path_factory, parts, data):
    """Any split of the same bytes into writes gives the same lines, and each byte is read once."""
    path = tmp_path_factory.mktemp("split") / "file"
    path.touch()
    content, opener = b"".join(parts), CountingOpener()
    growing, found, at = GrowingFile(path, opener=opener), [], 0
    while at < len(content):
        step = data.draw(st.integers(1, len(content) - at))
        append(path, content[at : at + step])
        at += step
        found += lines_of(growing)
    assert found == content.split(b"\n")[:-1]
    assert opener.bytes_read == len(content)


def test_a_line_that_is_too_long_is_left_out_alone(path):
    """However it is written; the lines around it are told."""
    for step in (LONGEST_LINE + 100, CHUNK - 7):
        path.unlink(missing_ok=True)
        growing = GrowingFile(path)
        append(path, b"before\n")
        found = lines_of(growing)
        content = b"x" * (LONGEST_LINE + 1) + b"\nafter\n" + b"y" * LONGEST_LINE + b"\n"
        for at in range(0, len(content), step):
            append(path, content[at : at + step])
            found += lines_of(growing)
        assert [line[:6] for line in found] == [b"before", b"after", b"yyyyyy"]


def test_of_a_large_file_only_the_end_is_read(path):
    """Half a gigabyte costs a quarter of a megabyte, and the line in which reading begins is not told."""
    path.touch()
    os.truncate(path, 500_000_000)
    append(path, b"\nlast\n")
    opener = CountingOpener()
    assert lines_of(GrowingFile(path, opener=opener)) == [b"last"]
    assert opener.bytes_read == TAIL


def test_what_stands_before_is_read_backwards_where_it_is_asked_for(path):
    """Whole lines, the torn one too, and no further than the asking goes."""
    numbered = [b"%07d" % number for number in range(3 * TAIL // 8)]
    append(path, b"\n".join(numbered) + b"\n")
    opener = CountingOpener()
    growing = GrowingFile(path, opener=opener)
    told = lines_of(growing)
    before = growing.lines_before()
    assert next(before) == numbered[-len(told) - 1]
    assert opener.bytes_read == TAIL + CHUNK
    assert [*reversed(list(before)), numbered[-len(told) - 1], *told] == numbered
    assert growing.first_line() == numbered[0]


def test_a_small_file_has_nothing_before(path):
    """All of it was told, the first line too."""
    append(path, b"first\nsecond\n")
    growing = GrowingFile(path)
    assert lines_of(growing) == [b"first", b"second"]
    assert (growing.first_line(), list(growing.lines_before())) == (b"", [])


@pytest.mark.parametrize("how", ["replaced", "cut", "grown too much"])
def test_a_file_that_is_another_one_is_new(path, how):
    """Nothing that was read of it before is put together with what is read now."""
    append(path, b"one\nhal")
    growing = GrowingFile(path)
    assert lines_of(growing) == [b"one"]
    if how == "replaced":
        other = path.with_name("other")
        append(other, b"two, and longer\n")
        other.replace(path)
    elif how == "cut":
        path.write_bytes(b"two\n")
    else:
        os.truncate(path, 100_000_000)
        append(path, b"\ntwo\n")
    assert growing.look() is Change.NEW
    assert [line[:3] for line in growing.new_lines()] == [b"two"]


def test_a_file_that_was_replaced_since_the_look_is_not_read(path):
    """The next look tells that it is new."""
    append(path, b"one\n")
    growing = GrowingFile(path)
    growing.look()
    other = path.with_name("other")
    append(other, b"two\n")
    other.replace(path)
    with pytest.raises(FileNotFoundError):
        list(growing.new_lines())
    assert growing.look() is Change.NEW
    assert list(growing.new_lines()) == [b"two"]


def test_a_pipe_is_not_opened(path):
    """It would wait for a writer for ever."""
    os.mkfifo(path)
    growing = GrowingFile(path)
    growing.look()
    with pytest.raises(FileNotFoundError):
        list(growing.new_lines())
