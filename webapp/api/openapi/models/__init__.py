"""Bodies and queries of `/api/*` as pydantic models: what `/api/openapi.json` says of them."""
