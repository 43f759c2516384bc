"""What became of each of several logs that came together."""

from __future__ import annotations

from dataclasses import dataclass

from webapp.readmodel.lists import Summary


@dataclass(frozen=True, slots=True)
class Uploaded:
    """A log that was kept, or refused."""

    path: str
    """Its name with its folders; empty for a pasted text."""
    slug: str = ""
    """Of its first conversation; empty where it was refused."""
    format_title: str = ""
    shape: str = ""
    conversations: int = 0
    summary: Summary | None = None
    """Of its first conversation."""
    refused: str = ""
    """Why it was not kept."""
    unread: str = ""
    """How far it is, where it is kept and not read."""

    @property
    def problems(self) -> int:
        """Errors and warnings found in its first conversation, as its page counts them."""
        severities = self.summary["severities"] if self.summary else {}
        return severities.get("error", 0) + severities.get("warning", 0)

    @property
    def remarks(self) -> int:
        return self.summary["severities"].get("info", 0) if self.summary else 0

    @property
    def worst(self) -> str:
        """The worst severity of what was found in its first conversation."""
        severities = self.summary["severities"] if self.summary else {}
        return next((name for name, count in severities.items() if count), "")
