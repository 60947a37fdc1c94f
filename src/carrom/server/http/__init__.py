"""The HTTP layer: router, operations, request parsing, problem details, security headers, limits, static files."""
