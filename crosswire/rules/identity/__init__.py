"""Identity and conflation."""
