"""Trees of spans, as tracing programs write them: what formats of this family share.

A format fills a `Span` for each span of its own; `joining` makes a conversation of each
thread, in which a call that stands in several spans counts once.
"""
