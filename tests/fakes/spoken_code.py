"""Reads code for texts that people would read without a translator having seen them."""

import ast
import re
from collections.abc import Iterator

SPEAKING = {"tr": slice(0, 1), "mark": slice(0, 1), "tr_n": slice(1, 3)}
"""The door, and which arguments are its templates."""
_UNSEEN_CALLS = frozenset({
    "log", "debug", "info", "warning", "error", "exception", "getLogger", "compile", "spawn", "_spawn",
    "setObjectName", "setProperty", "property", "Tag", "QKeySequence", "SLOT", "cast", "TypeVar", "new_method_call",
    "MatchRule", "DBusAddress",
})  # fmt: skip
"""Functions whose texts nobody reads on a screen: logs, patterns, Qt's names of things, the bus."""
_OUR_FAULTS = frozenset(
    {"ValueError", "TypeError", "KeyError", "RuntimeError", "AssertionError", "NotImplementedError"}
)
_FOR_PEOPLE = re.compile(r"[A-Z][a-z]+[.:!?…]?|.*[A-Za-z]{2,}[^\w\s]? [A-Za-z].*", re.DOTALL)
"""One word with a capital, or more words than one: a name of a field, a key or a signal looks otherwise."""


def faults(source: str, allowed: frozenset[str] = frozenset()) -> list[str]:
    """Every text that goes round the door, each with its line."""
    tree = ast.parse(source)
    found = [*_templates_that_are_put_together(tree), *_glued(tree)]
    found += [(line, f"not said by tr: {text!r}") for line, text in _bare_texts(tree) if text not in allowed]
    return [f"line {line}: {what}" for line, what in sorted(found)]


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _is_spoken(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"tr", "tr_n"}


def _templates_that_are_put_together(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and _name(node) in SPEAKING):
            continue
        if isinstance(node.func, ast.Attribute):
            yield node.lineno, f"another door: {ast.unparse(node.func)}"
        for template in node.args[SPEAKING[_name(node)]]:
            is_text = isinstance(template, ast.Constant) and isinstance(template.value, str)
            if not (is_text or (_name(node) == "tr" and _is_from_a_table(template))):
                yield node.lineno, f"no literal: {ast.unparse(template)}"


def _is_from_a_table(template: ast.expr) -> bool:
    """It was marked where it stands, and translators have found it there."""
    if isinstance(template, ast.Call):
        return isinstance(template.func, ast.Attribute) and template.func.attr == "get"
    return isinstance(template, ast.Subscript | ast.Attribute | ast.Name)


def _glued(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Sentences that are put together from sentences, in an order that only English has."""
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.BinOp):
            parts = [node.left, node.right] if isinstance(node.op, ast.Add | ast.Mod) else []
        elif isinstance(node, ast.JoinedStr):
            parts = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
        if any(_is_spoken(part) for part in parts):
            yield node.lineno, f"glued: {ast.unparse(node)}"


def _bare_texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Texts for people that stand elsewhere than in the door, in a docstring or in what nobody reads."""
    text = _text(node)
    if text is not None and _FOR_PEOPLE.fullmatch(text.strip()):
        yield node.lineno, text
    for child in _read_on(node):
        yield from _bare_texts(child)


def _text(node: ast.AST) -> str | None:
    """The text that stands there, with an x for each value in it."""
    if isinstance(node, ast.JoinedStr):
        return "".join("x" if part is None else part for part in map(_text, node.values))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _read_on(node: ast.AST) -> list[ast.AST]:  # noqa: C901, PLR0911 - an arm for each place where texts stand
    """The parts of a node in which a text could be for people."""
    match node:
        case ast.JoinedStr():
            return [part for part in node.values if not isinstance(part, ast.Constant)]
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.Import() | ast.ImportFrom():
            return []
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name in _OUR_FAULTS:
            return []
        case ast.Call() if _name(node) in _UNSEEN_CALLS:
            # A function for the event loop may be among its arguments, and what it says is read.
            return [
                node.func,
                *(argument for argument in node.args if not isinstance(argument, ast.Constant | ast.JoinedStr)),
            ]
        case ast.Call() if _name(node) in SPEAKING:
            return [argument for argument in node.args if not isinstance(argument, ast.Constant)] + [
                keyword.value for keyword in node.keywords
            ]
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return [
                *node.body,
                *node.args.defaults,
                *[each for each in node.args.kw_defaults if each],
                *node.decorator_list,
            ]
        case ast.AnnAssign():
            return [node.value] if node.value else []
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return []
        case ast.Compare():
            return [part for part in [node.left, *node.comparators] if not isinstance(part, ast.Constant)]
        case ast.Subscript():
            return [node.value]
    return list(ast.iter_child_nodes(node))
