"""An upload that waits to be read, for programs."""

from __future__ import annotations

from typing import Any

from flask import url_for

from webapp.database.tables import JobRow
from webapp.errors import problem_of_job


def as_record(job: JobRow) -> dict[str, Any]:
    """The same, for programs."""
    upload = job.upload
    told: dict[str, Any] = {
        "state": job.state,
        "stage": job.stage,
        "done": job.done,
        "of": job.of,
        "name": upload.name,
        "size": upload.size,
        "sha256": upload.digest,
        "created_at": upload.created_at.isoformat(),
    }
    problem = problem_of_job(job)
    if problem is not None:
        told["error"] = problem.record()
    return told


def permalink(slug: str) -> dict[str, str]:
    return {"slug": slug, "url": url_for("conversations.show", slug=slug, _external=True)}
