"""The database: rows, the append-only event store with its hash chain, SQLite and PostgreSQL, the schema."""
