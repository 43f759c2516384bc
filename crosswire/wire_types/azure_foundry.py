"""Azure AI Foundry: its own items of Responses, and the run steps of the older agents."""

from __future__ import annotations

from crosswire.model import JsonObject, JsonValue
from crosswire.wire_types.api import Api, listed
from crosswire.wire_types.wire_type import Category, Discriminator, WireType

_FOUNDRY = Api(
    "azure-foundry",
    "azure-foundry-responses",
    "azure.ai.agentserver.responses.models._generated.types.",
    "azure.",
    format="azure-foundry",
    ties=("call_id", "call_id"),
    item_ids=("id", "id"),
    embeds="output",
)
_CLASSIC = Api(
    "azure-foundry",
    "azure-agents-classic",
    "azure.ai.agents.models.",
    "azure.classic.",
    format="azure-foundry",
    ties=("id", "tool_call_id"),
    item_ids=("id", None),
    embeds="output",
)


def _pair(
    slug: str,
    sdk_type: str,
    kind: str,
    family: str,
    *,
    ids: tuple[str, str],
    name: str | None = None,
) -> tuple[WireType, WireType]:
    """A tool that Foundry runs: its call, and its output with the result."""
    item_id, call_id = ids
    named: JsonObject = {} if name is None else {"name": name}
    call, output = f"{slug}_call", f"{slug}_call_output"
    return (
        _FOUNDRY.call(
            call,
            sdk_type,
            family,
            paired_with=(output,),
            survey=listed(sdk_type),
            example=_item(kind, f"{item_id}_1", call_id, arguments='{"query":"x"}') | named,
        ),
        _FOUNDRY.output(
            output,
            f"{sdk_type}Output",
            family,
            paired_with=(call,),
            survey=listed(f"{sdk_type}Output"),
            example=_item(f"{kind}_output", f"{item_id}_2", call_id, output="ok") | named,
        ),
    )


def _item(kind: str, id: str, call_id: str, **content: JsonValue) -> JsonObject:
    return {"type": kind, "id": id, "call_id": call_id, **content, "status": "completed"}


WIRE_TYPES = (
    *_pair(
        "a2a",
        "A2AToolCall",
        "a2a_preview_call",
        "a2a",
        ids=("item_a2a", "call_a2a01"),
        name="a2a_op",
    ),
    *_pair(
        "azure_ai_search",
        "AzureAISearchToolCall",
        "azure_ai_search_call",
        "azure-ai-search",
        ids=("item_azure_", "call_azureaisearc01"),
    ),
    *_pair(
        "azure_function",
        "AzureFunctionToolCall",
        "azure_function_call",
        "azure-function",
        ids=("item_azure_", "call_azurefunctio01"),
        name="azure_function_op",
    ),
    *_pair(
        "bing_custom_search",
        "BingCustomSearchToolCall",
        "bing_custom_search_preview_call",
        "bing-custom-search",
        ids=("item_bing_c", "call_bingcustomse01"),
    ),
    *_pair(
        "bing_grounding",
        "BingGroundingToolCall",
        "bing_grounding_call",
        "bing-grounding",
        ids=("item_bing_g", "call_binggroundin01"),
    ),
    *_pair(
        "browser_automation",
        "BrowserAutomationToolCall",
        "browser_automation_preview_call",
        "browser-automation",
        ids=("item_browse", "call_browserautom01"),
    ),
    *_pair(
        "fabric_data_agent",
        "FabricDataAgentToolCall",
        "fabric_dataagent_preview_call",
        "fabric-data-agent",
        ids=("item_fabric", "call_fabricdataag01"),
    ),
    *_pair(
        "openapi",
        "OpenApiToolCall",
        "openapi_call",
        "openapi",
        ids=("item_openap", "call_openapi01"),
        name="openapi_op",
    ),
    *_pair(
        "sharepoint_grounding",
        "SharepointGroundingToolCall",
        "sharepoint_grounding_preview_call",
        "sharepoint-grounding",
        ids=("item_sharep", "call_sharepointgr01"),
    ),
    _FOUNDRY.hybrid(
        "memory_search_call.resource",
        "MemorySearchToolCallItemResource",
        "memory-search",
        embeds="results",
        survey=listed("MemorySearchToolCallItemResource", Category.FABRICATED),
        note="Every released package requires an id.",
        example={
            "type": "memory_search_call",
            "id": "item_mem_1",
            "status": "completed",
            "results": [
                {
                    "memory_item": {
                        "kind": "user_profile",
                        "memory_id": "mem_1",
                        "updated_at": 1760000000,
                        "scope": "user_1",
                        "content": "Likes tea",
                    }
                }
            ],
        },
    ),
    _FOUNDRY.call(
        "memory_search_call.param",
        "MemorySearchToolCallItemParam",
        "memory-search",
        correlation_field=None,
        item_id_field=None,
        category=Category.FABRICATED,
        embeds="results",
        survey=listed("MemorySearchToolCallItemParam", Category.FABRICATED),
        note="It has no id of any kind; the results stand in it all the same.",
        example={
            "type": "memory_search_call",
            "results": [
                {
                    "memory_item": {
                        "kind": "user_profile",
                        "memory_id": "mem_1",
                        "updated_at": 1760000000,
                        "scope": "user_1",
                        "content": "Likes tea",
                    }
                }
            ],
        },
    ),
    _FOUNDRY.output(
        "workflow_action",
        "WorkflowActionOutputItem",
        "workflow-action",
        correlation_field="action_id",
        category=Category.CONFLATED,
        embeds=None,
        edges=("previous_action_id", "parent_action_id"),
        survey=listed("WorkflowActionOutputItem", Category.FABRICATED),
        note="A report without a call; `id` and `action_id` are required.",
        example={
            "type": "workflow_action",
            "id": "wfa_1",
            "kind": "InvokeAzureAgent",
            "action_id": "action-1",
            "previous_action_id": "action-0",
            "status": "completed",
        },
    ),
    _FOUNDRY.output(
        "oauth_consent_request",
        "OAuthConsentRequestOutputItem",
        "oauth-consent",
        correlation_field=None,
        category=Category.CONFLATED,
        embeds=None,
        survey=listed("OAuthConsentRequestOutputItem", Category.CONFLATED),
        note="A pause until the user consents; nothing answers it.",
        example={
            "type": "oauth_consent_request",
            "id": "oauthreq_1",
            "consent_link": "https://consent.example/abc",
            "server_label": "github",
        },
    ),
    _FOUNDRY.output(
        "structured_outputs",
        "StructuredOutputsOutputItem",
        "structured-outputs",
        correlation_field=None,
        category=Category.CONFLATED,
        note="What a tool captured, without a call that asked for it.",
        example={"type": "structured_outputs", "id": "fco_1", "output": {"answer": 42}},
    ),
    _FOUNDRY.call(
        "output_item.program",
        "OutputItemProgram",
        "programmatic-tool-calling",
        paired_with=("output_item.program_output",),
        example={
            "type": "program",
            "id": "prog_1",
            "call_id": "call_prog1",
            "code": "await tools.f({})",
            "fingerprint": "fp",
        },
    ),
    _FOUNDRY.output(
        "output_item.program_output",
        "OutputItemProgramOutput",
        "programmatic-tool-calling",
        embeds="result",
        paired_with=("output_item.program",),
        example={
            "type": "program_output",
            "id": "progo_1",
            "call_id": "call_prog1",
            "result": "1",
            "status": "completed",
        },
    ),
    _FOUNDRY.call(
        "output_item.function_call",
        "OutputItemFunctionToolCall",
        "function",
        paired_with=("output_item.function_call_output",),
        edges=("caller",),
        note=(
            "Foundry declares OpenAI's items anew, with the agent and the response they "
            "belong to."
        ),
        example={
            "type": "function_call",
            "id": "fc_1",
            "call_id": "call_abc",
            "name": "f",
            "arguments": "{}",
            "status": "completed",
        },
    ),
    _FOUNDRY.output(
        "output_item.function_call_output",
        "OutputItemFunctionToolCallOutput",
        "function",
        category=Category.NULLABLE,
        paired_with=("output_item.function_call",),
        edges=("caller",),
        example={
            "type": "function_call_output",
            "id": "fco_1",
            "call_id": "call_abc",
            "output": "1",
        },
    ),
    _CLASSIC.call(
        "run_step.function",
        "RunStepFunctionToolCall",
        "function",
        paired_with=("tool_output",),
        example={
            "type": "function",
            "id": "call_abc",
            "function": {"name": "f", "arguments": "{}"},
        },
    ),
    _CLASSIC.call(
        "required_action.function",
        "RequiredFunctionToolCall",
        "function",
        paired_with=("tool_output",),
        note="What a run waits for, before it is a step.",
        example={
            "type": "function",
            "id": "call_abc",
            "function": {"name": "f", "arguments": "{}"},
        },
    ),
    _CLASSIC.output(
        "tool_output",
        "ToolOutput",
        "function",
        discriminator=Discriminator("container", "(submit_tool_outputs element)"),
        paired_with=("run_step.function",),
        note="An element of `tool_outputs`, with no word that tells its type.",
        example={"tool_call_id": "call_abc", "output": "1"},
    ),
    _CLASSIC.hybrid(
        "run_step.code_interpreter",
        "RunStepCodeInterpreterToolCall",
        "code-interpreter",
        embeds="code_interpreter.outputs",
        example={
            "type": "code_interpreter",
            "id": "call_code_int",
            "code_interpreter": {"input": "1+1", "outputs": [{"type": "logs", "logs": "2"}]},
        },
    ),
    _CLASSIC.hybrid(
        "run_step.file_search",
        "RunStepFileSearchToolCall",
        "file-search",
        embeds="file_search.results",
        example={"type": "file_search", "id": "call_file_sea", "file_search": {"results": []}},
    ),
    _CLASSIC.hybrid(
        "run_step.azure_ai_search",
        "RunStepAzureAISearchToolCall",
        "azure-ai-search",
        embeds="azure_ai_search.output",
        example={
            "type": "azure_ai_search",
            "id": "call_azure_ai",
            "azure_ai_search": {"input": "q", "output": "r"},
        },
    ),
    _CLASSIC.hybrid(
        "run_step.bing_grounding",
        "RunStepBingGroundingToolCall",
        "bing-grounding",
        embeds="bing_grounding",
        example={
            "type": "bing_grounding",
            "id": "call_bing_gro",
            "bing_grounding": {"requesturl": "https://api.bing"},
        },
    ),
    _CLASSIC.hybrid(
        "run_step.openapi",
        "RunStepOpenAPIToolCall",
        "openapi",
        embeds="openapi",
        example={"type": "openapi", "id": "call_openapi", "openapi": {"name": "x"}},
    ),
)
