"""Rules for answers that the API did not give: the request never left, or something on the way spoke."""

from vacancy.domain.cause import Kind, Scope
from vacancy.domain.clues import Both, Either, Raised, Says, Status, page, success
from vacancy.domain.digest import Digest
from vacancy.domain.rules.rule import LASTS, PASSES, Cause, Rule


def _unanswered(digest: Digest) -> bool:
    """No HTTP answer came, or the client lost it on the way."""
    return digest.inner_status is None or (digest.is_success and bool(digest.exceptions))


def _temporary_redirect(digest: Digest) -> bool:
    return digest.status in (302, 303, 307)


def _proxy_header(digest: Digest) -> bool:
    server = digest.header("server") + digest.header("via")
    return bool(digest.header("x-squid-error") or digest.header("proxy-authenticate")) or any(
        name in server for name in ("squid", "zscaler", "bluecoat", "forcepoint", "mcafee", "fortiproxy")
    )


def _challenge_header(digest: Digest) -> bool:
    return digest.header("cf-mitigated") == "challenge"


def _asked_this_machine(digest: Digest) -> bool:
    return any(host in digest.endpoint for host in ("localhost", "127.0.0.1", "[::1]", "0.0.0.0"))  # noqa: S104 - read


def _says_no_code(digest: Digest) -> bool:
    return not digest.codes


_IN_TRANSIT = Either(
    Says(
        r"connection (?:refused|reset|aborted|closed|timed out|error|lost)",
        r"econn(?:refused|reset|aborted)|ehostunreach|enetunreach|epipe|etimedout",
        r"(?:network is|host is|host) unreachable|no route to host|broken pipe|socket hang up|network error",
        r"network (?:connection was lost|is down)|internet ?(?:connection appears|disconnected)|no internet",
        r"you are offline",
        r"(?:no|without) (?:network|internet) connection",
        r"fetch failed|failed to fetch(?! [a-z])|error sending request|all connection attempts failed",
        r"connection attempt failed",
        r"server disconnected|remote end closed|peer closed connection|incomplete chunked read|other side closed",
        r"(?:cannot|could not|couldn't|failed to|unable to) (?:connect|establish a (?:new )?connection|reach)",
        r"net::err |actively refused",
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
_REFUSED = Either(
    Says(r"connection refused|econnrefused|actively refused|(?:errno |winerror |os error |code: )(?:10061|111)\b"),
    Raised("connection_refused_error"),
)
_TIMED_OUT = Either(
    Says(
        r"timed out|^(?:error: )?time-?out\.?$|time-?out (?:exceeded|error|awaiting)|deadline exceeded",
        r"(?:read|headers|body|idle) ?timeout",
        r"operation was aborted|request was aborted|i/o timeout|timeout of \d{1,9} ?ms",
    ),
    Raised("deadline_exceeded", "read_timeout", "api_timeout_error", "timeout_error", "timeout", "timeout_exception"),
)
_NAME_LOOKUP = Says(
    r"name resolution|getaddrinfo|\benotfound|eai again|nodename nor servname|name or service not known",
    r"unknown ?host|nxdomain|no such host|(?:could not|couldn't|failed to|unable to) resolve|name not resolved",
    r"dns (?:error|lookup|failure)",
)
_CERTIFICATE = Says(
    r"certificate.{0,20}verif|verif.{0,30}certificate|certificate (?:has expired|is not|signed by)|self.signed cert",
    r"unable to get (?:local )?issuer|x509|err cert",
    r"cert ?altname|certificate ?error|certverif|invalid peer certificate",
)
_TLS = Says(r"\bssl\b|sslerror|ssleof|\btls\b|wrong version number|eproto|handshake fail")


UNSENT: tuple[Rule, ...] = (
    Rule(
        name="key_unusable_as_header",
        matches=Says(
            r"(?:illegal|invalid) header value|invalid character in header content|header value must be",
            r"api key (?:client option )?must be set|no api key (?:was )?(?:provided|found|set)",
            r"api key is (?:not set|empty)",
        ),
        means=Cause(Kind.AUTH_FAILED, Scope.ACCOUNT, LASTS),
        why="An empty or broken key makes a header that no client sends; the client says only 'Connection error'.",
        source="langchain-ai/langchain#21261",
    ),
    Rule(
        name="address_unusable",
        matches=Either(
            Raised("unsupported_protocol", "invalid_url", "missing_schema", "invalid_schema", "local_protocol_error"),
            Says(r"missing an 'http|unsupported protocol|no scheme supplied|only absolute urls|failed to parse url"),
        ),
        means=Cause(Kind.BAD_REQUEST, Scope.REQUEST, LASTS),
        why="The base URL lacks its scheme or host: no packet left the machine.",
        source="abi/screenshot-to-code#296",
    ),
)

BETWEEN: tuple[Rule, ...] = (
    Rule(
        name="proxy_in_the_way",
        matches=Either(
            Status(407),
            _proxy_header,
            Raised("proxy_error"),
            Says(
                r"proxy authentication required|tunnel connection failed",
                r"(?:cannot|failed to|unable to) connect to (?:the )?proxy",
                r"proxyconnect|proxy (?:error|server (?:is )?refus)|proxy connection|socks.{0,20}(?:error|fail)",
                r"zscaler|fortiguard|forcepoint|websense|blue ?coat|netskope|cisco umbrella|web page blocked",
                r"url filtering|from proxy after connect|web protection|web gateway",
                r"(?:blocked|denied).{0,40}(?:your organi[sz]ation|network administrator|web filter)",
                r"(?:blocked|denied).{0,40}(?:company|corporate) policy",
            ),
        ),
        means=Cause(Kind.NETWORK, Scope.NETWORK, LASTS),
        why="A proxy's own words or headers; its 403 and 407 are not about the key.",
        source="Ekultek/WhatWaf#178; sipgate/sipgate.io#35; RFC 9110 15.5.8",
    ),
    Rule(
        name="local_server_behind_proxy",
        matches=Both(_asked_this_machine, Status(502, 503, 504), _says_no_code),
        means=Cause(Kind.NETWORK, Scope.NETWORK, LASTS),
        why="A server on this machine does not speak through a gateway: a proxy setting catches localhost.",
        source="facts/errors.md: endpoint is needed for localhost 502",
    ),
    Rule(
        name="bot_check",
        matches=Either(
            _challenge_header,
            Says(
                r"just a moment\.\.\.|enable javascript and cookies|checking (?:if the site|your browser)",
                r"verify you are human",
                r"cf[- ]chl|attention required! \| cloudflare|security checkpoint|complete the captcha",
                r"are you a robot",
            ),
        ),
        means=Cause(Kind.NETWORK, Scope.NETWORK, PASSES),
        why="A bot check stands in front of the API on this route; no API client can pass it.",
        source="openai/codex#8517; songquanpeng/one-api#908",
    ),
    Rule(
        name="address_blocked",
        matches=Says(
            r"you have been blocked|you are unable to access|blocked by (?:cloudflare|network)|access denied \| ",
            r"error code:? (?:1006|1009|1010|1012|1020)\b|error 10(?:06|09|10|12|20)\b|incapsula|reference #\d",
            r"(?:virtual network|vnet|firewall) ?(?:/|rules?|access)|public access is disabled|private endpoint",
            r"unusual (?:activity|traffic) (?:coming |originating )?from your",
            r"ip (?:address )?(?:is )?(?:not (?:authorized|allowed|whitelisted)|blocked|banned)|request blocked\b",
        ),
        means=Cause(Kind.NETWORK, Scope.NETWORK, LASTS),
        why="A firewall refused our address before the API saw the key.",
        source="openai/codex#4284; Cloudflare 1020; Azure virtual network rules",
    ),
    Rule(
        name="captive_portal",
        matches=Either(
            Status(511),
            _temporary_redirect,
            Both(
                page,
                Says(
                    r"captive|hotspot|wi-?fi|\bwlan\b|web authentication|guest (?:access|network)|fgtauth",
                    r"(?:log ?in|sign ?in).{0,40}(?:network|internet)|accept.{0,30}terms",
                ),
            ),
        ),
        means=Cause(Kind.NETWORK, Scope.NETWORK, PASSES),
        why="The network wants a login in a browser first; an API neither redirects nor answers with such a page.",
        source="RFC 8910; FortiGate fgtauth; Cisco web authentication",
    ),
    Rule(
        name="web_page_of_the_gateway",
        matches=Both(page, success, Says(r"enable javascript to run this app|one api|new api|<div id=.(?:root|app)")),
        means=Cause(Kind.BAD_REQUEST, Scope.REQUEST, LASTS),
        why="A gateway's own web page: the base URL lacks its path, mostly /v1.",
        source="single-page fall-back of one-api and its children",
    ),
    Rule(
        name="page_instead_of_answer",
        matches=Both(page, success),
        means=Cause(Kind.NETWORK, Scope.NETWORK, PASSES),
        why="A success with a page in it was not sent by a model's API: a portal, a proxy, or a wrong address.",
        source="captured captive portals",
    ),
)

GATEWAY: tuple[Rule, ...] = (
    Rule(
        name="gateway_page_or_code",
        matches=Either(
            Says(
                r"upstream connect error|no healthy upstream|upstream (?:prematurely|timed out|sent)",
                r"delayed connect error",
                r"\| 5\d\d: |cloudflare could not|error 52\d|origin (?:server|web server|is unreachable)",
            ),
            Status(520, 521, 522, 523, 524, 525, 526, 527, 530),
        ),
        means=Cause(Kind.SERVER_ERROR, Scope.PROVIDER, PASSES),
        why="Envoy, nginx or Cloudflare could not reach the provider's own servers: their network, not ours.",
        source="openai/openai-python#1626; Cloudflare 5xx errors; Envoy response flags",
    ),
)

OUR_NETWORK: tuple[Rule, ...] = (
    Rule(
        name="certificate_refused",
        matches=_CERTIFICATE,
        means=Cause(Kind.NETWORK, Scope.NETWORK, LASTS),
        why="Somebody opens the TLS connection on the way, or the machine lacks a certificate authority.",
        source="ricklamers/shell-ai#16; sidhq/Multi-GPT#14",
    ),
    Rule(
        name="tls_to_the_wrong_port",
        matches=Says(
            r"wrong version number|packet length too long|unknown protocol|http request was sent to https port"
        ),
        means=Cause(Kind.NETWORK, Scope.NETWORK, LASTS),
        why="TLS was spoken to a plain port or proxy, or the other way round.",
        source="poe-platform/fastapi_poe#87",
    ),
    Rule(
        name="name_not_found",
        matches=_NAME_LOOKUP,
        means=Cause(Kind.NETWORK, Scope.NETWORK, PASSES),
        why="The host's name could not be looked up, here or at the gateway.",
        source="waylaidwanderer/node-chatgpt-api#66; BerriAI/litellm#17252",
    ),
    Rule(
        name="connection_refused",
        matches=Both(_unanswered, _REFUSED),
        means=Cause(Kind.NETWORK, Scope.NETWORK, PASSES),
        why="The machine is there, and nothing listens at the port.",
        source="exceptions of httpx, requests, aiohttp; Node and Go clients",
    ),
    Rule(
        name="connection_failed",
        matches=Both(_unanswered, Either(_IN_TRANSIT, _TLS)),
        means=Cause(Kind.NETWORK, Scope.NETWORK, PASSES),
        why="Reset, cut or unreachable, and no HTTP answer came.",
        source="exceptions of httpx, requests, aiohttp, openai; Node and Go clients",
    ),
    Rule(
        name="no_answer_in_time",
        matches=Both(_unanswered, _TIMED_OUT),
        means=Cause(Kind.NETWORK, Scope.PROVIDER, PASSES),
        why="Nothing came in time. It may be the network, or a model too slow; the evidence cannot tell.",
        source="VRSEN/agency-swarm-lab#17",
        or_else=(Kind.AT_CAPACITY,),
    ),
    Rule(
        name="not_json",
        matches=Either(
            Raised("json_decode_error", "body_too_large", "decoding_error", "api_response_validation_error"),
            Both(
                _unanswered,
                Says(r"expecting value: line|unexpected token '?<|looking for beginning of value|not valid json"),
            ),
        ),
        means=Cause(Kind.OK_BUT_ODD, Scope.PROVIDER, PASSES),
        why="The client could not read what came with a success.",
        source="FoundationAgents/MetaGPT#81",
    ),
)
