"""Programs for the upkeep of the project: the documentation site, the gallery of notebooks, releases."""
