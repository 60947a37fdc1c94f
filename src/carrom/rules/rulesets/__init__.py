"""The seven rule sets, one readable file each: parameters, then chapters of numbered clauses."""
