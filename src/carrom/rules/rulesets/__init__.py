"""The rule sets, one file each: the official one in full, the others as changes to another."""
