"""Rules for Codex's own words: what it calls the cause of a turn that failed, which needs no reading of texts.

Words that only say on which way it failed (`http_connection_failed`, `response_too_many_failed_attempts`, `other`)
are not here: the status and the text beside them decide, by the rules for everybody.
"""

from vacancy.domain.cause import Kind, Scope
from vacancy.domain.clues import Both, Codex, Says
from vacancy.domain.digest import Digest
from vacancy.domain.rules.rule import LASTS, PASSES, Cause, Rule


def _nothing_more(digest: Digest) -> bool:
    return digest.inner_status is None and not digest.words


CODEX: tuple[Rule, ...] = (
    Rule(
        name="codex_at_capacity",
        matches=Codex("server_overloaded", "flex_unavailable", "policy_capacity_unavailable"),
        means=Cause(Kind.AT_CAPACITY, Scope.MODEL, PASSES),
        why="Selected model is at capacity, or the capacity of the tier that was asked for is.",
        source="openai/codex codex-rs/protocol: ServerOverloaded",
    ),
    Rule(
        name="codex_usage_limit",
        matches=Codex("usage_limit_exceeded"),
        means=Cause(Kind.QUOTA_EXHAUSTED, Scope.ACCOUNT, LASTS),
        why="The plan's window, the credit or the quota is used up.",
        source="Codex 0.171: usage_limit_reached, usage_not_included, insufficient_quota",
    ),
    Rule(
        name="codex_rate_limit",
        matches=Codex("rate_limit_exceeded"),
        means=Cause(Kind.RATE_LIMITED, Scope.ACCOUNT, PASSES),
        why="The pace of this login or key; from 0.156 on slow_down is called so as well.",
        source="Codex 0.171: rate limit exceeded",
    ),
    Rule(
        name="codex_model_unknown",
        matches=Codex("model_not_found", "access_program_not_enabled"),
        means=Cause(Kind.MODEL_UNAVAILABLE, Scope.MODEL, LASTS),
        why="The model does not exist, or not for this login.",
        source="Codex 0.171: 404 model_not_found",
    ),
    Rule(
        name="codex_server_error",
        matches=Codex("internal_server_error"),
        means=Cause(Kind.SERVER_ERROR, Scope.PROVIDER, PASSES),
        why="A plain 500, whose text speaks of high demand.",
        source="openai/codex codex-rs/protocol: InternalServerError",
    ),
    Rule(
        name="codex_login_refused",
        matches=Codex("unauthorized", "refresh_token_failed", "gateway_login_required"),
        means=Cause(Kind.AUTH_FAILED, Scope.ACCOUNT, LASTS),
        why="The login has ended and could not be renewed.",
        source="Loongphy/codex-auth#104",
    ),
    Rule(
        name="codex_prompt_too_long",
        matches=Codex("context_window_exceeded"),
        means=Cause(Kind.BAD_REQUEST, Scope.REQUEST, LASTS),
        why="The conversation has outgrown the model; it says nothing about room for another.",
        source="Codex 0.171: context_length_exceeded",
    ),
    Rule(
        name="codex_ended_it_itself",
        matches=Codex(
            *("cyber_policy", "bio_policy", "misalignment_policy_violation", "content_policy_violation"),
            *("session_budget_exceeded", "too_many_denials", "inference_hook_denied", "thread_rollback_failed"),
            *("sandbox_error", "interrupted", "turn_aborted", "active_turn_not_steerable"),
        ),
        means=Cause(Kind.OK_BUT_ODD, Scope.REQUEST, LASTS),
        why="A policy, the user or the machine ended this turn; the model was not what failed.",
        source="codex-rs/app-server-protocol: CodexErrorInfo",
    ),
    Rule(
        name="codex_account_not_looked_up",
        matches=Both(Codex("other"), Says(r"workspace routing discovery failed")),
        means=Cause(Kind.NETWORK, Scope.NETWORK, PASSES),
        why="With a ChatGPT login Codex asks first where to go; that failed, and no model was asked.",
        source="Codex 0.171 without a network",
        or_else=(Kind.SERVER_ERROR,),
    ),
    Rule(
        name="codex_not_connected",
        matches=Both(Codex("http_connection_failed", "response_stream_connection_failed"), _nothing_more),
        means=Cause(Kind.NETWORK, Scope.NETWORK, PASSES),
        why="Codex reached nobody: there is neither a status nor a text.",
        source="Codex 0.171: Connection failed, httpStatusCode null",
        or_else=(Kind.SERVER_ERROR,),
    ),
)
