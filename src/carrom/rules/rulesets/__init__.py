"""The rule sets, one readable file each: the official one in full, the others as what they change of it."""
