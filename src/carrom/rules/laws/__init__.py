"""The laws: small generator functions over a `Case`. Their numbers belong to the rule sets, not to them.

The docstring of a law is the sentence a player is shown; names in braces are filled in from the parameters.
"""
