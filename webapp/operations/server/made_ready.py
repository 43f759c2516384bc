"""Loaded last by the process that readers are forked from: what readings may need, which each
of them would load anew."""

from __future__ import annotations

from crosswire.lazy_names import load_all

load_all()
