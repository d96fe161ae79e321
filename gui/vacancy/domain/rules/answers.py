"""Rules for what came with the shape of an answer, and for prompts that are not welcome."""

from vacancy.domain.cause import Kind, Scope
from vacancy.domain.clues import Both, Coded, Either, Says, broke_off
from vacancy.domain.digest import Digest, Shape
from vacancy.domain.evidence import Ending
from vacancy.domain.rules.rule import LASTS, PASSES, Cause, Rule
from vacancy.domain.served_model import is_substitute


def _answered(digest: Digest) -> bool:
    return digest.answered


def _other_model(digest: Digest) -> bool:
    served = digest.answer.served_model if digest.answer else None
    return bool(served and digest.asked_model and is_substitute(asked=digest.asked_model, served=served))


def _is_answer(digest: Digest) -> bool:
    return digest.shape is Shape.ANSWER and not digest.words


def _refused(digest: Digest) -> bool:
    return digest.answer is not None and digest.answer.ending is Ending.REFUSED


ANSWERS: tuple[Rule, ...] = (
    Rule(
        name="answered_by_another_model",
        matches=Both(_answered, _other_model),
        means=Cause(Kind.OK_BUT_ODD, Scope.MODEL, PASSES),
        why="A fallback behind the name answers; it proves nothing about the model that was asked.",
        source="facts: an answer from another model is no plain answer",
    ),
    Rule(
        name="answered",
        matches=_answered,
        means=Cause(Kind.OK, Scope.MODEL, LASTS),
        why="The protocol's own last event says that the answer is whole, or stopped at our own token limit.",
        source="OpenAI API reference: response.completed, finish_reason",
    ),
    Rule(
        name="answer_refused",
        matches=Both(_is_answer, Either(_refused, Coded("content_filter", "refusal", "safety", "recitation"))),
        means=Cause(Kind.OK_BUT_ODD, Scope.REQUEST, LASTS),
        why="A refusal or a filter: the model is up and has room.",
        source="Azure OpenAI content filter; Anthropic stop_reason refusal",
    ),
    Rule(
        name="answer_broke_off",
        matches=Both(_is_answer, broke_off),
        means=Cause(Kind.SERVER_ERROR, Scope.PROVIDER, PASSES),
        why="The stream ended without its last event: not an answer, and nobody said why.",
        source="openai/codex: stream disconnected before completion",
    ),
    Rule(
        name="answer_without_text",
        matches=_is_answer,
        means=Cause(Kind.OK_BUT_ODD, Scope.REQUEST, LASTS),
        why="Shaped like an answer, but empty, cut, or read without its protocol: the model is up.",
        source="anthropics/anthropic-sdk-typescript#399; google/generative-ai-docs#235",
    ),
)


CONTENT: tuple[Rule, ...] = (
    Rule(
        name="content_refused",
        matches=Says(
            r"content (?:filter|management policy|policy|exists risk)|responsible ?ai",
            r"safety (?:system|filter|reasons)",
            r"(?<!account has been )(?<!account was )flagged|prohibited ?content|blocked ?reason|block ?reason",
            r"usage polic|inappropriate",
            r"considered high risk",
            r"data inspection|moderation|violat.{0,40}(?:content|usage) |internalerror ?\.?algo|internal error algo",
            r"(?:cyber|bio|misalignment) policy|invalid prompt|unsafe|敏感|不安全|违规|安全策略",
        ),
        means=Cause(Kind.OK_BUT_ODD, Scope.REQUEST, LASTS),
        why="A filter refused the prompt or the answer, whatever status carries it.",
        source="Azure content filtering; immersive-translate#2505; Zhipu 1301",
    ),
)
