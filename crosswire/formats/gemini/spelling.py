"""The two spellings of the format: REST's camelCase, and the snake_case of the Python SDK's
dumps.

Only keys that the API is known to have are renamed, and nothing is touched below a field whose
keys are somebody else's: arguments, results, JSON Schema, labels. In the API's own Schema only
its keywords are renamed, not the names of properties.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from crosswire.model import JsonObject, JsonValue

_FIELDS = """
    allowed_function_names api_version aspect_ratio audio_metadata audio_timestamp
    audio_transcription audio_transcription_config automatic_function_calling
    automatic_function_calling_history avg_logprobs bool_value cached_content candidate_count
    citation_metadata code_execution code_execution_result computer_use confidence_scores
    continuation_token create_time display_name document_metadata dynamic_retrieval_config
    enable_affective_dialog enable_enhanced_civic_answers end_offset enterprise_web_search
    exa_ai_search exclude_domains excluded_predefined_functions executable_code file_data
    file_search file_search_store_names file_uri finish_message finish_reason
    frequency_penalty function_call function_calling_config function_declarations
    function_response generation_config google_maps google_maps_widget_context_token
    google_search google_search_retrieval grounding_chunk_indices grounding_chunks
    grounding_metadata grounding_supports http_options image_config image_search_queries
    image_size include_server_side_tool_invocations include_thoughts inline_data json_path
    language_code lat_lng logprobs_result max_output_tokens mcp_servers media_processing
    media_resolution metadata_filter mime_type model_armor_config model_selection_config
    model_status model_version multi_speaker_voice_config null_value num_tokens number_value
    output_config parallel_ai_search parameters_json_schema part_metadata partial_args
    prebuilt_voice_config presence_penalty prompt_feedback rendered_content rendered_parts
    response_id response_json_schema response_logprobs response_mime_type response_modalities
    response_schema retrieval_config retrieval_metadata retrieval_queries retrieved_context
    retrieved_url routing_config safety_ratings safety_settings sdk_blob sdk_http_response
    search_entry_point server_content service_tier should_return_http_response
    source_flagging_uris speaker_voice_configs speech_config speech_metadata
    spreadsheet_metadata start_offset stop_sequences stream_function_call_arguments
    string_value system_instruction thinking_budget thinking_config thinking_level
    thought_signature time_range_filter token_count tool_call tool_config tool_response
    tool_type top_k top_p url_context url_context_metadata url_metadata url_retrieval_status
    usage_metadata video_metadata voice_config voice_name web_search_queries will_continue
"""

_KEPT_BELOW = frozenset(
    {
        "args",
        "extraBody",
        "headers",
        "labels",
        "parameters",
        "parametersJsonSchema",
        "partMetadata",
        "response",
        "responseJsonSchema",
        "responseSchema",
    }
)
_SCHEMAS = frozenset({"parameters", "responseSchema"})
"""Fields with the API's own Schema wherever they stand; `response` is one in a declaration."""
_SCHEMA_FIELDS = """
    additional_properties any_of max_items max_length max_properties min_items min_length
    min_properties one_of prefix_items property_ordering unique_items
"""
_BY_NAME = frozenset({"properties", "defs", "$defs"})
_OF_SCHEMAS = frozenset(
    {"additionalProperties", "allOf", "anyOf", "items", "not", "oneOf", "prefixItems"}
)
_NULL_SAYS = frozenset({"const", "default", "example"})
"""Fields in which null is a value like another."""
_Field: TypeAlias = Callable[[JsonObject, str], tuple[str, JsonValue]]
"""REST's key and value of a field of an object."""


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


_RENAMED = {name: _camel(name) for name in _FIELDS.split()}
_SDK = {rest: name for name, rest in _RENAMED.items()}
_KEYWORDS = {name: _camel(name) for name in _SCHEMA_FIELDS.split()}


def rest_key(key: str) -> str:
    """A key as REST spells it."""
    return _RENAMED.get(key, key)


def field(value: JsonObject, name: str) -> JsonValue:
    """A field by its REST name, in either spelling."""
    found = value.get(name)
    return value.get(_SDK.get(name, name)) if found is None else found


def as_rest(value: JsonValue) -> JsonValue:
    """A value in REST's spelling, without fields that are null; the same object where it is so
    already."""
    return _respelled(value, _of_api)


def declared_as_rest(tool: JsonValue) -> JsonValue:
    """The same for the declaration of a function, whose `response` is a schema too."""
    return _respelled(tool, _of_declaration)


def _respelled(value: JsonValue, field_of: _Field) -> JsonValue:
    if isinstance(value, list):
        items = [_respelled(item, field_of) for item in value]
        return (
            items
            if any(new is not old for new, old in zip(items, value, strict=True))
            else value
        )
    if not isinstance(value, dict):
        return value
    fields: JsonObject = {}
    changed = False
    for key, old in value.items():
        name, new = field_of(value, key)
        is_left_out = new is None and name not in _NULL_SAYS
        changed = changed or is_left_out or new is not old or name != key
        if not is_left_out:
            fields[name] = new
    return fields if changed else value


def _of_api(value: JsonObject, key: str) -> tuple[str, JsonValue]:
    name, old = _name_in(value, key), value[key]
    if name in _SCHEMAS:
        return name, _respelled(old, _of_schema)
    return name, old if name in _KEPT_BELOW else as_rest(old)


def _of_declaration(value: JsonObject, key: str) -> tuple[str, JsonValue]:
    if key == "response":
        return key, _respelled(value[key], _of_schema)
    return _of_api(value, key)


def _of_schema(value: JsonObject, key: str) -> tuple[str, JsonValue]:
    name, old = _name_in(value, key, _KEYWORDS), value[key]
    if name in _BY_NAME:
        return name, _respelled(old, _of_properties)
    return name, _respelled(old, _of_schema) if name in _OF_SCHEMAS else old


def _of_properties(value: JsonObject, key: str) -> tuple[str, JsonValue]:
    return key, _respelled(value[key], _of_schema)


def rest_tokens(tokens: Sequence[str], value: JsonValue) -> tuple[str, ...]:
    """The tokens of a place in a value, after `as_rest` of that value."""
    renamed: list[str] = []
    for position, token in enumerate(tokens):
        name = token
        if isinstance(value, dict):
            name, value = _name_in(value, token), value.get(token)
        elif isinstance(value, list):
            value = value[int(token)]
        renamed.append(name)
        if name in _KEPT_BELOW:
            return (*renamed, *tokens[position + 1 :])
    return tuple(renamed)


def _name_in(value: JsonObject, key: str, names: Mapping[str, str] = _RENAMED) -> str:
    """REST's name of a key, unless the object has that one too."""
    name = names.get(key, key)
    return key if name != key and value.get(name) is not None else name
