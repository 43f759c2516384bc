"""What people export from chats in a browser, what recorders of requests keep, and the
formats of the providers themselves."""

from __future__ import annotations

from crosswire.reading.catalogue.shape import Shape, anywhere

_CHATGPT = "conversations.json (newer: conversations-*.json) of the same package"

EXPORTS = (
    Shape(
        name="chatgpt-export",
        program="ChatGPT",
        what="conversations exported from ChatGPT",
        kind="export",
        called="conversations.json, conversations-*.json",
        at=anywhere("`Settings`, `Data controls`, `Export data`"),
        format="chatgpt-export",
        marks=(
            ("mapping/*/message", "current_node"),
            ("mapping/*/children", "current_node"),
            ("mapping:object", "conversation_id"),
        ),
    ),
    Shape(
        name="chatgpt-account",
        program="ChatGPT",
        what="the account in a package of ChatGPT's export, without the conversations",
        kind="export",
        called="user.json",
        take=_CHATGPT,
        marks=(("chatgpt_plus_user",), ("email", "id^user-", "phone_number")),
    ),
    Shape(
        name="chatgpt-feedback",
        program="ChatGPT",
        what="the feedback or the shared links in a package of ChatGPT's export",
        kind="export",
        called="message_feedback.json, shared_conversations.json",
        take=_CHATGPT,
        marks=(
            ("conversation_id", "rating=thumbs_up|thumbs_down|thumbsUp|thumbsDown"),
            ("conversation_id", "is_anonymous", "title"),
            ("conversation_id", "evaluation_name"),
        ),
    ),
    Shape(
        name="claude-ai-export",
        program="Claude (claude.ai)",
        what="conversations exported from claude.ai",
        kind="export",
        called="conversations.json",
        at=anywhere("`Settings`, `Privacy`, `Export data`"),
        format="claude-ai-export",
        marks=(("chat_messages:list", "uuid"),),
    ),
    Shape(
        name="claude-ai-account",
        program="Claude (claude.ai)",
        what="the users or projects in a package of claude.ai's export",
        kind="export",
        called="users.json, projects.json",
        take="conversations.json of the same package",
        marks=(
            ("uuid", "full_name", "email_address"),
            ("uuid", "docs:list", "is_private", "prompt_template"),
        ),
    ),
    Shape(
        name="takeout",
        program="Gemini Apps (Google Takeout)",
        what="the activity of Gemini Apps from Google Takeout, which has prompts only",
        kind="export",
        called="My Activity.json, MyActivity.json",
        at=anywhere("Takeout/My Activity/Gemini Apps/"),
        take="the conversation exported from Gemini itself, or the log of an API",
        marks=(
            ("header=Gemini Apps|Bard", "title", "time"),
            ("products[]=Gemini Apps|Bard", "title"),
        ),
    ),
)

RECORDINGS = (
    Shape(
        name="har",
        program="Browsers, proxies (HAR)",
        what="a HAR of requests, with none of a model's interface in it that is known",
        kind="recording",
        called="*.har",
        at=anywhere("`Save all as HAR with content` among the network requests of a browser"),
        take="a HAR with content, of the requests that go to the model",
        marks=(("log/entries:list", "log/version"),),
    ),
    Shape(
        name="cassette",
        program="VCR, go-vcr, httpmock",
        what="a cassette of requests, with none of a model's interface in it that is known",
        kind="recording",
        called="cassettes/*.yaml",
        at=anywhere("the folder of the tests"),
        take="a cassette of the requests that go to the model",
        marks=(
            ("interactions[]/request", "interactions[]/response"),
            ("http_interactions[]/request",),
        ),
    ),
    Shape(
        name="xai-recording",
        program="xAI SDK",
        what="a recording of xAI's interface over gRPC",
        kind="recording",
        called="*.xai.yaml",
        take="a log of xAI's interface over HTTP, which has the words of OpenAI",
        format="xai-grpc",
        marks=(("interactions[]/request_sample/json", "interactions[]/response_sample/json"),),
    ),
    Shape(
        name="litellm-log",
        program="LiteLLM",
        what="a log of LiteLLM",
        kind="recording",
        called="logs of the proxy, spend logs",
        at=anywhere("`/spend/logs` of the proxy, or a callback that writes its payload"),
        format="openai-chat",
        marks=(
            ("call_type", "messages", "response", "model_parameters"),
            ("call_type", "spend", "request_id"),
        ),
    ),
    Shape(
        name="openhands-completions",
        program="OpenHands",
        what="completions of OpenHands",
        kind="recording",
        called="<model>-<time>.json",
        at=anywhere("the folder of `log_completions_folder`"),
        format="openai-chat",
        marks=(("messages", "kwargs", "response", "latency_sec"),),
    ),
    Shape(
        name="helicone-export",
        program="Helicone",
        what="requests exported by Helicone",
        kind="recording",
        called="*.jsonl",
        at=anywhere("`Export` of the requests, or its interface `/v1/request/query`"),
        format="openai-chat",
        marks=(("request_body", "response_body", "request_created_at"), ("helicone_user",)),
    ),
    Shape(
        name="bedrock-invocations",
        program="Amazon Bedrock",
        what="a log of invocations of Amazon Bedrock",
        kind="recording",
        called="*.json.gz",
        at=anywhere("AWSLogs/<account>/BedrockModelInvocationLogs/ in the bucket"),
        format="bedrock-invocations",
        marks=(("schemaType=ModelInvocationLog",), ("modelId", "input/inputBodyJson")),
    ),
    Shape(
        name="mitmproxy-flows",
        program="mitmproxy",
        what="flows of mitmproxy",
        kind="recording",
        called="*.flow, *.mitm",
        take="the same as HAR: `mitmdump -nr FILE --set hardump=flows.har`",
        words=(b":websocket;", b":response;", b":request;", b":version;"),
    ),
    Shape(
        name="postman",
        program="Postman",
        what="a collection of Postman",
        kind="other",
        called="*.postman_collection.json",
        take="the body of the request and of its answer, or a HAR",
        marks=(("info/schema^https://schema.getpostman.com",),),
    ),
)

_ANSWERED = "requests, answers, streams"
_INTERFACES = (
    ("openai-chat", "OpenAI and all that speak as it", "Chat Completions"),
    ("openai-responses", "OpenAI and all that speak Open Responses", "Responses"),
    ("azure-foundry", "Azure AI Foundry", "items of Azure AI Foundry"),
    ("anthropic", "Anthropic", "Messages"),
    ("gemini", "Google Gemini, Vertex AI", "generateContent"),
    ("bedrock", "Amazon Bedrock", "Converse"),
    ("mistral", "Mistral", "Chat"),
    ("cohere", "Cohere", "version 2 of Cohere's Chat"),
    ("ollama", "Ollama", "Chat"),
    ("toolcall-record", "Crosswire", "records of tool calls"),
)
PROVIDERS = (
    *(
        Shape(
            name=name,
            program=program,
            what=what,
            kind="interface",
            called=_ANSWERED,
            format=name,
        )
        for name, program, what in _INTERFACES
    ),
    Shape(
        name="foundry-agent",
        program="Azure AI Foundry",
        what="the description of an agent of Azure AI Foundry",
        kind="settings",
        take="an answer of the agent, or the items of a conversation with it",
        marks=(("object=agent", "versions/latest"),),
    ),
)

SHAPES = (*EXPORTS, *RECORDINGS, *PROVIDERS)
