"""Fixed benchmark suites: definition, evaluation of any agent, results files and leaderboards (docs/how-to/suite.md)."""
