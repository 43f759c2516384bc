"""The documentation as a site: `./dev docs --site` gathers its pages and builds it."""
