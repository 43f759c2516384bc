"""Conversations of LM Studio.

    {name, messages: [{currentlySelected, versions: [{type, role, content[]}]}]}

An answer has `steps` instead, blocks of content with what was done between them. Versions that
are not selected are answers that somebody had made again: branches.
"""

from crosswire.logs.lm_studio import names
from crosswire.logs.packaged import PackagedLog

FORMAT = PackagedLog(names)
