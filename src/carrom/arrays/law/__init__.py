"""The law and its consequences over arrays: the decision table, payment of dues, and settlement."""
