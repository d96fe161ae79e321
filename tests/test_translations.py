"""The translations: every text of the code has its words, and they are written as that language is written."""

import ast
import importlib.util
import re
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from vacancy.views import times
from vacancy.words import Language, speak, tr, tr_n

ROOT = Path(__file__).parents[1]
SPEC = importlib.util.spec_from_file_location("translations", ROOT / "build_scripts/translations.py")
translations = sys.modules["translations"] = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(translations)

CHINESE = translations.opened(ROOT / "resources/translations/zh_CN.po").catalog
SAID = [
    (translations._forms(entry.id)[-1], translations._forms(entry.string)[0])
    for entry in CHINESE
    if entry.id and translations._is_said(entry)
]
"""Each English text, with its plural where there is one, and the Chinese for it."""
ONE_WORD_EACH = {
    "the keyring": "密钥环", "status page": "状态页", "gateway": "网关", "proxy": "代理", "certificate": "证书",
    "offline": "离线", "unstable": "不稳定", "needs you": "需要你处理", "settings": "设置", "token": "token",
    "tell me when": "通知我", "environment variable": "环境变量", "switch": "切换",
}  # fmt: skip
"""Words that name things of ours: whoever meets one again has to recognise it."""


@pytest.fixture
def chinese():
    """Chinese for the length of a test."""
    speak(Language.CHINESE)
    yield
    speak(Language.ENGLISH)


@pytest.mark.parametrize("po", sorted((ROOT / "resources/translations").glob("*.po")), ids=lambda po: po.stem)
def test_every_text_of_the_code_is_translated(po):
    """Nothing is missing, doubtful, left over, or has other places than the English, and the .mo says the same."""
    assert translations.faults_of(translations.opened(po), translations.texts(ROOT / "gui/vacancy")) == []


@pytest.mark.parametrize("language", [each for each in Language if each is not Language.ENGLISH])
def test_every_language_of_the_settings_has_a_catalogue(language):
    """Whoever chooses it hears it."""
    speak(language)
    try:
        assert tr("available") != "available"
    finally:
        speak(Language.ENGLISH)


def test_a_number_has_one_sentence_in_chinese(chinese):
    """Chinese has no plural: one and many are said alike, with their number."""
    assert [tr_n(count, "{n} model", "{n} models") for count in (1, 2)] == ["1 个模型", "2 个模型"]


def test_dates_and_spans_are_told_in_the_order_of_the_language(chinese):
    """Year, month and day from large to small; what is past and what comes have their word behind the span."""
    noon = times.datetime.fromisoformat("2026-11-29T12:00:00+00:00")
    assert times.clock(noon - times.timedelta(days=400), noon, noon.tzinfo) == "2025年10月25日 12:00"
    assert times.ago(noon - times.timedelta(minutes=6), noon, noon.tzinfo) == "6 分钟前"
    assert times.next_check(noon + times.timedelta(seconds=40), noon, noon.tzinfo) == "40 秒后"


def test_chinese_is_set_as_chinese():
    """Chinese marks, a space between Chinese and Latin letters or figures, and the same access key as in English."""
    assert len(SAID) > 500
    assert {chinese: faults for english, chinese in SAID if (faults := faults_of_the_setting(english, chinese))} == {}


def faults_of_the_setting(english, chinese):
    """What is wrong with how a translation is set."""
    han, latin = "[\u4e00-\u9fff]", "[A-Za-z0-9]"
    keys = [re.findall("&(.)", text) for text in (english, chinese)]
    label = re.sub(r"\(&.\)", "", chinese)
    found = []
    if [key.upper() for key in keys[0]] != keys[1]:
        found.append("access key")
    if re.search(rf"{han} ?[,;:?!()]|[,;:?!()] ?{han}", label):
        found.append("a Latin mark beside Chinese")
    if re.search(rf"{han}{latin}|{latin}{han}", re.sub("[0-9]+月", "月", label)):
        found.append("no space between Chinese and Latin")
    if re.search("[，。：；（）？、] | [，。：；（）？、]", label):
        found.append("a space beside a Chinese mark")
    if english[-1] in ".:?…" and not chinese.endswith({".": "。", ":": "：", "?": "？", "…": "…"}[english[-1]]):
        found.append("another end")
    return found


@pytest.mark.parametrize(
    ("english", "chinese", "fault"),
    [
        ("&Key", "密钥(&X)", "access key"),
        ("full, again", "已满, 再次", "a Latin mark beside Chinese"),
        ("API key", "API密钥", "no space between Chinese and Latin"),
        ("full: {why}", "已满： {why}", "a space beside a Chinese mark"),
        ("Saved.", "已保存", "another end"),
    ],
)
def test_a_careless_setting_is_found(english, chinese, fault):
    """The rule above can fail."""
    assert faults_of_the_setting(english, chinese) == [fault]


@pytest.mark.parametrize("word", ONE_WORD_EACH)
def test_one_thing_has_one_word(word):
    """The glossary at the head of the .po is kept."""
    named = re.compile(rf"\b{word}s?\b", re.IGNORECASE)
    found = [(english, chinese) for english, chinese in SAID if named.search(english)]
    assert found
    assert [pair for pair in found if ONE_WORD_EACH[word] not in pair[1]] == []


def language_of(tmp_path, *entries, compiled=None):
    """A language with these entries, each `(text, translation, flags...)`; the .mo is of `compiled` or of the same."""
    po = tmp_path / "xx.po"
    catalog = Catalog()
    for text, said, *flags in entries:
        catalog.add(text, said, flags=flags)
    with po.open("wb") as file:
        write_po(file, catalog)
    language = translations.opened(po)
    with language.mo.open("wb") as file:
        write_mo(file, catalog if compiled is None else compiled)
    return language


def code(tmp_path, source):
    """The texts of a small program."""
    (tmp_path / "code").mkdir(exist_ok=True)
    (tmp_path / "code" / "one.py").write_text(source, encoding="utf-8")
    return translations.texts(tmp_path / "code")


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ([], "missing: '{n} is full'"),
        ([("{n} is full", "")], "not translated: '{n} is full'"),
        ([("{n} is full", "{n} voll", "fuzzy")], "fuzzy: '{n} is full'"),
        ([("{n} is full", "{m} voll")], "other places than in '{n} is full': '{m} voll'"),
        ([("{n} is full", "{n voll")], "other places than in '{n} is full': '{n voll'"),
        ([("{n} is full", "{n} voll"), ("gone", "weg")], "no longer said: 'gone'"),
        ([("{n} is full", "{n} voll")], None),
    ],
)
def test_the_check_names_what_is_wrong(tmp_path, entries, fault):
    """Each kind of fault by itself, and none where there is none."""
    found = translations.faults_of(language_of(tmp_path, *entries), code(tmp_path, 'tr("{n} is full", n=1)'))
    assert found == ([] if fault is None else [fault])


def test_a_mo_of_yesterday_is_found(tmp_path):
    """What was translated and not compiled would not be heard."""
    old = Catalog()
    old.add("full", "satt")
    language = language_of(tmp_path, ("full", "voll"), compiled=old)
    assert translations.faults_of(language, code(tmp_path, 'tr("full")')) == ["the .mo is out of date"]
    language.mo.unlink()
    assert translations.faults_of(language, code(tmp_path, 'tr("full")')) == ["the .mo is out of date"]


def test_an_update_keeps_translations_finds_new_texts_and_drops_old_ones(tmp_path):
    """What is new waits for its words, what was there keeps them, and both are in the files."""
    language = language_of(tmp_path, ("full", "voll"), ("gone entirely", "weg"))
    template = code(tmp_path, 'tr("full"); tr_n(n, "{n} thing of another sort", "{n} things of another sort")')
    translations.update(language, template)
    again = translations.opened(language.po)
    assert translations._sayings(again.catalog) == {"full": ("voll",)}
    assert translations.faults_of(again, template)[0] == "not translated: '{n} thing of another sort'"
    before = language.po.read_bytes()
    translations.update(again, template)
    assert language.po.read_bytes() == before


def test_templates_are_found_where_they_are_said(tmp_path):
    """The arguments of `tr`, `mark` and `tr_n`, also when they are wrapped or lie in calls; a table's words once."""
    source = 'say(tr("a" "b", x=tr("c")))\nW = mark("d")\ntr(W)\ntr_n(len(many), "{n} e", "{n} es")\nother("f")'
    assert set(translations.templates(ast.parse(source))) == {("ab",), ("c",), ("d",), ("{n} e", "{n} es")}
