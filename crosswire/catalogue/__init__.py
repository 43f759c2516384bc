"""All that Crosswire knows, as one document for other programs: rules with their grounds,
error texts, wire types, losses and targets."""

from crosswire.catalogue.document import VERSION, catalogue_document, catalogue_schema

__all__ = ["VERSION", "catalogue_document", "catalogue_schema"]
