"""The API as it describes itself: its operations, their models, and the document made of
both."""
