"""The laws and their consequences over arrays: the decision table, payment of dues, and settlement."""
