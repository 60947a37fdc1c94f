"""The laws: small generator functions over a `Case`; their numbers are defined in the rule sets.

The docstring of a law is the sentence shown to players; placeholders in braces are filled from the parameters.
"""
