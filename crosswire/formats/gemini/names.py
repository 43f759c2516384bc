"""The format's name and traits, for reading and writing alike."""

from crosswire.model import Traits

NAME = "gemini"
TITLE = "Gemini generateContent"
TRAITS = Traits(results_share_a_message=True, ids_are_natural=False)

INSTRUCTION = "systemInstruction"
"""The field of the system prompt, which is no element of the contents."""
CODE_EXECUTION = "code_execution"
"""What the tool behind executableCode is called, which the wire does not say."""
URL_CONTEXT = "url_context"
"""What the tool is called that reads pages, whose runs are told in urlContextMetadata."""
