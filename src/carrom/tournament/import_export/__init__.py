"""Tournament files: the event log, CSV tables, calendars, game records, casebooks."""
