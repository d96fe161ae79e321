"""Rules for our request, for this model, and for the path."""

from vacancy.domain.cause import Kind, Scope
from vacancy.domain.clues import Both, Coded, Either, Says
from vacancy.domain.rules.rule import LASTS, PASSES, Cause, Rule

REQUEST: tuple[Rule, ...] = (
    Rule(
        name="model_name_missing",
        matches=Says(
            r"for model (?:in group|under)|对于模型\s{0,4}无|(?:must|did not|didn't) provide a model",
            r"model is required",
            r"model.{0,20}(?:is a required|field required|cannot be empty|not specified)|model name is empty",
            r"missing model",
        ),
        means=Cause(Kind.BAD_REQUEST, Scope.REQUEST, LASTS),
        why="The request named no model, so the answer says nothing about one.",
        source="songquanpeng/one-api#2340",
    ),
    Rule(
        name="parameter_refused",
        matches=Says(
            r"(?:unsupported|unknown|unexpected|missing) (?:required )?(?:parameter|argument|value|type|field)",
            r"invalid (?:parameter|value|type|field)",
            r"(?:parameter|argument|field|property).{0,40}(?:not (?:supported|permitted|allowed)|is required|invalid)",
            r"extra inputs|field required|missing required|invalid temperature|unrecognized request|invalid json",
            r"could not parse",
            r"must be (?:set to|at least|less|greater|one of|between|a |an |<|>)|(?:above|below) m(?:ax|in)imum",
            r"expected a value",
            r"unknown variant|deserialize|isn't supported|does not support|only the default",
            r"too (?:long|short|large|small)\b",
            r"failed to parse|validation (?:error|exception)|invalid request body|参数|请求格式",
        ),
        means=Cause(Kind.BAD_REQUEST, Scope.REQUEST, LASTS),
        why="A parameter of the request is refused; the model answered only the check.",
        source="OpenAI unsupported_parameter; ChatGPT backend detail; DeepSeek; vLLM; FastAPI 422",
    ),
    Rule(
        name="prompt_too_long",
        matches=Says(
            r"context (?:length|window|size)|maximum.{0,20}tokens|reduce the length",
            r"(?:prompt|input).{0,20}(?:too long|exceed)",
            r"context length exceeded|token limit exceeded|payload too large|entity too large|上下文",
        ),
        means=Cause(Kind.BAD_REQUEST, Scope.REQUEST, LASTS),
        why="More tokens than the model reads at once.",
        source="OpenAI context_length_exceeded; vLLM; Anthropic prompt is too long",
    ),
)


MODEL: tuple[Rule, ...] = (
    Rule(
        name="model_loading",
        matches=Says(
            r"(?:still|currently|is|model) loading|loading model|model (?:is )?not ready|warming up|cold start",
            r"model (?:weights )?(?:is|are) (?:being|currently) (?:down)?loaded|scaling (?:up )?from",
            r"(?:model|worker|replica).{0,20}initiali[sz]ing",
        ),
        means=Cause(Kind.MODEL_UNAVAILABLE, Scope.MODEL, PASSES),
        why="The model is on its way into memory.",
        source="llama.cpp 503 Loading model; Hugging Face estimated_time; Bedrock ModelNotReadyException",
    ),
    Rule(
        name="model_unknown",
        matches=Either(
            Says(
                r"models?\b.{0,100}(?:not exist|n't exist|not (?:found|available|supported)|unsupported)",
                r"models?\b.{0,100}(?:unknown|is invalid)",
                r"models?\b.{0,100}(?:deprecated|retired|decommissioned|no longer)",
                r"models?\b.{0,100}(?:(?:been|was|were) (?:removed|shut)|not a valid)",
                r"(?:unknown|invalid|unsupported|no such|unrecognized|nonexistent) model",
                r"not a (?:valid model|chat model)|is a chat model",
                r"(?:no|not have|n't have) access to.{0,20}model|not have access to it",
                r"(?:no|not) access to (?:the )?(?:requested )?model",
                r"(?:unable to|cannot) access.{0,60}model|gated (?:repo|model)|cannot be used with",
                r"no allowed providers|no (?:available )?model provider|no models? (?:is |are )?loaded",
                r"model (?:is )?disabled",
                r"no endpoints (?:found|available)|no available channel",
                r"(?:no|not have) .{0,20}deployments? for model",
                r"deployment.{0,40}(?:does not exist|not found)",
                r"function.{0,120}(?:account.{0,80}not found|not found for account)|try pulling it",
                r"only supported in v1/|use the responses|not open.{0,20}model|model ?not ?open|inference profile",
                r"requires more (?:system )?memory|out of memory|failed to load model|insufficient memory",
                r"无可用渠道|模型.{0,40}(?:不存在|不可用|未开通|不支持|已下线|无权)|不支持.{0,20}模型",
            ),
            Both(Says(r"not ?found ?error"), Says(r"^models?: \S{1,100}$")),
            Coded("1211", "1212", "1221", "1222", "1311"),
        ),
        means=Cause(Kind.MODEL_UNAVAILABLE, Scope.MODEL, LASTS),
        why="Unknown, retired, not offered here, not spoken on this endpoint, or not fitting into memory.",
        source="OpenAI model_not_found; Azure DeploymentNotFound; Ollama; NVIDIA NIM; one-api; OpenRouter; Zhipu 1211",
    ),
    Rule(
        name="path_wrong",
        matches=Says(
            r"invalid url|unexpected endpoint|unknown (?:request )?(?:url|endpoint|path|route)|no route(?: matche|s)",
            r"404 page not found",
            r"cannot (?:post|get) /|^not found\.?$|404 not ?found|no such (?:route|endpoint|handler)",
            r"method not allowed|page not found",
        ),
        means=Cause(Kind.BAD_REQUEST, Scope.REQUEST, LASTS),
        why="The path is not one that this server knows; it says nothing about the model.",
        source="tsundereraws/aisub-translator#2; vllm-project/vllm#5082; LM Studio",
    ),
)
