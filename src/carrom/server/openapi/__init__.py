"""The OpenAPI description of the HTTP API, and the API reference page."""
