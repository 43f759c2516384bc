"""The format's name, traits and rules for ids and names, for reading and writing alike."""

from crosswire.model import Traits
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.name_plan import NameRule

NAME = "gemini"
TITLE = "Gemini generateContent"
MODEL_IN_BODY = False
TRAITS = Traits(results_share_a_message=True, ids_are_natural=False)
_NAME = r"[a-zA-Z_][a-zA-Z0-9_.:-]*"
# Messages of the API say 64 of a declaration, and its newest documents 128.
NAME_RULE = NameRule(_NAME, 64, called=NameRule(_NAME, 128))
ID_RULE = IdRule(required=False, native="{16}")

INSTRUCTION = "systemInstruction"
"""The field of the system prompt, which is no element of the contents."""
CODE_EXECUTION = "code_execution"
"""What the tool behind executableCode is called, which the wire does not say."""
URL_CONTEXT = "url_context"
"""What the tool is called that reads pages, whose runs are told in urlContextMetadata."""
