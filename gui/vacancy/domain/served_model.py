"""Which model answered: whether the name in an answer is the model that was asked."""

import re

_ROUTING = re.compile(r":(?:latest|free|nitro|floor|beta|extended)$")
_SNAPSHOT = re.compile(
    r"[-@](?:\d{4}-\d{2}-\d{2}|\d{2}-\d{2}|\d{2}-\d{4}|\d{8}|\d{6}|\d{4}|\d{3})(?:-v\d{1,2}(?::\d{1,2})?)?$"
)
_LATEST = re.compile(r"[-:]latest$")


_SEPARATORS = re.compile(r"[\s._:-]+")
_MAKES = re.compile(
    r"(?:gpt|chatgpt|codex|o\d|davinci|babbage|text-|computer-use|claude|gemini|gemma|palm|llama|codellama|mi[sx]tral"
    r"|ministral|magistral|codestral|devstral|pixtral|qwen|qwq|qvq|deepseek|kimi|moonshot|glm|chatglm|grok|command|aya"
    r"|phi|nova|titan|jamba|yi-|ernie|doubao|hunyuan|minimax|abab|step-|nemotron|granite|sonar|falcon|dbrx|mai-|olmo)"
)
"""How names of known makes begin."""
_FIRST_WORD = re.compile(r"[a-z]+")
_PLACES = (
    *("prod", "production", "dev", "development", "test", "testing", "staging", "deployment", "deploy", "default"),
    *("global", "standard", "datazone", "eastus", "eastus2", "westus", "westus2", "westus3", "northcentralus"),
    *("southcentralus", "centralus", "swedencentral", "westeurope", "northeurope", "francecentral", "uksouth"),
    *("germanywestcentral", "switzerlandnorth", "norwayeast", "japaneast", "australiaeast", "canadaeast"),
    *("koreacentral", "southindia", "eu", "us"),
)
_PLACE = re.compile(rf"(?:[-_.](?:{'|'.join(_PLACES)}))+$")
"""What people add to a model's name when they name a deployment of it; none of them makes another model."""


def is_substitute(*, asked: str, served: str) -> bool:
    """Whether another model answered than the one that was asked.

    A deployment or an alias (`prod-chat`, `auto`) is no model's name, so there is nothing to compare: the name stands
    for whatever answers behind it. A name counts as a model's when it begins like one of a known make, or with the
    word with which the served one begins.
    """
    return _is_model_name(_bare(asked), _bare(served)) and not is_same_model(asked=asked, served=served)


def is_same_model(*, asked: str, served: str) -> bool:
    """Whether both names mean one model.

    A dated snapshot is the model it belongs to, and so is a name with its provider, its routing tag, its place of
    deployment, or with dots and hyphens in other places (`gpt-35-turbo`). Two snapshots, two sizes or two generations
    are two models.
    """
    wanted, given = _bare(asked), _bare(served)
    if wanted == given:
        return True
    wanted_line, given_line = _line(wanted), _line(given)
    both_dated = wanted != wanted_line and given != given_line and not _LATEST.search(wanted)
    return _squeezed(wanted_line) == _squeezed(given_line) and not both_dated


def _is_model_name(asked: str, served: str) -> bool:
    first = _FIRST_WORD.match(served)
    return _MAKES.match(asked) is not None or (first is not None and asked.startswith(first[0]))


def _squeezed(line: str) -> str:
    return _SEPARATORS.sub("", _PLACE.sub("", line))


def _bare(name: str) -> str:
    return _ROUTING.sub("", name.strip().lower().rpartition("/")[2])


def _line(name: str) -> str:
    """The name without the date of its snapshot."""
    return _SNAPSHOT.sub("", _LATEST.sub("", name))
