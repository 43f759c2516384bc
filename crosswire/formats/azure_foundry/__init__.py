"""Azure AI Foundry: Responses with the items of its own tools, and the run steps of its older
agents.

Source: the types and the request validator of `azure-ai-agentserver-responses`, and the types
of `azure-ai-agents`. Each of Foundry's tools writes a call and an output that meet by
`call_id`, as functions do; `_preview` in their types comes and goes. Reports that nobody asked
for (a step of a workflow, a request for consent, structured outputs) have only the item's own
id.

Known of the service, and checked by rules: `services.ai.azure.com` wants the id of a reasoning
item back, and `openai.azure.com` refuses two replayed reasoning items of different responses.
The validator looks at no length, pattern or pairing of ids, but wants the `id` of a local
shell's output and arguments that are text. Ids of items are a prefix (`caresp`, `fc`, `wfa`,
...), 18 characters of a partition's key and 32 of chance.
"""

from typing import TYPE_CHECKING

from crosswire.formats.azure_foundry.names import (
    ID_RULE,
    MODEL_IN_BODY,
    NAME,
    NAME_RULE,
    TITLE,
    TRAITS,
)
from crosswire.formats.azure_foundry.recognising import recognise
from crosswire.lazy_names import on_demand

if TYPE_CHECKING:
    from crosswire.formats.azure_foundry.reading import (
        choices,
        read_message,
        read_request,
        read_response,
    )
    from crosswire.formats.azure_foundry.writing import render

__all__ = [
    "ID_RULE",
    "MODEL_IN_BODY",
    "NAME",
    "NAME_RULE",
    "TITLE",
    "TRAITS",
    "choices",
    "read_message",
    "read_request",
    "read_response",
    "recognise",
    "render",
]

__getattr__ = on_demand(
    __name__,
    {
        "reading": ("choices", "read_message", "read_request", "read_response"),
        "writing": ("render",),
    },
)
