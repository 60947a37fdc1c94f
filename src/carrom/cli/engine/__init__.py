"""Commands of the engine, the analysis and the research tools."""
