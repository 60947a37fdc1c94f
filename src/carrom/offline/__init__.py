"""Games without a server: the tables of one browser, played in a web worker and stored in the browser."""
