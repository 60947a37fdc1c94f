"""Teaching chapters of the rule books: equipment, technique, officials, time limits and conduct."""
