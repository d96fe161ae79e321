"""Rules for what waiting does not mend: money, allowances, key and account."""

from vacancy.domain.cause import Kind, Scope
from vacancy.domain.clues import Both, Coded, Either, Says, Status
from vacancy.domain.digest import Digest
from vacancy.domain.rules.rule import LASTS, PASSES, Cause, Rule

_HOUR_S = 3_600


def _plan_window_used(digest: Digest) -> bool:
    return any(
        digest.header(f"x-codex-{window}-used-percent") in ("100", "100.0") for window in ("primary", "secondary")
    )


def _short_wait(digest: Digest) -> bool:
    return digest.wait_s is not None and digest.wait_s <= _HOUR_S


def _no_short_wait(digest: Digest) -> bool:
    return not _short_wait(digest)


ALLOWANCE: tuple[Rule, ...] = (
    Rule(
        name="larger_than_the_limit",
        matches=Says(r"request too large|too large for (?:model|this)|requested tokens? exceeds?.{0,20}limit"),
        means=Cause(Kind.BAD_REQUEST, Scope.REQUEST, LASTS),
        why="One request above a whole minute's allowance: waiting never helps.",
        source="OpenAI and Groq: Request too large for model",
    ),
    Rule(
        name="money",
        matches=Either(
            Says(
                r"billing (?:hard|not|limit|is|account|issue|error)|insufficient (?:user )?(?:balance|credit|fund)",
                r"(?:credit|account) balance|spend(?:ing)? (?:limit|cap)",
                r"budget.{0,20}exceed|exceed.{0,20}budget|budget limit|crossed budget",
                r"out of credits|key limit|depleted",
                r"\bno .{0,20}credits|(?:n't|not) have (?:any|enough|sufficient) (?:credit|balance|fund)",
                r"not enough (?:balance|credit|fund)|balance.{0,20}(?:insufficient|not enough|too low|exhausted)",
                r"billing (?:to be |must be |has to be )?(?:enabled|disabled)|(?:enable|set up|activate) billing",
                r"(?:purchase|buy|add|more|used all|need|enough|remaining) (?:available )?credits|\btop.?up\b",
                r"recharge|arrear",
                r"payment required|payment method|card was declined|payment failed|account overdue|overdue payment",
                r"insufficient user quota|user quota is not enough",
                r"余额|欠费|充值|账户余额|额度不足|额度已|剩余额度|预扣费",
            ),
            Coded("1113"),
        ),
        means=Cause(Kind.QUOTA_EXHAUSTED, Scope.ACCOUNT, LASTS),
        why="Credit, budget or bill: whatever the status, only paying helps.",
        source="OpenAI billing codes of 2026; one-api; LiteLLM budgets; Zhipu 1113; OpenRouter 402",
    ),
    Rule(
        name="not_in_this_plan",
        matches=Says(r"quota.{0,400}limit: 0\b"),
        means=Cause(Kind.QUOTA_EXHAUSTED, Scope.ACCOUNT, LASTS),
        wait_holds=False,
        why="An allowance of zero: the plan does not include this model, and the wait it names never helps.",
        source="continuedev/continue#10085",
    ),
    Rule(
        name="day_allowance_used",
        matches=Both(
            Says(
                r"per ?day|by ?day|per 86400|/ ?day|daily|per (?:week|month)|weekly|monthly|\b[rt]pd\b",
                r"每日|每天|每周|每月|当日|今日",
            ),
            Either(Says(r"limit|quota|allocation|allowance|exceed|上限|限额|额度"), Status(429)),
            _no_short_wait,
        ),
        means=Cause(Kind.QUOTA_EXHAUSTED, Scope.ACCOUNT, LASTS),
        why="The allowance of a day or longer is gone.",
        source="Gemini GenerateRequestsPerDay; OpenRouter free-models-per-day; Groq TPD",
    ),
    Rule(
        name="limit_of_a_short_window",
        matches=Either(
            Both(Says(r"will reset (?:after|in)"), _short_wait),
            Says(
                r"per ?(?:minute|min|second|sec|hour)\b|perminute|/ ?min\b|\b(?:[rt]p[md]|rps|qps)\b|requests per",
                r"每分钟|每秒|concurren(?:cy|t) (?:limit|request)|max.{0,30}concurren|并发",
            ),
        ),
        means=Cause(Kind.RATE_LIMITED, Scope.ACCOUNT, PASSES),
        why="The limit names its window, and the window is short: our own pace.",
        source="OpenAI RPM and TPM; Gemini PerMinute violations; Kimi, Cerebras, Qianfan",
    ),
    Rule(
        name="plan_limit_until_named",
        matches=Says(
            r"(?:hit|reached) your usage limit.{0,200}try again (?:at|later)", r"usage limit.{0,80}resets? at"
        ),
        means=Cause(Kind.QUOTA_EXHAUSTED, Scope.ACCOUNT, LASTS),
        why="The plan's window is used, and the text names the clock time at which the next one begins.",
        source="openai/codex usage_limit_reached: You've hit your usage limit. ... try again at 5:31 PM.",
    ),
    Rule(
        name="allowance_used",
        matches=Either(
            _plan_window_used,
            Coded("1308", "1309", "1310"),
            Says(
                r"insufficient.quota|exceeded? (?:your )?(?:current )?quota",
                r"quota (?:has been |is )?(?:exceeded|exhausted|used)",
                r"usage limit|usage not included|exceeded your .{0,30}usage|extra usage|used up|allowance",
                r"(?:hit|reached) your (?:plan |session |message )?limit|chatgpt plan, upgrade",
                r"your (?:account|plan).{0,20}capacity",
                r"(?:weekly|monthly|daily|hourly|5-hour|plan) limit|exhausted your capacity|out of quota|no quota",
                r"used (?:up )?all (?:of )?(?:your|the)|billing period",
                r"subscription (?:has |is )?(?:expired|required|ended)",
                r"exceeded current quota|out of .{0,20}quota|quota will be (?:replenished|reset|renewed)",
                r"free (?:tier|trial|usage|plan|requests?|messages?).{0,40}(?:exhaust|limit|ended|expired|over)",
                r"trial.{0,20}(?:expired|ended)",
                r"使用上限|配额|用量.{0,6}(?:上限|用尽|用完)|额度.{0,4}(?:用尽|用完|耗尽)|套餐",
            ),
        ),
        means=Cause(Kind.QUOTA_EXHAUSTED, Scope.ACCOUNT, LASTS),
        why="The plan's or the account's allowance is used.",
        source="openai/codex usage_limit_reached; Zhipu 1308 to 1310; Copilot token usage",
    ),
)


KEY: tuple[Rule, ...] = (
    Rule(
        name="model_not_for_this_key",
        matches=Says(
            r"key not allowed to access model|key model access denied|(?:must be|not) verified|verify organization",
            r"(?:token|令牌|key|team|user).{0,30}(?:not allowed to|no access to|无权).{0,30}(?:model|模型|访问)",
            r"model.{0,80}not supported when using|access program not enabled",
            r"requires an? .{0,20}(?:subscription|plan)\b",
            r"not (?:available|included|offered|enabled) (?:on|in|with|for|under) your (?:current )?(?:plan|tier)",
            r"models?\b.{0,60}not (?:hosted|available|offered|deployed) in (?:this|your|the) (?:region|location)",
            r"models?\b.{0,60}request access",
        ),
        means=Cause(Kind.MODEL_UNAVAILABLE, Scope.MODEL, LASTS),
        why="The key is good; this model is not open to it, or the organisation is not verified.",
        source="LiteLLM key_model_access_denied; lobehub/lobehub#9385; Codex with a ChatGPT account",
    ),
    Rule(
        name="region_of_the_gateway",
        matches=Both(
            Says(r"country|territory|user location|region.{0,30}(?:not|un)(?: |-)?(?:supported|available)"),
            Says(r"not supported|unsupported|not available"),
            Says(r"upstream|from provider|request id:"),
        ),
        means=Cause(Kind.AUTH_FAILED, Scope.PROVIDER, LASTS),
        why="A gateway stands in a region that its own provider refuses; the user cannot mend it.",
        source="songquanpeng/one-api#1692; anomalyco/opencode#45755",
    ),
    Rule(
        name="region_not_served",
        matches=Both(
            Says(r"country|territory|user location|(?:your|this) (?:region|location)"),
            Says(r"not supported|unsupported|not available|restricted|不支持"),
        ),
        means=Cause(Kind.AUTH_FAILED, Scope.NETWORK, LASTS),
        why="The provider does not serve the place that our address is in; another exit decides, not the key.",
        source="OpenAI unsupported_country_region_territory; Gemini user location",
    ),
    Rule(
        name="key_refused",
        matches=Either(
            Says(
                r"(?:invalid|incorrect|wrong|missing|no) (?:x-)?(?:api|auth|access|bearer).?(?:key|token)",
                r"(?:expired|unknown|bad|malformed) (?:api|auth|access|bearer).?(?:key|token)",
                r"api.?key.{0,60}(?:invalid|not (?:valid|found)|expired|missing|incorrect)",
                r"api.?key.{0,60}(?:disabled|revoked|deleted|wrong)",
                r"api.?key.{0,60}(?:required|失效)",
                r"(?:invalid|expired|missing) (?:key|token|credential|authenticat|authorization)",
                r"(?:key|token) (?:has )?expired",
                r"(?:access|refresh|o?auth|bearer|authentication|id) token\b.{0,40}(?:expired|revoked|invalid|refresh)",
                r"(?:security|the|your|this) token\b.{0,40}(?:expired|revoked|invalid|refresh)",
                r"(?:session|credentials?)\b.{0,40}(?:expired|ended|revoked|invalid|not valid)",
                r"only allows?.{0,40}clients?|clients? (?:are|is) not (?:supported|allowed)|rejected.{0,40}credentials",
                r"(?:deactivated|disabled|suspended|banned|invalid) (?:account|workspace|organi[sz]ation)",
                r"(?:sign|log) ?in again|re-?authenticate|not logged in|please (?:log|sign) ?in",
                r"(?:provide|pass|supply) (?:an|a valid|your) api key|auth credentials",
                r"authentication (?:fails|failed|header)|(?:set|missing|include|no|need).{0,20}authorization header",
                r"(?:account|organi[sz]ation|user|workspace|team).{0,60}(?:deactivated|disabled|suspended|banned)",
                r"(?:account|organi[sz]ation|user|workspace|team).{0,60}(?:restricted|locked)",
                r"disabled in this account|violation of.{0,40}terms of|user not found|missing scopes?",
                r"insufficient permission|(?:unable|failed) to (?:locate|load|find).{0,20}credentials",
                r"credentials (?:were |was |are )?(?:not found|missing)|no (?:valid )?credentials",
                r"(?:mismatched|invalid) (?:organization|project|issuer)|member of an organi[sz]ation",
                r"令牌|鉴权|认证失败|身份验证|密钥.{0,10}(?:无效|错误|失效)|账[号户].{0,10}(?:封|禁用|异常|锁定)",
            ),
        ),
        means=Cause(Kind.AUTH_FAILED, Scope.ACCOUNT, LASTS),
        why="Key, token or account: wrong, missing, expired, revoked or closed, whatever the status.",
        source="OpenAI, Anthropic, Gemini API_KEY_INVALID as 400, DeepSeek, one-api, Codex sign-in",
    ),
)
