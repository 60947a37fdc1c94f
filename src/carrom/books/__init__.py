"""The rule books as data for a page, a client or a script, generated from the rule sets."""
