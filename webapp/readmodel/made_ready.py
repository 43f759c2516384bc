"""Loaded last by the process that indexers are forked from: looks at a conversation once, and
for secrets, as much is loaded at its first use, and each of them would load it anew."""

from __future__ import annotations

import crosswire
from crosswire.secrets import count_secrets
from webapp.readmodel.build import index

_TEXT = b'{"messages": [{"role": "user", "content": "Hello."}]}'
index(crosswire.load(_TEXT), _TEXT)
count_secrets(_TEXT)
