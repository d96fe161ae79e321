"""YAML: where each value stands, as PyYAML's marks say it, and how one of them is exchanged.

Only the marks and the tree of nodes are used; no values are made, so that no tag of the file is acted upon.
"""

import json
import re
from collections.abc import Iterator
from itertools import count

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from vacancy.switching.syntax import KeyPath, Splice, UnfitTextError, by_hand, key_name
from vacancy.words import plain, tr

_TEXT = "tag:yaml.org,2002:str"
_NULL = "tag:yaml.org,2002:null"
_PLAIN = re.compile(r"[A-Za-z][\w./+-]*(?::[\w./+-]+)*")
"""What can stand without quotes wherever a value can."""
_MOST_VALUES = 200_000
"""Names for values that hold each other many times can mean more of them than there are atoms."""


class YamlSyntax:
    """YAML 1.1, one document."""

    def load(self, text: str) -> object:
        """The document: dicts, lists, texts, and pairs of a tag and a text for everything else."""
        root = _compose(text)
        return {} if root is None else _meaning(root, count())

    def splice(self, text: str, where: KeyPath, value: str, *, after: KeyPath | None) -> Splice:
        """The change that sets a text; a missing key becomes the first of its mapping. `after` is not heeded."""
        del after
        root = _compose(text)
        parent = None if root is None else _node(root, where[:-1])
        old = None if root is None else _node(root, where)
        if old is None:
            return _insertion(text, parent, where, value, is_empty=root is None)
        line = old.start_mark.line + 1
        begin, end = old.start_mark.index, old.end_mark.index
        if not isinstance(old, ScalarNode) or old.tag not in {_TEXT, _NULL}:
            raise UnfitTextError(tr("{key} is no text there. Change it there by hand.", key=key_name(where)), line)
        if old.style in {"|", ">"} or text[begin:end].startswith(("&", "*", "!")) or _is_alias(parent, where, begin):
            raise UnfitTextError(by_hand(where), line)
        return Splice(begin, end, (" " if begin == end else "") + _quoted(value, old.style))


def _compose(text: str) -> Node | None:
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise UnfitTextError(
            tr(
                "this is not YAML ({detail}). Correct it first: the tool itself cannot read it either.",
                detail=plain(error.problem or error.context or ""),
            ),
            mark.line + 1 if mark else None,
        ) from None
    except yaml.YAMLError:
        raise UnfitTextError(tr("a character stands in it that YAML does not allow.")) from None


def _meaning(node: Node, values: Iterator[int]) -> object:
    """What a node means; `values` counts them.

    Raises:
        UnfitTextError: a key is no text or stands there twice, or the values are too many.
    """
    if next(values) > _MOST_VALUES:
        raise UnfitTextError(tr("it means more values than can be read."), node.start_mark.line + 1)
    if isinstance(node, MappingNode):
        meaning: dict[object, object] = {}
        for key, value in node.value:
            name = _meaning(key, values)
            if not isinstance(name, str | tuple) or name in meaning:
                raise UnfitTextError(tr("a key stands there twice, or is no text."), key.start_mark.line + 1)
            meaning[name] = _meaning(value, values)
        return meaning
    if isinstance(node, SequenceNode):
        return [_meaning(each, values) for each in node.value]
    return node.value if node.tag == _TEXT else (node.tag, node.value)


def _node(node: Node, where: KeyPath) -> Node | None:
    for step in where:
        if isinstance(node, MappingNode) and isinstance(step, str):
            found = next((value for key, value in node.value if key.value == step and key.tag == _TEXT), None)
        elif isinstance(node, SequenceNode) and isinstance(step, int):
            found = node.value[step] if step < len(node.value) else None
        else:
            found = None
        if found is None:
            return None
        node = found
    return node


def _is_alias(parent: Node | None, where: KeyPath, begin: int) -> bool:
    """The value stands somewhere else, where an anchor gave it a name; other keys may use it too."""
    if isinstance(parent, MappingNode):
        key = next(key for key, _ in parent.value if key.value == where[-1])
        return bool(begin < key.end_mark.index)
    return False


def _insertion(text: str, parent: Node | None, where: KeyPath, value: str, *, is_empty: bool) -> Splice:
    """A new line above the first key of a mapping, as far to the right as it is."""
    end_of_line = "\r\n" if "\r\n" in text[: text.find("\n") + 1] else "\n"
    line = f"{_quoted(str(where[-1]), None)}: {_quoted(value, None)}"
    if is_empty and len(where) == 1:
        gap = "" if not text or text.endswith("\n") else end_of_line
        return Splice(len(text), len(text), f"{gap}{line}{end_of_line}")
    if not isinstance(parent, MappingNode) or parent.flow_style or not parent.value:
        raise UnfitTextError(by_hand(where))
    first = parent.value[0][0].start_mark
    return Splice(first.index, first.index, f"{line}{end_of_line}{' ' * first.column}")


def _quoted(value: str, style: str | None) -> str:
    """The value as YAML, between quotes of the kind that the old one has, or without."""
    if style == "'" and value.isprintable():
        return "'" + value.replace("'", "''") + "'"
    if style is None and _PLAIN.fullmatch(value) and YamlSyntax().load(value) == value:
        return value
    return json.dumps(value, ensure_ascii=False)
