"""The whole document of an upload: its text by lines, with findings, paths and a search."""
