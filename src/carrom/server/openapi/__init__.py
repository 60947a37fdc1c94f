"""The OpenAPI description of the HTTP API and its page."""
