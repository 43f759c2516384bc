"""What a provider's error message means for a conversation: its rule, its place, its id."""

from crosswire.explanations.catalogue import (
    ErrorText,
    error_texts,
    other_spellings,
    page_of,
    texts_of_rule,
)
from crosswire.explanations.error_text import shortened
from crosswire.explanations.explaining import Explanation, NamedId, explain, explain_alone
from crosswire.explanations.further_texts import FurtherText
from crosswire.explanations.id_hints import IdHint
from crosswire.explanations.pasted_errors import error_alone, errors_beside, is_known_error
from crosswire.explanations.reach import Place
from crosswire.explanations.recognition import Recognised
from crosswire.explanations.records import explanation_record

__all__ = [
    "ErrorText",
    "Explanation",
    "FurtherText",
    "IdHint",
    "NamedId",
    "Place",
    "Recognised",
    "error_alone",
    "error_texts",
    "errors_beside",
    "explain",
    "explain_alone",
    "explanation_record",
    "is_known_error",
    "other_spellings",
    "page_of",
    "shortened",
    "texts_of_rule",
]
