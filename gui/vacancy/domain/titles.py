"""Which of the user's models a title of the status page names.

The page has no component per model: models appear in titles only, written by people in a hurry ("GPT 5.2",
"4o and 4o-mini", "GPT-5.1 Codex Max"). A wrong alarm is worse than an incident that is shown without a model, so:

- A name matches whole. "GPT-5" is not gpt-5.5, "4o-mini" is not gpt-4o, "GPT-6 Astra Pro" is not gpt-6-astra.
- A number without a variant concerns that model alone: "GPT-6" is not gpt-6-luna. It concerns the variants only
  where the title says so: "GPT-6 models", "the GPT-6 family".
- A snapshot belongs to its name: "gpt-4o" concerns gpt-4o-2024-11-20, and a dated title concerns the undated id.
  Two different dates are two different models.
- A number without "gpt" counts only in its own shape ("4o", "4.1 mini") or where the title speaks of models ("models
  4.5 and 4o mini"); "4 hours", "5.5 % of requests" and "error 500" name nothing.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_STAGES = frozenset({"preview", "latest"})
"""Endings of an id that people leave out when they speak of the model."""

_VARIANTS = _STAGES | frozenset({
    "mini", "nano", "micro", "small", "medium", "large", "pro", "plus", "max", "ultra", "lite", "flash", "turbo",
    "fast", "instant", "thinking", "reasoning", "chat", "codex", "spark", "sol", "luna", "astra", "audio", "realtime",
    "transcribe", "diarize", "tts", "search", "image", "vision", "embedding", "moderation", "research", "oss",
    "instruct", "minimal", "xhigh", "16k", "32k", "128k",
})  # fmt: skip
"""Words that make another model of the name before them, also where they are written small."""

_ORDINARY = frozenset({
    "a", "across", "after", "all", "an", "and", "api", "apis", "are", "as", "at", "availability", "available",
    "azure", "be", "before", "being", "but", "by", "calling", "calls", "cannot", "capacity", "causing", "chatgpt",
    "completions", "degradation", "degraded", "delays", "disruption", "disruptions", "down", "due", "during",
    "elevated", "enterprise", "error", "erroring", "errors", "experiencing", "failed", "failing", "failure",
    "failures", "for", "from", "function", "functions", "further", "gpt", "has", "have", "having", "high", "higher",
    "impact", "impacted", "impacting", "in", "increase", "increased", "inference", "instability", "intermittent",
    "intermittently", "interrupted", "interruption", "interruptions", "investigating", "is", "issue", "issues",
    "latencies", "latency", "limited", "login", "model", "models", "more", "multiple", "not", "now", "of",
    "offline", "on", "openai", "or", "outage", "outages", "over", "partial", "partially", "performance", "problem",
    "problems", "rate", "rates", "reduced", "region", "regions", "reports", "request", "requests", "response",
    "responses", "returning", "returns", "seeing", "service", "several", "showing", "since", "slow", "slowdown",
    "slowdowns", "slower", "slowness", "some", "still", "streaming", "temporarily", "than", "that", "the", "their",
    "this", "through", "timed", "timeout", "timeouts", "timing", "to", "tool", "tools", "traffic", "unable",
    "unavailability", "unavailable", "under", "unresponsive", "unstable", "until", "up", "usage", "users", "using",
    "via", "was", "were", "when", "while", "widespread", "with", "within", "without",
})  # fmt: skip
"""Words that end a name although a title may write them with a capital."""

_UNITS = frozenset({
    "am", "gb", "hour", "hours", "hrs", "k", "m", "mb", "million", "min", "mins", "minute", "minutes", "ms",
    "percent", "pm", "s", "sec", "seconds", "times", "x",
})  # fmt: skip
_JOINTS = frozenset({"and", "or"})
_LIST_SIGNS = frozenset({",", "/", "&", "+"})
_PLURALS = frozenset({"family", "series", "models"})

_WORD = re.compile(r"20\d\d-\d\d-\d\d(?![0-9])|[a-z0-9]+(?:\.[a-z0-9]+)*", re.IGNORECASE | re.ASCII)
_DASHES = re.compile(r"[\u2010-\u2015\u2212_]")
_GLUED = re.compile(r"\bgpt(?=\d)", re.IGNORECASE)
_VERSION = re.compile(r"\d+(?:\.\d+)*[a-z]?|o\d+")
_DECIMAL = re.compile(r"\d+\.\d+")
_LONG_DATE = re.compile(r"20\d{6}")
_SHORT_DATE = re.compile(r"\d{4}")


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    """In small letters; a date without its hyphens; empty for the end of the title."""
    before: str
    """What stands between this word and the one before."""
    capital: bool

    @property
    def hyphened(self) -> bool:
        return self.before == "-"

    @property
    def joined(self) -> bool:
        """Whether it may belong to the same name as the word before."""
        return self.hyphened or (bool(self.before) and self.before.isspace())


@dataclass(frozen=True, slots=True)
class _Name:
    """A model id, taken apart: provider, stage and date are not what people call a model by."""

    words: tuple[str, ...]
    date: str | None
    staged: bool


@dataclass(frozen=True, slots=True)
class _Mention:
    start: int
    end: int
    """Position of the first word after the name, its stage and its date."""
    date: str | None


def models_named_in(title: str, ids: Sequence[str]) -> tuple[str, ...]:
    """Those of the ids that the title names, in their given order, each once."""
    words = _words(title)
    names = {model: _name(model) for model in ids}
    variants = _VARIANTS | {word for name in names.values() for word in name.words[1:]} - _ORDINARY
    spoken = {name.words for name in names.values() if not name.staged}
    return tuple(model for model, name in names.items() if _is_named(name, words, variants, spoken))


def _is_named(name: _Name, words: tuple[_Word, ...], variants: frozenset[str], spoken: set[tuple[str, ...]]) -> bool:
    mentions = [mention for form in _forms(name, spoken) for mention in _mentions(form, name, words, variants)]
    dates = {mention.date for mention in mentions} - {None}
    if mentions and (name.date is None or not dates or name.date in dates):
        return True
    return _family_is_named(name, words)


def _words(text: str) -> tuple[_Word, ...]:
    """The words with what stands between them, and an empty word for the end."""
    plain = _GLUED.sub("gpt-", _DASHES.sub("-", unicodedata.normalize("NFKC", text)))
    found: list[_Word] = []
    end = 0
    for match in _WORD.finditer(plain):
        written = match.group().replace("-", "")
        found.append(_Word(written.lower(), plain[end : match.start()], written[0].isupper()))
        end = match.end()
    return (*found, _Word("", plain[end:] or ".", capital=False))


def _name(model: str) -> _Name:
    bare = model.split(":")[1] if model.lower().startswith("ft:") else model.rsplit("/", 1)[-1].partition(":")[0]
    words = list(_words(bare)[:-1])
    date: str | None = None
    staged = False
    while len(words) > 1:
        if _is_date(words[-1]):
            date = words.pop().text
        elif words[-1].text in _STAGES:
            staged = True
            words.pop()
        else:
            break
    return _Name(tuple(word.text for word in words), date, staged)


def _is_date(word: _Word) -> bool:
    return bool(_LONG_DATE.fullmatch(word.text)) or (word.hyphened and bool(_SHORT_DATE.fullmatch(word.text)))


def _forms(name: _Name, spoken: set[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """The ways to write a name. A stage is left out only where no other id of the user is that shorter name."""
    shorts = [name.words]
    if name.words[:1] == ("gpt",) and len(name.words) > 1:
        shorts.append(name.words[1:])
    for short in shorts:
        if name.staged:
            yield from ((*short, stage) for stage in sorted(_STAGES))
        if not (name.staged and name.words in spoken):
            yield short


def _mentions(
    form: tuple[str, ...], name: _Name, words: tuple[_Word, ...], variants: frozenset[str]
) -> Iterator[_Mention]:
    for start, end in _places(form, words):
        date: str | None = None
        after = end
        while _is_snapshot(words[after]):
            date = words[after].text
            after += 1
        if name.staged and words[after].hyphened and words[after].text in _STAGES:
            after += 1
        if not _extends(words[after], variants) and _stands_alone(form, start, after, words, variants):
            yield _Mention(start, after, date)


def _places(form: tuple[str, ...], words: tuple[_Word, ...]) -> Iterator[tuple[int, int]]:
    """Where those words stand one after the other, not as the tail of a longer hyphened name."""
    for start in range(len(words) - len(form)):
        end = start + len(form)
        within = words[start:end]
        if (
            tuple(word.text for word in within) == form
            and all(word.joined for word in within[1:])
            and not (start and words[start].hyphened)
        ):
            yield start, end


def _is_snapshot(word: _Word) -> bool:
    return _is_date(word) and (word.joined or word.before.strip() == "(")


def _extends(word: _Word, variants: frozenset[str]) -> bool:
    """Whether this word makes another model of the name before it."""
    if word.hyphened:
        return bool(word.text)
    if word.before.strip() == "(":
        return word.text in variants
    return word.joined and (word.text in variants or (word.capital and word.text not in _ORDINARY))


def _stands_alone(
    form: tuple[str, ...], start: int, after: int, words: tuple[_Word, ...], variants: frozenset[str]
) -> bool:
    """Whether those words mean a model by themselves, without "gpt" before them if they have none."""
    text = "".join(form)
    if not any(letter.isalpha() or letter == "." for letter in text):
        return False
    if not any(letter.isdigit() for letter in text):
        return len(form) > 1 and all(word.hyphened for word in words[start + 1 : start + len(form)])
    if not any(letter.isalpha() for letter in form[0]):
        return _bare_number_is_model(form, start, after, words, variants)
    return True


def _bare_number_is_model(
    form: tuple[str, ...], start: int, after: int, words: tuple[_Word, ...], variants: frozenset[str]
) -> bool:
    if not _DECIMAL.fullmatch(form[0]):
        return False
    if len(form) > 1:
        return form[1] in variants
    if words[after].text in _UNITS or words[after].before.lstrip().startswith("%"):
        return False
    return _follows_models(words, start, variants)


def _follows_models(words: tuple[_Word, ...], start: int, variants: frozenset[str]) -> bool:
    """Whether the number stands in a list that began with a model or with the word "models"."""
    if start == 0:
        return False
    before = words[start - 1]
    if before.text in {"model", "models"}:
        return words[start].joined
    if before.text in _JOINTS and start > 1:
        before = words[start - 2]
    elif words[start].before.strip() not in _LIST_SIGNS:
        return False
    return bool(_VERSION.fullmatch(before.text)) or before.text in variants


def _family_is_named(name: _Name, words: tuple[_Word, ...]) -> bool:
    """Whether the title speaks of the whole family: "GPT-6 models", but not "4o and 4o-mini models"."""
    version = next((place for place, word in enumerate(name.words) if _VERSION.fullmatch(word)), None)
    if version is None or name.words[0].isdigit():
        return False
    for start, end in _places(name.words[: version + 1], words):
        listed = start > 0 and (words[start - 1].text in _JOINTS or words[start].before.strip() != "")
        plural = words[end].joined and words[end].text in _PLURALS
        if plural and not (listed and words[end].text == "models"):
            return True
    return False
