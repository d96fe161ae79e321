"""The door through which every text passes."""

import pytest

from vacancy.assets import asset
from vacancy.words import Language, asked_for, catalogue, language_of, plain, shortened, tr, tr_n


def test_values_fill_the_named_places():
    """The order is the template's, so a translation may turn it round."""
    assert tr("{b} before {a}", a=1, b=2) == "2 before 1"


def test_braces_in_a_value_stay_what_they_are():
    """A vendor's text is no template."""
    assert tr("said: {text}", text="{name} {0}") == "said: {name} {0}"


@pytest.mark.parametrize(("count", "said"), [(0, "0 models"), (1, "1 model"), (2, "2 models")])
def test_a_number_chooses_its_sentence(count, said):
    """One has its own template."""
    assert tr_n(count, "{n} model", "{n} models") == said


def test_foreign_text_becomes_one_bounded_line():
    """Line ends, control and direction characters go; what is cut says so."""
    assert plain("a\r\n\x1b[31mb\u202ec\u200b d") == "a [31mb c d"
    assert plain("x" * 50, 10) == "x" * 9 + "…"


def test_a_name_is_shortened_in_its_middle():
    """Names of one family differ at their end, which stays; a short name stays whole."""
    family = ("openai/gpt-oss-120b-instruct-alpha", "openai/gpt-oss-120b-instruct-beta")
    assert [shortened(name, 20) for name in family] == ["openai/gpt…uct-alpha", "openai/gpt…ruct-beta"]
    assert all(len(shortened(family[0], limit)) == limit for limit in range(3, 30))
    assert shortened("gpt-6-luna", 10) == "gpt-6-luna"


@pytest.mark.parametrize("invisible", "\x00\u061c\u00ad\u202e\u2066\ufff9\ud800\U000e0041")
def test_what_cannot_be_seen_or_encoded_leaves_a_foreign_text(invisible):
    """It could turn the words behind it round, or end whoever writes the line down."""
    assert plain(f"gpt{invisible}-6") == "gpt -6"


@pytest.mark.parametrize("kept", [0, 3, 10, 5000])
def test_a_broken_catalogue_is_an_error_of_the_system(tmp_path, kept):
    """Whoever asked for that language goes on in the old one, whatever is wrong with the file."""
    path = tmp_path / "half.mo"
    path.write_bytes(asset("translations/zh_CN.mo").read_bytes()[:kept])
    with pytest.raises(OSError, match="Errno 22"):
        catalogue(path)


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (["zh-Hans-CN", "en-US"], Language.CHINESE),
        (["zh_CN.UTF-8"], Language.CHINESE),
        (["zh-Hant-TW", "zh-CN"], Language.CHINESE),
        (["zh-Hant-TW"], Language.ENGLISH),
        (["zh-Hant-TW", "zh-TW", "zh-Hant", "zh"], Language.ENGLISH),
        (["zh-Hant-TW", "zh-TW", "zh-Hant", "zh", "zh-Hans-CN"], Language.CHINESE),
        (["zh"], Language.CHINESE),
        (["de-DE", "zh-CN"], Language.CHINESE),
        (["en-GB", "zh-CN"], Language.ENGLISH),
        (["C"], Language.ENGLISH),
        (["fr"], Language.ENGLISH),
        ([], Language.ENGLISH),
    ],
)
def test_the_first_wish_that_we_speak_is_granted(wanted, language):
    """Traditional Chinese is another script; whoever reads it gets what they asked for next."""
    assert language_of(wanted) is language


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, ("C",)),
        ({"LANG": "zh_CN.UTF-8"}, ("zh_CN.UTF-8",)),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "zh_CN"}, ("C.UTF-8",)),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "zh_CN:en"}, ("zh_CN", "en", "de_DE.UTF-8")),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, ("en_GB.UTF-8",)),
    ],
)
def test_the_environment_names_languages_as_gettext_reads_them(environment, wanted):
    """LC_ALL wins over LC_MESSAGES over LANG; LANGUAGE counts unless the locale is C."""
    assert asked_for(environment) == wanted
