"""Several server processes on one database: bus, presence, heartbeat, reconciliation."""
