"""Which file a call is about, by the field of its arguments that names one."""

from __future__ import annotations

from crosswire.model import ToolCallPart

PATHS = (
    "file_path",
    "path",
    "absolute_path",
    "notebook_path",
    "filePath",
    "filename",
    "file_name",
)
"""Fields that name the file of a call."""
LONGEST_PATH = 1_000


def file_of(call: ToolCallPart) -> str:
    """The file that a call is about; empty where its arguments name none."""
    fields = call.arguments.value
    if not isinstance(fields, dict):
        return ""
    named = next((value for name in PATHS if isinstance(value := fields.get(name), str)), "")
    return named if len(named) <= LONGEST_PATH else ""
