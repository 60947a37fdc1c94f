"""Fixed benchmark suites: definition, evaluation of any agent, results files, leaderboards (docs/how-to/suite.md)."""
