"""The rule books as data: what a page, a client or a script needs to show them, made from the rule sets."""
