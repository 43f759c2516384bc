"""Events of OpenAI's Realtime interface, as clients record them: what each item of the
conversation is in the end.

    {type: conversation.item.created | response.output_item.done | ..., item: {id, type, ...}}

An item is told several times while it grows; it is read where it stands whole, at the place in
the conversation where it was told first. Of sounds the transcripts are read.
"""

from crosswire.logs.openai_realtime import names
from crosswire.logs.packaged import PackagedLog

FORMAT = PackagedLog(names, recognising="recognising")
