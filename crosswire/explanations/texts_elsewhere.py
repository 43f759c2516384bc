"""How providers, SDKs and networks speak of what is not the history: patterns for plain texts.

A text in the plain form has small letters, single spaces and no quotes.
"""

from __future__ import annotations


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


ABOUT = {
    "key": (
        "The key or the account is not accepted",
        "This is not about the history: the provider did not accept the key, or the account "
        "behind it may not do this. Look at the key, the address it is sent to and its rights.",
    ),
    "billing": (
        "The account has no credit",
        "This is not about the history: the account has no credit left, or its plan does not "
        "include this. The same request works once it is paid for.",
    ),
    "quota": (
        "Too many requests, or too much in a while",
        "This is not about the history: a limit on requests or tokens in a time was reached. "
        "Wait and send the same request again.",
    ),
    "context": (
        "The request is too long for the model",
        "This is not about ids or order: the request holds more than the model or the server "
        "takes. Shorten it; whoever cuts a history must cut a call and its result together.",
    ),
    "model": (
        "The model does not exist here, or cannot do this",
        "This is not about the history: the name of the model is not known there, or the model "
        "does not do what the request asks of it (tools, images, thinking).",
    ),
    "server": (
        "The server or the network failed",
        "This is not about the history: the answer did not come, or broke off, or the server "
        "was down or overloaded. The same request may work when it is sent again.",
    ),
    "moderation": (
        "The content was refused or filtered",
        "This is not about the form of the history: a filter refused what the request or the "
        "answer says.",
    ),
    "server settings": (
        "The server was started without a setting that this needs",
        "This is not about the history: whoever runs the server has to start it with the option "
        "that it names (for calls with vLLM: --enable-auto-tool-choice and --tool-call-parser; with "
        "llama.cpp: --jinja), or the request has to go without what needs it.",
    ),
    "settings": (
        "A setting of the request is not taken",
        "This is not about the history: a setting beside it (temperature, a limit, the effort of "
        "thinking, the form of the answer) has a value or a name that the model does not take.",
    ),
    "files": (
        "A picture or a file could not be used",
        "This is not about calls and results: a picture or a file of the request could not be "
        "fetched, read or taken, or is too large.",
    ),
    "program": (
        "The program itself failed",
        "This is not a provider's refusal: the program that sent or read the request failed by "
        "itself, or got an answer that is no JSON.",
    ),
    "no reason": (
        "The provider gives no reason",
        "This says only that the request was refused, and not why. With the request beside it, "
        "the rules can be asked what they find.",
    ),
}
"""Subject -> its title, what it means and what to do."""

_SETTING = (
    r"(?:temperature|top_?[pk](?![a-z_])|max_(?:output_|completion_)?tokens|maxtokens|maxoutputtokens|"
    r"max tokens|response_format|response format|json mode|json_schema\b|text\.format|stop_sequences|logprobs|logit_bias|"
    r"presence_penalty|frequency_penalty|repetition_penalty|parallel_tool_calls|service_tier|stream_options|"
    r"reasoning_effort|reasoning\.effort|reasoning\.summary|reasoning effort|effort level|"
    r"budget_tokens|thinking_budget|thinking budget|thinking\.type|thinking (?:field|parameter|option)\b|thinking level|thinking_level|enable_thinking|web_search_options|web search options|"
    r"output_config|inference_geo|safety_settings|safety_identifier|generation_config|generationconfig|"
    r"previous_response_id|prompt_cache_\w+|cache_control\.ttl|context_management|anthropic-beta)"
)
_BEFORE = r"(?:(?<![\w.\]])|(?<=\bparameter\.)|(?<=\bparameters\.))"
"""A setting is no step of a path, but for one into the object of all settings."""
_OF_ONE_WORD = (
    r"(?:stop|seed|stream|store|effort|verbosity|prediction|truncation|metadata|betas?)"
)
"""Settings whose names are also words of prose: what is said of them stands beside them."""
_REFUSED = (
    r"(?:unsupported (?:parameter|value|field)|invalid(?: value)?(?: for)?|unknown (?:parameter|field|name)|unrecognized (?:request )?(?:argument|parameter|key)|"
    r"unexpected (?:keyword argument|parameter)|not supported|not support|unsupported|not (?:a )?permitted|not allowed|out of range|extra inputs|"
    r"must be (?:between|greater|less|at least|at most|a|an|set|in|one of|<|>)|should be (?:in|between|less|greater)|supported range|supported values|supported levels|less than or equal|greater than or equal|"
    r"exceeds|too (?:large|big|high|low|small)|deprecated|is required|may not|cannot be (?:set|used|specified)|may only be set|is (?:unavailable|illegal)|not acceptable|input should be|only the default|expected a value)"
)

PATTERNS: dict[str, tuple[str, ...]] = {
    "server settings": (
        r"\brequires? --[a-z][a-z-]{2,}|--[a-z][a-z-]{2,} (?:flag |option )?(?:to be |must be |is not |not )(?:set|enabled)",
        r"--(?:enable-auto-tool-choice|tool-call-parser|reasoning-parser|jinja|enable-\w+)\b",
        r"(?:start|run|launch|restart)(?:ed|ing)? (?:the |your |with )?(?:\w+ ){0,3}with --[a-z]",
    ),
    "billing": (
        r"insufficient[ _](?:quota|balance|credits?|funds|user quota|tool_call_quota)",
        r"(?:credit )?balance (?:is )?(?:too low|not enough|insufficient)",
        r"exceeded your current quota, please check your plan",
        r"billing (?:hard limit|details|account|to be enabled|not active|is (?:not|disabled))|billing_\w+",
        r"payment required|\b402\b.{0,60}(?:credit|balance|pay|budget)|\bbudget\b.{0,40}exhausted|requires more credits|can only afford",
        r"account (?:is )?(?:in arrears|overdue|suspended|not active|deactivated)|arrearage",
        r"budget has been exceeded|max budget|exceeded (?:your|the) (?:\w+ )?budget",
        r"(?:out of|run out of|no|not enough|add|purchase|buy) (?:more )?credits?\b",
        r"余额不足|欠费",
    ),
    "moderation": (
        r"content[ _-]?(?:management )?(?:policy|filter|filtering|moderation|safety|security)|contentfilter|content_policy_violation|responsibleaipolicy",
        r"(?:blocked|flagged|rejected|refused|prohibited)(?: \w+){0,4} (?:by|as|due|because|for|for safety)(?: \w+){0,4} ?(?:safety|polic\w+|filter|moderation|violat\w+|risk|content|guardrail)|usage (?:polic(?:y|ies)|guidelines)|terms of (?:use|service)|invalid prompt: your prompt was flagged|safety (?:system|reasons|settings|check|ratings)|prohibited_content|finish_?reason\W{1,4}(?:safety|recitation|prohibited)|\brecitation\b|blocklist|image_safety",
        r"moderation|data_?inspection|inappropriate content|sensitive (?:\w+ )?(?:content|words?|information|messages?)|guardrails? (?:intervened|blocked|violation)|unsafe content|敏感|content exists risk|high risk|potentially violat\w+|limited access to this content",
    ),
    "key": (
        r"(?:invalid|incorrect|missing|wrong|expired|no|bad|unknown|required|provide(?: a| an| your)?(?: valid)?|malformed)[ _-](?:\w+ ){0,2}(?:x-)?api[ _-]?key",
        r"api[ _-]?key.{0,60}(?:not valid|invalid|incorrect|missing|expired|not (?:found|set|provided|configured)|required|was reported|must be set|could not)",
        r"(?:didnt|did not|not) provide an? (?:valid )?api key|api_key_invalid|invalid_api_key|apikeynotfound|no auth credentials|invalid credentials|credentials? (?:is|are|was|were) (?:invalid|expired|rejected|refused|denied)|(?:check|set|verify) (?:\w+ ){0,2}\w{0,40}api_?key\b",
        r"\b40[13] status code \(no body\)|country, region|(?:invalid|missing|expired|no) (?:\w+ )?(?:bearer|credentials)\b",
        r"authentication[ _]?(?:error|fails?|failed|required|credentials|token|fehler)|authenticationerror|unauthenticated|unauthorized|unauthorised|not authorized|not authenticated",
        r"permission[ _-]?denied|permission_error|permissiondenied|accessdenied|access denied|access forbidden|access to (?:the|this) (?:\w+ ){1,3}(?:(?:is |was )?denied|forbidden)|access to (?:the|this) \w+ (?:is )?not|(?<!or you )do(?:es)? not have (?:access|permission)|dont have (?:access|permission)|insufficient permissions",
        r"(?:access|security|refresh|auth|oauth|session|bearer|id) ?token.{0,60}(?:expired|invalid|missing|revoked|not valid|not found|could not)|token (?:is |has )?(?:expired|invalid|been revoked)",
        r"could not (?:resolve|find|load) (?:authentication|credentials|default credentials)|unable to locate credentials|could not automatically determine credentials|signature we calculated does not match|signaturedoesnotmatch|unrecognizedclient",
        r"\b(?:organization|workspace|project|account|user|country|region|location)\b.{0,40}(?:disabled|not allowed|not supported for the api|not verified|must be verified|is not active|banned|is not supported)|must be verified to|unsupported_country|not available in your (?:country|region)|user location is not supported",
        r"api has not been used in project|service_disabled|(?<!model )is not enabled for (?:this|your)|have access to the model with|only authorized for use with",
        r"\b401\b[ :,-]{0,3}(?:unauthorized|error|client error)|(?:status|http|code|\berror)\w*\W{0,6}401\b",
        r"operation not allowed|not allowed for this account|not available for this account",
        r"身份验证|令牌.{0,10}(?:过期|不正确|无效)|无权",
    ),
    "quota": (
        r"exhausted (?:your|the) (?:capacity|daily|quota)|hit your (?:\w+ )?limit|reached (?:the|your) (?:\w+ ){0,2}limit",
        r"rate[ _-]?limit|ratelimit|too many requests|too_many_requests|toomanyrequests",
        r"quota[ _](?:exceeded|exhausted|limit|metric|reached)|exceeded (?:your|the|its) (?:\w+ ){0,3}(?:quota|limit for)|resource_?exhausted|resource (?:has been|was)? ?exhausted|(?:daily|monthly|weekly|usage|session|hourly) limit|limit (?:reached|has been reached)|out of quota",
        r"throttl(?:ed|ing)|too many (?:tokens|concurrent)[^.]{0,20}(?:wait|per|before|request)|(?:tokens|requests) per (?:min|day|hour|second)|\b[tr]p[md]\b",
        r"(?:status|http|code|error)\w*\W{0,6}429\b|\b429\b[ :,-]{0,3}(?:too|client|error|\{)",
        r"(?:try|retry) again (?:in|after) [\d.]+ ?(?:m?s|sec|min|h|day)|\bretry in [\d.]+|concurren(?:cy|t)[^.]{0,20}limit|并发|速率限制|限流|频率",
    ),
    "context": (
        r"context[ _-]?(?:length|window|size|limit|overflow)|context_length_exceeded|contextwindowexceeded|exceeds? the context|exceed_context_size|maximum context",
        r"(?:prompt|input|request|messages?|conversation|text)(?: \w+){0,3} (?:is |are )?too (?:long|large)\b",
        r"too many (?:input |prompt |total )?tokens|too_many_(?:prompt_)?tokens|tokens? (?:count|limit|exceed)|input tokens? (?:exceed|limit|count)|(?:exceed|limit|maximum|max|than|up to)[^.]{0,40}\btokens?\b|max(?:imum)?[ _](?:input|prompt|sequence|model)[ _]?(?:tokens?|length|len)\b|max_model_len|max_seq_len|max_prompt_tokens|tokens? > \d|requested \d[\d,]* tokens",
        r"(?:text|content|field|body)[^.]{0,20} longer than the (?:limit|maximum)|\b(?:content|messages?|prompt|input|text) (?:must|should|may|can) (?:be )?(?:at most|not exceed|less than|no more than|no longer than) \d[\d,]* (?:characters|chars|words)\b",
        r"reduce (?:the|your) (?:length|size|number of (?:\w+ ){0,2}(?:tokens|messages|turns|characters|words|documents)|prompt|input|messages?)|shorten (?:the|your)|range of input length|total length of all messages|greater than the (?:context|available context)|exceeds the available context|exceeds? (?:the )?(?:maximum|max)(?: allowed)? (?:length|size|input|prompt|number of tokens)",
        r"request[ _](?:entity )?too[ _]large|request exceeds the maximum|payload (?:too large|size|exceeds)|request_too_large|\b413\b|body (?:is )?too large|content too large|entity too large|maximum allowed (?:size|input)",
        r"上下文.{0,12}(?:超|过长|过大|限制|长度|窗口|不足)|输入.{0,6}(?:过长|超)|prompt 超长|超长",
    ),
    "model": (
        r"models?(?:[ :/][\w.:@/-]+|/[\w.:@/-]+| \w+){0,3}?(?: is| was| has| has been| does| do| are)? ?(?:not[ _]found|not exist|doesnt exist|not be found|not available|unavailable(?! tool)|not supported|not support|doesnt support|deprecated|retired|decommissioned|no longer|not (?:currently )?(?:loaded|recognized|accessible|valid|allowed|enabled))",
        r"models?(?:[ :/][\w.:@/-]+| name)? (?:is )?(?:unknown|invalid)(?! (?:sequence|tool|json|call|function|response|output|argument))",
        r"(?:unknown|invalid|unsupported|no such|non-existent|missing|unrecognized)[ _]?(?:model|engine|deployment)\b|model_not_found|modelnotfound|invalid_model|model_not_supported|must provide an? (?:engine|model|deployment)|model identifier is invalid|not a valid model",
        r"(?:deployment|resource)[ _]?(?:for this resource )?(?:does )?not[ _]?(?:exist|found)|deploymentnotfound|resourcenotfoundexception",
        r"no (?:endpoints?|providers?|allowed providers|available channel)[^.]{0,30}(?:found|available|for model|support)|no available (?:providers|channel|accounts)|no (?:healthy )?deployments available|无可用渠道|模型不存在|模型.{0,12}(?:不存在|不支持)",
        r"(?:does|do|did)(?: not|nt) (?:currently |yet )?support:? ?[\[(]?(?:tools?|images?|vision|thinking|function|streaming|tool use|tool calling|(?:multiple|parallel) (?:tool|function)|audio|reasoning|system|this|the(?! \w+\.\w)|image input|json)\b|doesnt support (?:tool|image|vision|function|thinking)",
        r"not supported (?:with|by|for|in) (?:this|the|your|that)?(?: \w+)? ?model|not support(?:ed)? (?:in|by) (?:the )?(?:v1|chat|completions|responses)|only supported in v1/|not a chat model|only supports? (?:v1|the responses)|not supported in the v1",
        r"chat template is no longer allowed|must provide a chat template|requested operation is unsupported|supports at most \d+ (?:image|tool)|does not support endpoint",
        r"(?:resource|endpoint|url|route|path) (?:that )?(?:was |could |does )?not (?:be )?(?:found|exist)\b|\bdetail: ?not found\b|failed to parse chat template|\btemplate not found|endpoint_not_found|only supports? (?:text|image|audio)",
        r"no handler found|(?:check|verify) (?:the |your )?(?:api )?(?:base|base ?url|url|endpoint|address)\b|https?://\S{1,300} not found|requested entity was not found|\b404 status code \(no body\)|degraded function|cannot be invoked",
        r"parse jinja template|closestatement",
        r"is not enabled for models?/|not enabled for this model|invalid tokenizer|\bavailable models\b",
        r"\bmodel_?(?:code|id|name): (?:does )?not exist|(?:parameter|field|argument|property):? model (?:is |was )?(?:missing|required|not (?:set|given|provided))",
        r"on-demand throughput|inference profile|try pulling it first|pull model|llm provider not provided|provider [\w.-]{1,40} is (?:currently )?not supported|could not route to|no user query|error loading model|failed to load model|no models? loaded|model is (?:currently )?loading|unable to load model",
        r"not supported for generatecontent|call (?:model)?service\.listmodels|call listmodels|publisher model|(?:adapter|lora) .{0,40}not found",
    ),
    "files": (
        r"(?:error while |failed to |unable to |could not |cannot |cant |not )(?:download|fetch|process|decode|load|open|read|access)(?:ing)?(?: \w+){0,4} (?:image|file|url|content from|media|pdf|document|video|audio|https?:)",
        r"duplicate document names?|error while downloading|invalid_image\w*|invalid image|image_parse_error|unsupported image|image (?:data|format|url|media type|dimensions|size|exceeds|does not|was specified|too large)|images? (?:exceed|are too|too|must|cannot)|image\.source\.\w+|image_url\.url|images? and/or documents|media[ _]?type.{0,40}(?:not supported|unsupported|but|appears)|unsupported mime|(?<!response )mime type.{0,60}(?:not supported|unsupported|invalid)|pdf (?:was|is|pages|specified|file)|maximum of \d+ (?:pdf|images|pages)|roboted|robots\.txt|unable to process input image|provided image is not valid|base64 (?:image|data|decoding)|invalid base64|must be an? base64|many-image requests",
    ),
    "settings": (
        rf"(?<![\w.\]])(?:{_OF_ONE_WORD}|{_SETTING}) ?参数(?:非法|有误|错误|无效|不合法)",
        rf"{_REFUSED}[^.]{{0,12}}?(?<![\w.\]]){_OF_ONE_WORD}(?![\w\[])",
        rf"{_BEFORE}{_OF_ONE_WORD}(?![\w\[])[^.]{{0,20}}?{_REFUSED}",
        rf"{_REFUSED}[^.]{{0,60}}?(?<![\w.\]]){_SETTING}(?![\w\[])",
        rf"{_BEFORE}{_SETTING}(?![\w\[])[^.]{{0,80}}?{_REFUSED}",
        r"(?:argument|parameter|option|keyword)s?(?:\(s\))? (?:is |are )?(?:not supported|unsupported|not allowed|not permitted|unknown)",
        r"(?:unsupported|unknown|unrecognized|unexpected) (?:request )?(?:argument|parameter|option|setting)|support (?:the )?(?:parameter|argument|option)\b",
        rf"(?<![\w.\]]){_SETTING}: (?:field required|range|input should|extra inputs|\d+ > \d)",
        r"only works in thinking mode|\b(?:reasoning|thinking) is (?:mandatory|required)\b|\b(?:reasoning|thinking)[^.]{0,40} cannot be (?:disabled|turned off)|budget \d+ is invalid|\binstructions are (?:not valid|invalid|required)|must contain the word json|thinking mode (?:is|cannot|must)|stream (?:must|is required)|only supports? stream|non-streaming mode",
        r"into the target type: missing field (?!messages|input|contents|role|content|tool)\w+ at line",
        r"\breserved (?:keyword|word|name|header)\b",
        r"thinking may not be enabled|thinking mode.{0,40}tool_choice|tool_choice.{0,100}(?:not supported|thinking|incompatible)|thinking is not supported|budget_tokens|thinking\.\w+\.budget|thinking_?config|thinkingconfig",
        r"unexpected value\(s\).{0,80}anthropic-beta|anthropic-version|invalid beta|cannot specify both|mutually exclusive|at the same time.{0,40}response|response mime type|response_schema|responsemimetype|schema for response_format|controlled generation",
        r"streaming is (?:strongly )?(?:required|recommended)|streaming is required for|does not support streaming|unrecognized request argument|\baction is invalid: /|unsupported (?:\w+ )?method\b|unknown url|(?<!image )invalid url (?:\(|provided)|no route|cannot (?:post|get) /|404 page not found|not_found_error.{0,40}/v1|url not found|method not allowed",
    ),
    "server": (
        r"modelerrorexception|(?:endpoint|upstream|backend) is (?:currently )?unavailable|server had an error|capacity exceeded|insufficient system resources|reconnecting|exceeded retry limit|^(?:\w+: )?terminated\W*$",
        r"overloaded|is overloaded|over capacity|high demand|high load|at capacity|temporarily unavailable|service[ _]?(?:is )?(?:currently )?unavailable|serviceunavailable|engine is currently|server is busy|server_busy|服务.{0,4}繁忙|服务器繁忙",
        r"\b(?:econnreset|econnrefused|econnaborted|etimedout|enotfound|epipe|eai_again|ehostunreach|und_err\w*)\b|socket hang up|fetch failed|failed to fetch|network ?error|network connection|connection ?(?:error|reset|refused|closed|aborted|timed|was|lost|failure)|connect(?:ion)? ?timeout|connecterror|apiconnectionerror|remoteprotocolerror|remotedisconnected|connection to \S+ (?:failed|refused)|actively refused|max retries exceeded|name or service not known|name resolution|getaddrinfo|dns|no such host|dial tcp|i/o timeout|tls|certificate|ssl:|ssl error|proxy error|connection attempts? failed",
        r"timed? ?out\b|timeout\b|time-out|deadline[ _]exceeded|context deadline|deadlineexceeded|apitimeouterror|readtimeout|idle timeout|took too long",
        r"stream (?:was |has |is )?(?:disconnected|closed|ended|error(?!: unexpected status 4)|interrupted|idle|aborted|terminated)|premature(?:ly)? (?:close|end)|incomplete (?:chunked|read)|peer closed connection|closed connection|unexpected eof|\beof\b(?! while parsing)|broken pipe|response ended prematurely|aborted|error: terminated|typeerror: terminated|without (?:a )?(?:finish|terminal|stop)[ _]?(?:reason|event)|no (?:response|output) (?:from|was|generated)|(?:empty|unusable|unparsable|unparseable) (?:or un\w+ )?(?:response|completion|answer|reply)\b|did not provide any (?:assistant )?(?:message|response|output|content)|response was empty|empty stream",
        r"out of memory|requires more (?:system |gpu )?memory|(?:not enough|not have enough|insufficient) (?:\w+ )?memory|runner exited|cuda|\boom\b|llama runner process|runner process has terminated|model runner has unexpectedly stopped|exit status \d|segmentation fault|kv cache|no slots? available",
        r"bad gateway|gateway time-?out|\b(?:502|503|504|520|522|524|529)\b|cloudflare|upstream (?:connect|error|timeout|request timeout|unavailable)|system_?cpu_overloaded|system_memory_overloaded",
    ),
    "program": (
        r"command failed|failed to check \w+ permissions|call stack size|no generations found|empty model response",
        r"cannot read propert(?:y|ies) of (?:undefined|null)|undefined is not|is not a function|is not defined|is not iterable|nonetype object|object has no attribute|has no attribute|takes \d+ positional|unexpected keyword argument|got multiple values|keyerror|indexerror|list index out of range|importerror|modulenotfounderror|no module named|cannot import|cannot find module|nullpointerexception|panic: runtime|index out of (?:range|bounds)|attributeerror|recursion",
        r"could not parse the json body|\bbody is not (?:a )?valid json|\bloc: \W?body(?:,? ?\d|,?\W?[)\]])",
        r"is not json serializable|not json serializable|unexpected token .{0,40}(?:is not valid json|in json)|unexpected end of json|jsondecodeerror|expecting value: line|invalid json response|failed to parse (?:the )?(?:json|response)|(?:could not|unable to|failed to) parse (?:the )?response|must be of type \w+, \w+ given|for attribute [\w.]{1,80} value|exception parsing response|error parsing (?:json )?response|json parse error|failed to deserialize the (?:json )?response|typevalidationerror: type validation failed|ai_typevalidationerror|outputparser|could not parse llm output|invalid json returned|\bparse response: ",
        r"too many values to unpack|not enough values to unpack|missing \d+ required (?:positional|keyword)|missing keywords?:|takes no arguments|invalid literal for int|unsupported operand type|undefined method|undefined local variable|uninitialized constant|wrong number of arguments|wrong-type-argument|lisp error|void-(?:function|variable)|object reference not set|null pointer dereference|could not import|\bis not registered\b|no attribute named|not subscriptable|cannot be serialized|circular (?:import|structure)",
        r"recursion limit of \d|graph_recursion_limit|maximum (?:recursion|iterations|number of (?:turns|retries|steps))|max(?:imum)? (?:turns|retries|iterations) |exceeded max(?:imum)? (?:turns|retries)|agent stopped due to|event loop is closed|coroutine|database is locked|no such file|enoent|spawn \w+ enoent|command not found|mcp server .{0,40}(?:failed|not|error)|tool .{0,60}not found in (?:registry|toolset)",
    ),
}
"""Subject -> patterns, any of which tells it. A text about the history is looked for first."""

VAGUE: dict[str, tuple[str, ...]] = {
    "server": (
        r"internal[ _]?server[ _]?error|internal error|server_error|(?<![a-z_])api_error|internalservererror|an error occurred while processing your request|something went wrong|unexpected error occurred|unknown error",
        r"(?:status|http|code|returns|returned|状态码|错误码)\w*\W{0,6}5\d\d\b",
        r"<!doctype html|<html\b",
    ),
    "key": (
        r"\b403\b[ :,-]{0,3}(?:forbidden|client error)|(?:status|http|code|\berror|状态码|错误码)\w*\W{0,6}403\b",
    ),
    "model": (r"(?:status|http|code|\berror|状态码|错误码)\w*\W{0,6}(?:404|405)\b",),
    "program": (
        r"\b(?:illegalargument|illegalstate|classcast|unsupportedoperation|nosuchelement)exception\b",
    ),
}
"""The same for words that also stand around an error about the history."""

WORDS_OF_WRAPPERS = _set(
    "error errors type message messages code status request_id requestid param params null none http https "
    "detail details invalid_request_error api object api_error body response from provider the a an is was "
    "of to in and with this by during try again please your you check raw metadata provider_name user_id "
    "badrequesterror openai anthropic google gemini vertex litellm exceptions exception client message true "
    "false llm completion model_name event data reason statuscode status_code stream name result call "
    "failed calling calls chat agent run operation when converse conversestream validationexception "
    "occurred connect attempt attempts retry retrying req contains returned following b modelid providerid endpoint glm zai deepseek groq kimi minimax "
    "mistral cohere azure bedrock openrouter xai qwen"
)
NO_REASON = (
    r"\b(?:request contains|client specified) an invalid argument",
    r"\binvalid (?:api )?parameters?, please check (?:the|your) (?:documentation|docs|input)",
    r"\b(?:parameters? )?specified in the request (?:is|are) not valid",
    r"\bthe parameter is invalid(?:\. please check again)?",
    r"\binvalid parameter combination(?:\. please check and try again)?",
    r"\bparam incorrect",
    r"\bmissing one or multiple required parameters",
    r"\binvalid (?:input format|request content|request body|messages)",
    r"\brequest contains invalid parameters",
    r"\b4(?:00|22) client error: (?:bad request|unprocessable entity) for url: \S{1,300}",
    r"\bclient error 4(?:00|22) (?:bad request|unprocessable entity) for url \S{1,300}",
    r"\brequest that this server could not understand",
    r"\bbad (?:response )?status code:? ?4(?:00|22)",
    r"\bbody (?:is )?invalid(?:, please check the request body format)?",
    r"\bmessages in request are illegal",
    r"\binvalid input(?:\. please specify the prompt)?",
    r"\bimproperly formed request",
    r"\bsomething went wrong with this conversation",
    r"\bprovider rejected the request(?: schema or tool payload)?",
    r"\binvalid messages in (?:the )?(?:payload|request|body)",
    r"\bservice request failed",
    r"\binput validation error(?! for)",
    r"请求格式(?:有误|错误)",
    r"参数有误(?:. ?请检查文档)?",
)
"""Sentences of which none says what was wrong."""
NO_REASON_AT_THE_END = (
    r"\bfailed with (?:an? )?(?:http )?(?:error )?(?:status )?(?:code )?4(?:00|22)",
    r"\b4(?:00|22)[ ,:]{1,3}(?:bad request|unprocessable entity)",
    r"\b4(?:00|22) status code \(no body\)",
    r"\binvalid input error",
    r"\breturned (?:an? )?(?:http )?(?:error )?(?:status )?(?:code )?4(?:00|22)",
    r"\b(?:one|any)of at / not met",
)
"""The same where nothing follows but the places of a program."""
SAYING_NOTHING = _set(
    "invalid input inputs request bad argument arguments parameter parameters invalid_argument badrequest "
    "bad_request invalid_request_body error unknown failed failure refused rejected upstream client clienterror server "
    "invalidparameter invalid_request invalidrequest format validation validationerror unprocessable entity "
    "malformed illegal wrong not valid check documentation docs see reference could be processed process unable something "
    "one more specified are 调用参数有误 请检查文档"
)
"""Words of which none says what was wrong."""
