"""Rules for what waiting mends: shared capacity, and our own pace."""

from vacancy.domain.cause import Kind, Scope
from vacancy.domain.clues import Both, Coded, Either, Says, Status
from vacancy.domain.digest import Digest
from vacancy.domain.rules.rule import PASSES, Cause, Rule


def _not_refused(digest: Digest) -> bool:
    """The status does not refuse the request as such; a refused one may name a field or a tier in words of load."""
    return digest.inner_status not in (400, 404, 413, 422)


def _says_no_more(digest: Digest) -> bool:
    """No word of a limit, of throttling or of a wait beside the name of the status."""
    return digest.wait_s is None and not any(
        word in digest.words for word in ("rate limit", "rate-limit", "throttl", "limit exceeded")
    )


FULL: tuple[Rule, ...] = (
    Rule(
        name="full_in_plain_words",
        matches=Says(
            r"(?:model|servers?|engine|system) (?:is|are) (?:currently |temporarily )?overloaded",
            r"(?:model|servers?|engine|system) (?:is|are) (?:currently |temporarily )?at (?:full |maximum )?capacity",
            r"^overloaded error$|^engine overloaded|^(?:model )?capacity exhausted$",
            r"模型.{0,10}(?:访问量过大|过载|繁忙|负载过高)",
        ),
        means=Cause(Kind.AT_CAPACITY, Scope.MODEL, PASSES),
        why="A whole sentence or code that says full; offers to buy priority may stand beside it.",
        source="OpenAI server_is_overloaded; Codex; Anthropic overloaded_error; Kimi engine_overloaded_error",
    ),
)

CAPACITY: tuple[Rule, ...] = (
    Rule(
        name="high_demand_over_any_fault",
        matches=Says(r"high demand, which may cause temporary errors"),
        means=Cause(Kind.SERVER_ERROR, Scope.PROVIDER, PASSES),
        why="Codex shows this sentence for every plain 500, so it says nothing about load.",
        source="openai/codex codex-rs/protocol/src/error.rs",
    ),
    Rule(
        name="local_queue_full",
        matches=Says(r"local.{0,30}queue|queue budget"),
        means=Cause(Kind.RATE_LIMITED, Scope.PROVIDER, PASSES),
        why="A router on this side holds its own queue, and says so; the model was not asked.",
        source="diegosouzapw/OmniRoute#9731",
    ),
    Rule(
        name="at_capacity",
        matches=Both(
            _not_refused,
            Either(
                Says(
                    r"over ?load(?:ed)?\b|at (?:full |max(?:imum)? )?capacity|(?:high|heavy) usage\b",
                    r"(?:exceeds|outstrips) (?:our )?supply",
                    r"(?:insufficient|not enough) (?:compute |gpu )?resources|shed(?:ding)? load",
                    r"gpus? .{0,10}exhausted",
                    r"policy capacity|flex unavailable",
                    r"(?:over|out of|no|insufficient|not enough|lack of|limited) capacity",
                    r"capacity (?:limit )?(?:is )?(?:exceeded|exhausted|unavailable|reached|constraint)",
                    r"(?:high|heavy|unusual|peak|max|maximum) (?:demand|load|traffic)|under (?:heavy|high) |\bbusy\b",
                    r"rate-limited upstream|upstream provider shared pool|receiving too many requests",
                    r"worker.{0,40}limit reached|queue (?:is )?(?:full|exceeded)",
                    r"(?:error from provider|upstream).{0,40}too many requests",
                    r"resource exhausted.{0,20}try again later",
                    r"no (?:instances?|workers?|gpus?|resources?) (?:are |is )?available|server temporarily limit",
                    r"负载.{0,4}饱和|负载(?:过|较|太)高|高负载|负荷|繁忙|访问量过大|请求过多|过载|资源不足|算力不足|拥挤|容量不足",
                ),
                Coded("1305", "1312"),
                Status(529),
            ),
        ),
        means=Cause(Kind.AT_CAPACITY, Scope.MODEL, PASSES),
        why="Shared capacity is full, even when it is sent as 429, as a limit, or within a success.",
        source="OpenAI server_is_overloaded; Anthropic 529; Gemini MODEL_CAPACITY_EXHAUSTED; Kimi; Azure; new-api",
    ),
    Rule(
        name="slow_down_from_a_full_server",
        matches=Both(Says(r"slow ?down"), Status(503)),
        means=Cause(Kind.AT_CAPACITY, Scope.MODEL, PASSES),
        why="slow_down as 503 is capacity; as 429 it is our own ramp.",
        source="OpenAI error codes; openai/codex up to 0.152",
    ),
)


PACE: tuple[Rule, ...] = (
    Rule(
        name="too_many_and_no_more",
        matches=Both(
            Says(
                r"retry limit, last status: 429",
                r"^(?:http )?(?:error )?(?:429:? )?too many requests\.?$",
                r"^(?:http )?(?:error )?429(?: status code \(no body\))?\.?$|last error: too many requests",
            ),
            _says_no_more,
        ),
        means=Cause(Kind.RATE_LIMITED, Scope.ACCOUNT, PASSES),
        why="The bare name of the status, which is printed over own pace, empty accounts and full servers alike.",
        source="Codex 0.171: exceeded retry limit, last status: 429; NVIDIA NIM; Google front end",
        or_else=(Kind.QUOTA_EXHAUSTED,),
    ),
    Rule(
        name="no_deployment_left",
        matches=Says(r"no deployments available"),
        means=Cause(Kind.RATE_LIMITED, Scope.MODEL, PASSES),
        why="A router cooled down every route to this model and does not say why.",
        source="BerriAI/litellm#20867",
    ),
    Rule(
        name="own_rate_limit",
        matches=Either(
            Says(
                r"rate.?limit|too many (?:requests|tokens|concurrent|connections)|throttl|slow ?down|requests? limit",
                r"retry limit, last status: 429|being limited|resource (?:has been )?exhausted|request was throttled",
                r"速率|频率|限流|过于频繁",
            ),
            Coded("1302", "1303", "1304"),
        ),
        means=Cause(Kind.RATE_LIMITED, Scope.ACCOUNT, PASSES),
        why="Too many of our requests, tokens or connections, by the provider's or the gateway's count.",
        source="OpenAI rate_limit_exceeded; Anthropic rate_limit_error; Bedrock ThrottlingException; Zhipu 1302",
    ),
)
