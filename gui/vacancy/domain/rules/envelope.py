"""Rules for the envelope, when nothing in it spoke: types first, then statuses, then the end of the table."""

from vacancy.domain.cause import Kind, Scope
from vacancy.domain.clues import Both, Coded, Either, Says, Status, broke_off, page, success
from vacancy.domain.digest import Digest, Shape
from vacancy.domain.rules.rule import LASTS, PASSES, Cause, Rule


def _speaks_of_trouble(digest: Digest) -> bool:
    return digest.shape is Shape.ANSWER


def _stream_failed(digest: Digest) -> bool:
    return digest.is_success and digest.shape is Shape.FAILURE


def _spoke(digest: Digest) -> bool:
    return bool(digest.words or digest.codex_error)


def _anything(_: Digest) -> bool:
    return True


ENVELOPE: tuple[Rule, ...] = (
    Rule(
        name="key_number",
        matches=Coded("1000", "1001", "1002", "1003", "1004", "1110", "1111", "1112", "1121", "1220"),
        means=Cause(Kind.AUTH_FAILED, Scope.ACCOUNT, LASTS),
        why="Numbers of one vendor for keys and accounts; after all words, because others count differently.",
        source="Z.ai and Zhipu: business error codes",
    ),
    Rule(
        name="stream_cut_by_server",
        matches=Says(r"stream disconnected before completion|stream closed before|stream ended before"),
        means=Cause(Kind.SERVER_ERROR, Scope.PROVIDER, PASSES),
        why="The stream began and was cut without a word.",
        source="openai/codex codex-rs/core: stream disconnected before completion",
        or_else=(Kind.NETWORK,),
    ),
    Rule(
        name="status_blocked_page",
        matches=Both(page, Status(403, 451)),
        means=Cause(Kind.NETWORK, Scope.NETWORK, LASTS),
        why="A page with 403 is a firewall's; an API refuses in JSON.",
        source="labelled cases: 403 is mostly network blocks and money",
    ),
    Rule(
        name="key_or_permission_type",
        matches=Says(
            r"unauthori[sz]ed|unauthenticated|authentication ?error|permission ?(?:denied|error)|access ?denied",
            r"forbidden",
        ),
        means=Cause(Kind.AUTH_FAILED, Scope.ACCOUNT, LASTS),
        why="The type says key or permission, and the text says nothing else.",
        source="Azure PermissionDenied; Mistral Unauthorized; Volcengine AuthenticationError",
    ),
    Rule(
        name="status_key",
        matches=Status(401),
        means=Cause(Kind.AUTH_FAILED, Scope.ACCOUNT, LASTS),
        why="401 without a clearer word.",
        source="RFC 9110 15.5.2",
    ),
    Rule(
        name="status_payment",
        matches=Status(402),
        means=Cause(Kind.QUOTA_EXHAUSTED, Scope.ACCOUNT, LASTS),
        why="402 without a clearer word.",
        source="RFC 9110 15.5.3; OpenRouter, DeepSeek",
    ),
    Rule(
        name="status_forbidden",
        matches=Status(403, 451),
        means=Cause(Kind.AUTH_FAILED, Scope.ACCOUNT, LASTS),
        why="403 without a clearer word.",
        source="RFC 9110 15.5.4",
        or_else=(Kind.NETWORK,),
    ),
    Rule(
        name="status_too_many",
        matches=Status(429),
        means=Cause(Kind.RATE_LIMITED, Scope.ACCOUNT, PASSES),
        why="A bare 429 cannot be told apart; own pace is the commonest cause, and waiting suits most others.",
        source="RFC 6585; labelled cases",
        or_else=(Kind.QUOTA_EXHAUSTED,),
    ),
    Rule(
        name="status_not_found",
        matches=Status(404),
        means=Cause(Kind.BAD_REQUEST, Scope.REQUEST, LASTS),
        why="404 without a word: the path is wrong, or the model is.",
        source="RFC 9110 15.5.5; labelled cases",
        or_else=(Kind.MODEL_UNAVAILABLE,),
    ),
    Rule(
        name="status_request",
        matches=Status(400, 405, 406, 409, 410, 411, 413, 414, 415, 422, 426, 431),
        means=Cause(Kind.BAD_REQUEST, Scope.REQUEST, LASTS),
        why="The server refuses this request as it is.",
        source="RFC 9110 15.5",
    ),
    Rule(
        name="status_redirect",
        matches=Status(range(300, 400)),
        means=Cause(Kind.NETWORK, Scope.NETWORK, LASTS),
        why="An API does not redirect; we do not carry the key to another address.",
        source="RFC 9110 15.4",
    ),
    Rule(
        name="status_unavailable",
        matches=Status(503),
        means=Cause(Kind.SERVER_ERROR, Scope.PROVIDER, PASSES),
        why="503 without a clearer word is what a crashed and what a full server say.",
        source="RFC 9110 15.6.4; labelled cases",
        or_else=(Kind.AT_CAPACITY,),
    ),
    Rule(
        name="status_server",
        matches=Status(range(500, 600), 408, 425, 499),
        means=Cause(Kind.SERVER_ERROR, Scope.PROVIDER, PASSES),
        why="The server, or the gateway before it, failed and gave no reason.",
        source="RFC 9110 15.6",
    ),
    Rule(
        name="kept_alive_only",
        matches=Both(success, Says(r"openrouter processing|^(?:data: )?:? ?(?:keep-?alive|ping|heartbeat)\b")),
        means=Cause(Kind.OK_BUT_ODD, Scope.PROVIDER, PASSES),
        why="Signs of life, and no answer: the gateway is up, and the model never spoke.",
        source="mnfst/llm-gateway#2053; OpenRouter: comments in the stream",
    ),
    Rule(
        name="stream_reports_failure",
        matches=Either(_stream_failed, Both(success, broke_off)),
        means=Cause(Kind.SERVER_ERROR, Scope.PROVIDER, PASSES),
        why="A success that carries an error of unknown cause is a failure.",
        source="openai/codex: response.failed",
        or_else=(Kind.AT_CAPACITY,),
    ),
    Rule(
        name="request_type",
        matches=Says(r"invalid ?request|bad ?request|invalid ?argument"),
        means=Cause(Kind.BAD_REQUEST, Scope.REQUEST, LASTS),
        why="The type blames the request, and no status or text says more.",
        source="OpenAI invalid_request_error, which also wraps keys, models and money",
    ),
    Rule(
        name="answer_sounds_like_an_error",
        matches=_speaks_of_trouble,
        means=Cause(Kind.OK_BUT_ODD, Scope.PROVIDER, PASSES),
        why="The answer's text reads like an error that we do not know.",
        source="decolua/9router#3232",
        or_else=(Kind.SERVER_ERROR,),
    ),
    Rule(
        name="success_unreadable",
        matches=success,
        means=Cause(Kind.OK_BUT_ODD, Scope.PROVIDER, PASSES),
        why="A success that nobody can read proves nothing.",
        source="RFC 9110 15.3: a success says only that the request was taken",
        or_else=(Kind.SERVER_ERROR,),
    ),
    Rule(
        name="words_unknown",
        matches=_spoke,
        means=Cause(Kind.SERVER_ERROR, Scope.PROVIDER, PASSES),
        why="Something was said that no rule knows: cannot tell.",
        source="the end of the table",
        or_else=(Kind.BAD_REQUEST,),
    ),
    Rule(
        name="silence",
        matches=_anything,
        means=Cause(Kind.NETWORK, Scope.NETWORK, PASSES),
        why="No answer, no words: the API was not reached, as far as anybody can see.",
        source="the end of the table",
        or_else=(Kind.SERVER_ERROR,),
    ),
)
