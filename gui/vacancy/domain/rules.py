"""Rules: from what was said to its cause, as one ordered table. The first rule that matches decides.

Why this order:

* A clear cause beats its envelope. What the text or a code says beats the type, the type beats the status, the
  innermost error beats its wrapper. So the table goes from words that can mean one thing only to words that are
  printed over anything, and statuses come last.
* Our own side comes first: a request that never left, a proxy, a portal, a bot check. Nothing after it was said by
  the API at all.
* Then what waiting never mends - content, money, key, model, request - before what it does: capacity, own limits,
  faults. Gateways print "busy, try again" over all of the former; nobody prints "no credit" over a full server.
* Capacity in words that cannot mean anything else stands between key and request, because a model's or a
  request's name may stand in the same sentence.
* The end of the table is never good news: a success that nobody can read is odd, and a silence is the network.

Codes are read as words too (`server_is_overloaded` says "server is overloaded"), so one phrase serves every
provider that means it. Phrases are linear: no repetition within a repetition, and gaps are bounded.
"""

from dataclasses import dataclass

from vacancy.domain.cause import Kind, Scope
from vacancy.domain.clues import Both, Clue, Coded, Either, Raised, Says, Status
from vacancy.domain.digest import Digest, Shape
from vacancy.domain.evidence import Ending
from vacancy.domain.served_model import is_same_model

PASSES = True
"""May clear within about an hour by itself."""
LASTS = False
"""Stays until somebody changes something."""

_HOUR_S = 3_600


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One line of the table."""

    name: str
    matches: Clue
    kind: Kind
    scope: Scope
    transient: bool
    why: str
    source: str
    """Who says so: documentation, a public report, or the labelled cases."""
    wait_holds: bool = True
    """Whether a wait that such an answer names can be believed."""


# Clues that no phrase expresses.


def _answered(digest: Digest) -> bool:
    return digest.answered


def _other_model(digest: Digest) -> bool:
    served = digest.answer.served_model if digest.answer else None
    return bool(served and digest.asked_model and not is_same_model(asked=digest.asked_model, served=served))


def _is_answer(digest: Digest) -> bool:
    return digest.shape is Shape.ANSWER and not digest.words


def _speaks_of_trouble(digest: Digest) -> bool:
    return digest.shape is Shape.ANSWER


def _refused(digest: Digest) -> bool:
    return digest.answer is not None and digest.answer.ending is Ending.REFUSED


def _broke_off(digest: Digest) -> bool:
    return digest.answer is not None and digest.answer.ending is Ending.UNFINISHED


def _page(digest: Digest) -> bool:
    return digest.shape is Shape.PAGE


def _success(digest: Digest) -> bool:
    return digest.is_success


def _stream_failed(digest: Digest) -> bool:
    return digest.is_success and digest.shape is Shape.FAILURE


def _no_http(digest: Digest) -> bool:
    return digest.status is None


def _spoke(digest: Digest) -> bool:
    return bool(digest.words)


def _silent(digest: Digest) -> bool:
    return True


def _proxy_header(digest: Digest) -> bool:
    server = digest.header("server") + digest.header("via")
    return bool(digest.header("x-squid-error") or digest.header("proxy-authenticate")) or any(
        name in server for name in ("squid", "zscaler", "bluecoat", "forcepoint", "mcafee", "fortiproxy")
    )


def _challenge_header(digest: Digest) -> bool:
    return digest.header("cf-mitigated") == "challenge"


def _to_local_server(digest: Digest) -> bool:
    return any(host in digest.endpoint for host in ("localhost", "127.0.0.1", "[::1]", "0.0.0.0"))  # noqa: S104 - read


def _plan_window_used(digest: Digest) -> bool:
    return any(
        digest.header(f"x-codex-{window}-used-percent") in ("100", "100.0") for window in ("primary", "secondary")
    )


def _short_wait(digest: Digest) -> bool:
    return digest.wait_s is not None and digest.wait_s <= _HOUR_S


_IN_TRANSIT = Either(
    Says(
        r"connection (?:refused|reset|aborted|closed|timed out|error|lost)",
        r"econn(?:refused|reset|aborted)|ehostunreach|enetunreach|epipe|etimedout",
        r"(?:network is|host is|host) unreachable|no route to host|broken pipe|socket hang up|network error",
        r"fetch failed|failed to fetch|error sending request|all connection attempts failed|connection attempt failed",
        r"server disconnected|remote end closed|peer closed connection|incomplete chunked read|other side closed",
        r"(?:cannot|could not|couldn't|failed to|unable to) (?:connect|establish a (?:new )?connection|reach)",
        r"connect call failed|connect(?:ion)? ?timeout|und err (?:connect|socket)|unexpected eof|eof occurred",
        r"(?:errno |winerror |os error |code: )(?:10051|10053|10054|10060|10061|10065|104|110|111|113)\b",
    ),
    Raised(
        *("connect_error", "connect_timeout", "read_error", "write_error", "remote_protocol_error", "pool_timeout"),
        *("api_connection_error", "connection_error", "connection_reset_error", "connection_refused_error"),
        *("connection_aborted_error", "broken_pipe_error", "server_disconnected_error", "client_connector_error"),
        *("network_error", "write_timeout", "new_connection_error", "client_os_error", "chunked_encoding_error"),
    ),
)
_TIMED_OUT = Either(
    Says(
        r"timed out|time-?out (?:exceeded|error|awaiting)|deadline exceeded|(?:read|headers|body|idle) ?timeout",
        r"operation was aborted|request was aborted|i/o timeout|timeout of \d{1,9} ?ms",
    ),
    Raised("deadline_exceeded", "read_timeout", "api_timeout_error", "timeout_error", "timeout", "timeout_exception"),
)
_NAME_LOOKUP = Says(
    r"name resolution|getaddrinfo|enotfound|eai again|nodename nor servname|name or service not known",
    r"no such host|(?:could not|couldn't|failed to|unable to) resolve|name not resolved|dns (?:error|lookup|failure)",
)
_CERTIFICATE = Says(
    r"certificate.{0,20}verif|verif.{0,30}certificate|certificate (?:has expired|is not|signed by)|self.signed cert",
    r"unable to get (?:local )?issuer|x509|cert ?altname|certificate ?error|certverif|invalid peer certificate",
)
_TLS = Says(r"\bssl\b|sslerror|ssleof|\btls\b|wrong version number|eproto|handshake fail")

RULES: tuple[Rule, ...] = (
    # ---- An answer came --------------------------------------------------------------------------------------
    Rule(
        name="answered_by_another_model",
        matches=Both(_answered, _other_model),
        kind=Kind.OK_BUT_ODD,
        scope=Scope.MODEL,
        transient=PASSES,
        why="A fallback behind the name answers; it proves nothing about the model that was asked.",
        source="facts: an answer from another model is no plain answer",
    ),
    Rule(
        name="answered",
        matches=_answered,
        kind=Kind.OK,
        scope=Scope.MODEL,
        transient=LASTS,
        why="The protocol's own last event says that the answer is whole, or stopped at our own token limit.",
        source="OpenAI API reference: response.completed, finish_reason",
    ),
    Rule(
        name="answer_refused",
        matches=Both(_is_answer, Either(_refused, Coded("content_filter", "refusal", "safety", "recitation"))),
        kind=Kind.OK_BUT_ODD,
        scope=Scope.REQUEST,
        transient=LASTS,
        why="A refusal or a filter: the model is up and has room.",
        source="Azure OpenAI content filter; Anthropic stop_reason refusal",
    ),
    Rule(
        name="answer_broke_off",
        matches=Both(_is_answer, _broke_off),
        kind=Kind.SERVER_ERROR,
        scope=Scope.PROVIDER,
        transient=PASSES,
        why="The stream ended without its last event: not an answer, and nobody said why.",
        source="openai/codex: stream disconnected before completion",
    ),
    Rule(
        name="answer_without_text",
        matches=_is_answer,
        kind=Kind.OK_BUT_ODD,
        scope=Scope.REQUEST,
        transient=LASTS,
        why="Shaped like an answer, but empty, cut, or read without its protocol: the model is up.",
        source="anthropics/anthropic-sdk-typescript#399; google/generative-ai-docs#235",
    ),
    # ---- Our side: the request never left ----------------------------------------------------------------------
    Rule(
        name="key_unusable_as_header",
        matches=Says(
            r"(?:illegal|invalid) header value|invalid character in header content|header value must be",
            r"api key (?:client option )?must be set|no api key (?:was )?(?:provided|found|set)|api key is (?:not set|empty)",
        ),
        kind=Kind.AUTH_FAILED,
        scope=Scope.ACCOUNT,
        transient=LASTS,
        why="An empty or broken key makes a header that no client sends; the client says only 'Connection error'.",
        source="langchain-ai/langchain#21261",
    ),
    Rule(
        name="address_unusable",
        matches=Either(
            Raised("unsupported_protocol", "invalid_url", "missing_schema", "invalid_schema", "local_protocol_error"),
            Says(r"missing an 'http|unsupported protocol|no scheme supplied|only absolute urls|failed to parse url"),
        ),
        kind=Kind.BAD_REQUEST,
        scope=Scope.REQUEST,
        transient=LASTS,
        why="The base URL lacks its scheme or host: no packet left the machine.",
        source="abi/screenshot-to-code#296",
    ),
    # ---- Our side: somebody between us and the API answered --------------------------------------------------------
    Rule(
        name="proxy_in_the_way",
        matches=Either(
            Status(407),
            _proxy_header,
            Raised("proxy_error"),
            Says(
                r"proxy authentication required|tunnel connection failed|(?:cannot|failed to|unable to) connect to (?:the )?proxy",
                r"proxyconnect|proxy (?:error|server (?:is )?refus)|proxy connection|socks.{0,20}(?:error|fail)",
                r"zscaler|fortiguard|forcepoint|websense|blue ?coat|netskope|cisco umbrella|web page blocked|url filtering",
                r"(?:blocked|denied).{0,40}(?:your organi[sz]ation|company policy|network administrator|web filter)",
            ),
        ),
        kind=Kind.NETWORK,
        scope=Scope.NETWORK,
        transient=LASTS,
        why="A proxy's own words or headers; its 403 and 407 are not about the key.",
        source="Ekultek/WhatWaf#178; sipgate/sipgate.io#35; RFC 9110 15.5.8",
    ),
    Rule(
        name="local_server_behind_proxy",
        matches=Both(_to_local_server, Status(502, 503, 504), lambda digest: not digest.codes),
        kind=Kind.NETWORK,
        scope=Scope.NETWORK,
        transient=LASTS,
        why="A server on this machine does not speak through a gateway: a proxy setting catches localhost.",
        source="facts/errors.md: endpoint is needed for localhost 502",
    ),
    Rule(
        name="bot_check",
        matches=Either(
            _challenge_header,
            Says(
                r"just a moment\.\.\.|enable javascript and cookies|checking (?:if the site|your browser)|verify you are human",
                r"cf[- ]chl|attention required! \| cloudflare|security checkpoint|complete the captcha|are you a robot",
            ),
        ),
        kind=Kind.NETWORK,
        scope=Scope.NETWORK,
        transient=PASSES,
        why="A bot check stands in front of the API on this route; no API client can pass it.",
        source="openai/codex#8517; songquanpeng/one-api#908",
    ),
    Rule(
        name="address_blocked",
        matches=Says(
            r"you have been blocked|you are unable to access|blocked by (?:cloudflare|network)|access denied \| ",
            r"error code:? (?:1006|1009|1010|1012|1020)\b|error 10(?:06|09|10|12|20)\b|incapsula|reference #\d",
            r"(?:virtual network|vnet|firewall) ?(?:/|rules?|access)|public access is disabled|private endpoint",
            r"ip (?:address )?(?:is )?(?:not (?:authorized|allowed|whitelisted)|blocked|banned)|request blocked\b",
        ),
        kind=Kind.NETWORK,
        scope=Scope.NETWORK,
        transient=LASTS,
        why="A firewall refused our address before the API saw the key.",
        source="openai/codex#4284; Cloudflare 1020; Azure virtual network rules",
    ),
    Rule(
        name="captive_portal",
        matches=Either(
            Status(511),
            lambda digest: digest.status in (302, 303, 307),
            Both(
                _page,
                Says(
                    r"captive|hotspot|wi-?fi|\bwlan\b|web authentication|guest (?:access|network)|fgtauth",
                    r"(?:log ?in|sign ?in).{0,40}(?:network|internet)|accept.{0,30}terms",
                ),
            ),
        ),
        kind=Kind.NETWORK,
        scope=Scope.NETWORK,
        transient=PASSES,
        why="The network wants a login in a browser first; an API neither redirects nor answers with such a page.",
        source="RFC 8910; FortiGate fgtauth; Cisco web authentication",
    ),
    Rule(
        name="web_page_of_the_gateway",
        matches=Both(_page, _success, Says(r"enable javascript to run this app|one api|new api|<div id=.(?:root|app)")),
        kind=Kind.BAD_REQUEST,
        scope=Scope.REQUEST,
        transient=LASTS,
        why="A gateway's own web page: the base URL lacks its path, mostly /v1.",
        source="single-page fall-back of one-api and its children",
    ),
    Rule(
        name="page_instead_of_answer",
        matches=Both(_page, _success),
        kind=Kind.NETWORK,
        scope=Scope.NETWORK,
        transient=PASSES,
        why="A success with a page in it was not sent by a model's API: a portal, a proxy, or a wrong address.",
        source="captured captive portals",
    ),
    # ---- Their side of the wire: words of gateways that sound like our network ------------------------------------
    Rule(
        name="gateway_page_or_code",
        matches=Either(
            Says(
                r"upstream connect error|no healthy upstream|upstream (?:prematurely|timed out|sent)|delayed connect error",
                r"\| 5\d\d: |cloudflare could not|error 52\d|origin (?:server|web server|is unreachable)",
            ),
            Status(520, 521, 522, 523, 524, 525, 526, 527, 530),
        ),
        kind=Kind.SERVER_ERROR,
        scope=Scope.PROVIDER,
        transient=PASSES,
        why="Envoy, nginx or Cloudflare could not reach the provider's own servers: their network, not ours.",
        source="openai/openai-python#1626; Cloudflare 5xx errors; Envoy response flags",
    ),
    # ---- Our network -----------------------------------------------------------------------------------------------
    Rule(
        name="certificate_refused",
        matches=_CERTIFICATE,
        kind=Kind.NETWORK,
        scope=Scope.NETWORK,
        transient=LASTS,
        why="Somebody opens the TLS connection on the way, or the machine lacks a certificate authority.",
        source="ricklamers/shell-ai#16; sidhq/Multi-GPT#14",
    ),
    Rule(
        name="tls_to_the_wrong_port",
        matches=Says(
            r"wrong version number|packet length too long|unknown protocol|http request was sent to https port"
        ),
        kind=Kind.NETWORK,
        scope=Scope.NETWORK,
        transient=LASTS,
        why="TLS was spoken to a plain port or proxy, or the other way round.",
        source="poe-platform/fastapi_poe#87",
    ),
    Rule(
        name="name_not_found",
        matches=_NAME_LOOKUP,
        kind=Kind.NETWORK,
        scope=Scope.NETWORK,
        transient=PASSES,
        why="The host's name could not be looked up, here or at the gateway.",
        source="waylaidwanderer/node-chatgpt-api#66; BerriAI/litellm#17252",
    ),
    Rule(
        name="connection_failed",
        matches=Both(_no_http, Either(_IN_TRANSIT, _TLS)),
        kind=Kind.NETWORK,
        scope=Scope.NETWORK,
        transient=PASSES,
        why="Refused, reset, cut or unreachable, and no HTTP answer came.",
        source="exceptions of httpx, requests, aiohttp, openai; Node and Go clients",
    ),
    Rule(
        name="no_answer_in_time",
        matches=Both(_no_http, _TIMED_OUT, lambda digest: digest.inner_status is None),
        kind=Kind.NETWORK,
        scope=Scope.PROVIDER,
        transient=PASSES,
        why="Nothing came in time. It may be the network, or a model too slow; the evidence cannot tell.",
        source="VRSEN/agency-swarm-lab#17",
    ),
    # ---- Content: the model is up, this prompt is not welcome ---------------------------------------------------------
    Rule(
        name="content_refused",
        matches=Says(
            r"content (?:filter|management policy|policy|exists risk)|responsible ?ai|safety (?:system|filter|reasons)",
            r"flagged|prohibited ?content|blocked ?reason|block ?reason|usage polic|inappropriate|considered high risk",
            r"data inspection|moderation|violat.{0,40}(?:content|usage) |internalerror ?\.?algo|internal error algo",
            r"(?:cyber|bio|misalignment) policy|invalid prompt|unsafe|敏感|不安全|违规|安全策略",
        ),
        kind=Kind.OK_BUT_ODD,
        scope=Scope.REQUEST,
        transient=LASTS,
        why="A filter refused the prompt or the answer, whatever status carries it.",
        source="Azure content filtering; immersive-translate#2505; Zhipu 1301",
    ),
    # ---- Limits by window, before the money words that they share ---------------------------------------------------------
    Rule(
        name="larger_than_the_limit",
        matches=Says(r"request too large|too large for (?:model|this)|requested tokens? exceeds?.{0,20}limit"),
        kind=Kind.BAD_REQUEST,
        scope=Scope.REQUEST,
        transient=LASTS,
        why="One request above a whole minute's allowance: waiting never helps.",
        source="OpenAI and Groq: Request too large for model",
    ),
    Rule(
        name="money",
        matches=Either(
            Says(
                r"billing (?:hard|not|limit|is|account|issue|error)|insufficient (?:user )?(?:balance|credit|fund)|(?:credit|account) balance|spend(?:ing)? (?:limit|cap)",
                r"budget.{0,20}exceed|exceed.{0,20}budget|budget limit|crossed budget|out of credits|no .{0,20}credits",
                r"(?:purchase|buy|add|more|used all|need|enough|remaining) (?:available )?credits|top.?up|recharge|arrear",
                r"payment required|account overdue|overdue payment|insufficient user quota|user quota is not enough",
                r"余额|欠费|充值|账户余额|额度不足|额度已|剩余额度|预扣费",
            ),
            Coded("1113"),
            Status(402),
        ),
        kind=Kind.QUOTA_EXHAUSTED,
        scope=Scope.ACCOUNT,
        transient=LASTS,
        why="Credit, budget or bill: whatever the status, only paying helps.",
        source="OpenAI billing codes of 2026; one-api; LiteLLM budgets; Zhipu 1113; OpenRouter 402",
    ),
    Rule(
        name="not_in_this_plan",
        matches=Says(r"quota.{0,400}limit: 0\b"),
        kind=Kind.QUOTA_EXHAUSTED,
        scope=Scope.ACCOUNT,
        transient=LASTS,
        wait_holds=False,
        why="An allowance of zero: the plan does not include this model, and the wait it names never helps.",
        source="continuedev/continue#10085",
    ),
    Rule(
        name="day_allowance_used",
        matches=Both(
            Says(r"per ?day|/ ?day|daily|per (?:week|month)|weekly|monthly|\b[rt]pd\b|每日|每天|每周|每月|当日|今日"),
            Either(Says(r"limit|quota|allocation|allowance|exceed|上限|限额|额度"), Status(429)),
            lambda digest: not _short_wait(digest),
        ),
        kind=Kind.QUOTA_EXHAUSTED,
        scope=Scope.ACCOUNT,
        transient=LASTS,
        why="The allowance of a day or longer is gone.",
        source="Gemini GenerateRequestsPerDay; OpenRouter free-models-per-day; Groq TPD",
    ),
    Rule(
        name="limit_of_a_short_window",
        matches=Says(
            r"per ?(?:minute|min|second|sec|hour)\b|perminute|/ ?min\b|\b(?:rpm|tpm|rps|qps|rpd|tpd)\b|requests per",
            r"per (?:minute|second)|每分钟|每秒|concurren(?:cy|t) (?:limit|request)|max.{0,30}concurren|并发",
        ),
        kind=Kind.RATE_LIMITED,
        scope=Scope.ACCOUNT,
        transient=PASSES,
        why="The limit names its window, and the window is short: our own pace.",
        source="OpenAI RPM and TPM; Gemini PerMinute violations; Kimi, Cerebras, Qianfan",
    ),
    Rule(
        name="allowance_used",
        matches=Either(
            _plan_window_used,
            Coded("1308", "1309", "1310"),
            Says(
                r"insufficient.quota|exceeded? (?:your )?(?:current )?quota|quota (?:has been |is )?(?:exceeded|exhausted|used)",
                r"usage limit|usage not included|exceeded your .{0,30}usage|extra usage|used up|allowance",
                r"(?:weekly|monthly|daily|hourly|5-hour|plan) limit|quota will reset|out of quota|no quota|exceeded current quota",
                r"free (?:tier|trial|usage).{0,40}(?:exhaust|limit|ended|expired|over)|trial.{0,20}(?:expired|ended)",
                r"使用上限|配额|用量.{0,6}(?:上限|用尽|用完)|额度.{0,4}(?:用尽|用完|耗尽)|套餐",
            ),
        ),
        kind=Kind.QUOTA_EXHAUSTED,
        scope=Scope.ACCOUNT,
        transient=LASTS,
        why="The plan's or the account's allowance is used.",
        source="openai/codex usage_limit_reached; Zhipu 1308 to 1310; Copilot token usage",
    ),
    # ---- Key and account --------------------------------------------------------------------------------------------
    Rule(
        name="model_not_for_this_key",
        matches=Says(
            r"key not allowed to access model|key model access denied|(?:must be|not) verified|verify organization",
            r"(?:token|令牌|key|team|user).{0,30}(?:not allowed to|no access to|无权).{0,30}(?:model|模型|访问)",
            r"model.{0,80}not supported when using|access program not enabled",
        ),
        kind=Kind.MODEL_UNAVAILABLE,
        scope=Scope.MODEL,
        transient=LASTS,
        why="The key is good; this model is not open to it, or the organisation is not verified.",
        source="LiteLLM key_model_access_denied; lobehub/lobehub#9385; openai/codex#4 ChatGPT account models",
    ),
    Rule(
        name="region_of_the_gateway",
        matches=Both(
            Says(r"country|territory|user location|region.{0,30}(?:not|un)(?: |-)?(?:supported|available)"),
            Says(r"not supported|unsupported|not available"),
            Says(r"upstream|from provider|request id:"),
        ),
        kind=Kind.AUTH_FAILED,
        scope=Scope.PROVIDER,
        transient=LASTS,
        why="A gateway stands in a region that its own provider refuses; the user cannot mend it.",
        source="songquanpeng/one-api#1692; anomalyco/opencode#45755",
    ),
    Rule(
        name="region_not_served",
        matches=Both(
            Says(r"country|territory|user location|(?:your|this) (?:region|location)"),
            Says(r"not supported|unsupported|not available|restricted|不支持"),
        ),
        kind=Kind.AUTH_FAILED,
        scope=Scope.NETWORK,
        transient=LASTS,
        why="The provider does not serve the place that our address is in; another exit decides, not the key.",
        source="OpenAI unsupported_country_region_territory; Gemini user location",
    ),
    Rule(
        name="key_refused",
        matches=Either(
            Coded("1000", "1001", "1002", "1003", "1004", "1110", "1111", "1112", "1121", "1220"),
            Says(
                r"(?:invalid|incorrect|wrong|missing|expired|unknown|bad|illegal|malformed|no) (?:api|auth|access|bearer).?(?:key|token)",
                r"api.?key.{0,60}(?:invalid|not valid|expired|not found|missing|incorrect|disabled|revoked|deleted|wrong|required|失效)",
                r"(?:invalid|expired|missing) (?:key|token|credential|authenticat|authorization)|(?:key|token) (?:has )?expired",
                r"(?:token|session|credential)s?.{0,40}(?:expired|revoked|invalidated|is invalid|not valid|refresh)",
                r"(?:sign|log) ?in again|re-?authenticate|not logged in|please (?:log|sign) ?in",
                r"(?:provide|pass|supply) (?:an|a valid|your) api key|auth credentials|authentication (?:fails|failed|header)",
                r"(?:account|organi[sz]ation|user|workspace|team).{0,60}(?:deactivated|disabled|suspended|banned|restricted|locked)",
                r"disabled in this account|terms of service|user not found|missing scopes?|insufficient permission",
                r"(?:mismatched|invalid) (?:organization|project|issuer)|member of an organi[sz]ation",
                r"令牌|鉴权|认证失败|身份验证|密钥.{0,10}(?:无效|错误|失效)|账[号户].{0,10}(?:封|禁用|异常|锁定)",
            ),
        ),
        kind=Kind.AUTH_FAILED,
        scope=Scope.ACCOUNT,
        transient=LASTS,
        why="Key, token or account: wrong, missing, expired, revoked or closed, whatever the status.",
        source="OpenAI, Anthropic, Gemini API_KEY_INVALID as 400, DeepSeek, one-api, Codex sign-in",
    ),
    # ---- Capacity, in words that mean nothing else --------------------------------------------------------------------
    Rule(
        name="high_demand_over_any_fault",
        matches=Says(r"high demand, which may cause temporary errors"),
        kind=Kind.SERVER_ERROR,
        scope=Scope.PROVIDER,
        transient=PASSES,
        why="Codex shows this sentence for every plain 500, so it says nothing about load.",
        source="openai/codex codex-rs/protocol/src/error.rs",
    ),
    Rule(
        name="local_queue_full",
        matches=Says(r"app-server|local .{0,20}queue|request queue|queue budget|^-32001$"),
        kind=Kind.RATE_LIMITED,
        scope=Scope.PROVIDER,
        transient=PASSES,
        why="A router on this side holds its own queue, and says so; the model was not asked.",
        source="diegosouzapw/OmniRoute#9731",
    ),
    Rule(
        name="at_capacity",
        matches=Either(
            Says(
                r"over ?loaded|at (?:full )?capacity|(?:over|out of|no|insufficient|not enough|lack of|limited) capacity",
                r"capacity (?:is )?(?:exceeded|exhausted|unavailable|reached|limit|constraint)|policy capacity|flex unavailable",
                r"high demand|high load|heavy load|peak load|under (?:heavy|high) |server is busy|too busy|currently busy",
                r"rate-limited upstream|upstream provider shared pool|receiving too many requests|worker.{0,40}limit reached",
                r"(?:error from provider|upstream).{0,40}too many requests|resource exhausted.{0,20}try again later",
                r"no (?:instances?|workers?|gpus?|resources?) (?:are |is )?available|server temporarily limit",
                r"负载.{0,4}饱和|负载过高|繁忙|访问量过大|请求过多|过载|资源不足|算力不足|拥挤|容量不足",
            ),
            Coded("1305", "1312"),
            Status(529),
        ),
        kind=Kind.AT_CAPACITY,
        scope=Scope.MODEL,
        transient=PASSES,
        why="Shared capacity is full, even when it is sent as 429, as a limit, or within a success.",
        source="OpenAI server_is_overloaded; Anthropic 529; Gemini MODEL_CAPACITY_EXHAUSTED; Kimi; Mistral; Azure; new-api",
    ),
    Rule(
        name="slow_down_from_a_full_server",
        matches=Both(Says(r"slow ?down"), Status(503)),
        kind=Kind.AT_CAPACITY,
        scope=Scope.MODEL,
        transient=PASSES,
        why="slow_down as 503 is capacity; as 429 it is our own ramp.",
        source="OpenAI error codes; openai/codex up to 0.152",
    ),
    # ---- Our request ----------------------------------------------------------------------------------------------------
    Rule(
        name="model_name_missing",
        matches=Says(
            r"for model (?:in group|under)|对于模型\s{0,4}无|(?:must|did not|didn't) provide a model|model is required",
            r"model.{0,20}(?:is a required|field required|cannot be empty|not specified)|model name is empty|missing model",
        ),
        kind=Kind.BAD_REQUEST,
        scope=Scope.REQUEST,
        transient=LASTS,
        why="The request named no model, so the answer says nothing about one.",
        source="songquanpeng/one-api#2340",
    ),
    Rule(
        name="parameter_refused",
        matches=Says(
            r"(?:unsupported|unknown|unrecognized|unexpected|invalid|missing) (?:required )?(?:parameter|argument|value|type|field)",
            r"(?:parameter|argument|field|property).{0,40}(?:not supported|not permitted|is required|not allowed|invalid)",
            r"extra inputs|field required|missing required|invalid temperature|unrecognized request|invalid json|could not parse",
            r"must be (?:set to|at least|less|greater|one of|between|a |an |<|>)|(?:above|below) m(?:ax|in)imum|expected a value",
            r"unknown variant|deserialize|isn't supported|does not support|only the default|too (?:long|short|large|small)\b",
            r"failed to parse|validation (?:error|exception)|invalid request body|参数|请求格式",
        ),
        kind=Kind.BAD_REQUEST,
        scope=Scope.REQUEST,
        transient=LASTS,
        why="A parameter of the request is refused; the model answered only the check.",
        source="OpenAI unsupported_parameter; ChatGPT backend detail; DeepSeek; vLLM; FastAPI 422",
    ),
    Rule(
        name="prompt_too_long",
        matches=Says(
            r"context (?:length|window|size)|maximum.{0,20}tokens|reduce the length|(?:prompt|input).{0,20}(?:too long|exceed)",
            r"context length exceeded|token limit exceeded|payload too large|entity too large|上下文",
        ),
        kind=Kind.BAD_REQUEST,
        scope=Scope.REQUEST,
        transient=LASTS,
        why="More tokens than the model reads at once.",
        source="OpenAI context_length_exceeded; vLLM; Anthropic prompt is too long",
    ),
    # ---- This model ---------------------------------------------------------------------------------------------------------
    Rule(
        name="model_loading",
        matches=Says(
            r"(?:still|currently|is|model) loading|loading model|model (?:is )?not ready|warming up|cold start",
            r"model is (?:being|currently) loaded",
        ),
        kind=Kind.MODEL_UNAVAILABLE,
        scope=Scope.MODEL,
        transient=PASSES,
        why="The model is on its way into memory.",
        source="llama.cpp 503 Loading model; Hugging Face estimated_time; Bedrock ModelNotReadyException",
    ),
    Rule(
        name="model_unknown",
        matches=Either(
            Says(
                r"models?\b.{0,100}(?:does not exist|doesn't exist|do not exist|not found|not available|not supported|unsupported)",
                r"models?\b.{0,100}(?:deprecated|retired|decommissioned|no longer|been (?:removed|shut)|not a valid|is invalid|unknown)",
                r"(?:unknown|invalid|unsupported|no such|unrecognized|nonexistent) model|not a (?:valid model|chat model)|is a chat model",
                r"(?:no|not have) access to.{0,20}model|not have access to it|(?:no|not) access to (?:the )?(?:requested )?model",
                r"no endpoints (?:found|available)|no available channel|(?:no|not have) .{0,20}deployments? for model",
                r"deployment.{0,40}(?:does not exist|not found)|function.{0,80}not found for account|try pulling it",
                r"only supported in v1/|use the responses|not open.{0,20}model|model ?not ?open|inference profile",
                r"requires more (?:system )?memory|out of memory|failed to load model|insufficient memory",
                r"无可用渠道|模型.{0,40}(?:不存在|不可用|未开通|不支持|已下线|无权)|暂不支持.{0,20}模型",
            ),
            Both(Says(r"not ?found ?error"), Says(r"^models?: \S{1,100}$")),
            Coded("1211", "1212", "1221", "1222", "1311"),
        ),
        kind=Kind.MODEL_UNAVAILABLE,
        scope=Scope.MODEL,
        transient=LASTS,
        why="Unknown, retired, not offered here, not spoken on this endpoint, or not fitting into memory.",
        source="OpenAI model_not_found; Azure DeploymentNotFound; Ollama; NVIDIA NIM; one-api; OpenRouter; Zhipu 1211",
    ),
    Rule(
        name="path_wrong",
        matches=Says(
            r"invalid url|unexpected endpoint|unknown (?:request )?(?:url|endpoint|path|route)|no route(?: matche|s)|404 page not found",
            r"cannot (?:post|get) /|^not found\.?$|404 not ?found|no such (?:route|endpoint|handler)|method not allowed|page not found",
        ),
        kind=Kind.BAD_REQUEST,
        scope=Scope.REQUEST,
        transient=LASTS,
        why="The path is not one that this server knows; it says nothing about the model.",
        source="tsundereraws/aisub-translator#2; vllm-project/vllm#5082; LM Studio",
    ),
    # ---- Our own pace -----------------------------------------------------------------------------------------------------
    Rule(
        name="no_deployment_left",
        matches=Says(r"no deployments available"),
        kind=Kind.RATE_LIMITED,
        scope=Scope.MODEL,
        transient=PASSES,
        why="A router cooled down every route to this model and does not say why.",
        source="BerriAI/litellm#20867",
    ),
    Rule(
        name="own_rate_limit",
        matches=Either(
            Says(
                r"rate.?limit|too many (?:requests|tokens|concurrent|connections)|throttl|slow ?down|requests? limit|速率|频率|限流",
                r"retry limit, last status: 429|being limited|resource (?:has been )?exhausted|request was throttled|过于频繁",
            ),
            Coded("1302", "1303", "1304", "limitation"),
        ),
        kind=Kind.RATE_LIMITED,
        scope=Scope.ACCOUNT,
        transient=PASSES,
        why="Too many of our requests, tokens or connections, by the provider's or the gateway's count.",
        source="OpenAI rate_limit_exceeded; Anthropic rate_limit_error; Bedrock ThrottlingException; Zhipu 1302",
    ),
    # ---- Types, then statuses: the envelope, when nothing in it spoke ----------------------------------------------------
    Rule(
        name="key_or_permission_type",
        matches=Says(
            r"unauthori[sz]ed|unauthenticated|authentication ?error|permission ?(?:denied|error)|access ?denied|forbidden"
        ),
        kind=Kind.AUTH_FAILED,
        scope=Scope.ACCOUNT,
        transient=LASTS,
        why="The type says key or permission, and the text says nothing else.",
        source="Azure PermissionDenied; Mistral Unauthorized; Volcengine AuthenticationError",
    ),
    Rule(
        name="stream_cut_by_server",
        matches=Both(_no_http, Says(r"stream disconnected before completion|stream closed before|stream error")),
        kind=Kind.SERVER_ERROR,
        scope=Scope.PROVIDER,
        transient=PASSES,
        why="The stream began and was cut without a word.",
        source="openai/codex codex-rs/core: stream disconnected before completion",
    ),
    Rule(
        name="not_json",
        matches=Either(
            Raised("json_decode_error", "body_too_large", "decoding_error", "api_response_validation_error"),
            Both(
                _no_http,
                Says(r"expecting value: line|unexpected token '?<|looking for beginning of value|not valid json"),
            ),
        ),
        kind=Kind.OK_BUT_ODD,
        scope=Scope.PROVIDER,
        transient=PASSES,
        why="The client could not read what came with a success.",
        source="FoundationAgents/MetaGPT#81",
    ),
    Rule(
        name="status_key",
        matches=Status(401),
        kind=Kind.AUTH_FAILED,
        scope=Scope.ACCOUNT,
        transient=LASTS,
        why="401 without a clearer word.",
        source="RFC 9110 15.5.2",
    ),
    Rule(
        name="status_blocked_page",
        matches=Both(_page, Status(403, 451)),
        kind=Kind.NETWORK,
        scope=Scope.NETWORK,
        transient=LASTS,
        why="A page with 403 is a firewall's; an API refuses in JSON.",
        source="labelled cases: 403 is mostly network blocks and money",
    ),
    Rule(
        name="status_forbidden",
        matches=Status(403, 451),
        kind=Kind.AUTH_FAILED,
        scope=Scope.ACCOUNT,
        transient=LASTS,
        why="403 without a clearer word.",
        source="RFC 9110 15.5.4",
    ),
    Rule(
        name="status_too_many",
        matches=Status(429),
        kind=Kind.RATE_LIMITED,
        scope=Scope.ACCOUNT,
        transient=PASSES,
        why="A bare 429 cannot be told apart; own pace is the commonest cause, and waiting is right for most of the rest.",
        source="RFC 6585; labelled cases",
    ),
    Rule(
        name="status_request",
        matches=Status(400, 404, 405, 406, 409, 410, 411, 413, 414, 415, 422, 426, 431),
        kind=Kind.BAD_REQUEST,
        scope=Scope.REQUEST,
        transient=LASTS,
        why="The server refuses this request as it is.",
        source="RFC 9110 15.5",
    ),
    Rule(
        name="status_redirect",
        matches=lambda digest: digest.status is not None and 300 <= digest.status < 400,
        kind=Kind.NETWORK,
        scope=Scope.NETWORK,
        transient=LASTS,
        why="An API does not redirect; we do not carry the key to another address.",
        source="RFC 9110 15.4",
    ),
    Rule(
        name="status_server",
        matches=Status(range(500, 600), 408, 425, 499),
        kind=Kind.SERVER_ERROR,
        scope=Scope.PROVIDER,
        transient=PASSES,
        why="The server, or the gateway before it, failed and gave no reason.",
        source="RFC 9110 15.6",
    ),
    Rule(
        name="stream_reports_failure",
        matches=_stream_failed,
        kind=Kind.SERVER_ERROR,
        scope=Scope.PROVIDER,
        transient=PASSES,
        why="A success that carries an error of unknown cause is a failure.",
        source="openai/codex: response.failed",
    ),
    Rule(
        name="request_type",
        matches=Says(r"invalid ?request|bad ?request|invalid ?argument"),
        kind=Kind.BAD_REQUEST,
        scope=Scope.REQUEST,
        transient=LASTS,
        why="The type blames the request, and no status or text says more.",
        source="OpenAI invalid_request_error, which also wraps keys, models and money",
    ),
    Rule(
        name="answer_sounds_like_an_error",
        matches=_speaks_of_trouble,
        kind=Kind.OK_BUT_ODD,
        scope=Scope.PROVIDER,
        transient=PASSES,
        why="The answer's text reads like an error that we do not know.",
        source="decolua/9router#3232",
    ),
    Rule(
        name="success_unreadable",
        matches=_success,
        kind=Kind.OK_BUT_ODD,
        scope=Scope.PROVIDER,
        transient=PASSES,
        why="A success that nobody can read proves nothing.",
        source="mnfst/llm-gateway#2053: keep-alive only",
    ),
    Rule(
        name="words_unknown",
        matches=_spoke,
        kind=Kind.SERVER_ERROR,
        scope=Scope.PROVIDER,
        transient=PASSES,
        why="Something was said that no rule knows: cannot tell.",
        source="the end of the table",
    ),
    Rule(
        name="silence",
        matches=_silent,
        kind=Kind.NETWORK,
        scope=Scope.NETWORK,
        transient=PASSES,
        why="No answer, no words: the API was not reached, as far as anybody can see.",
        source="the end of the table",
    ),
)
