"""A score sheet typed at a wooden board, judged by the same laws as a simulated one; rulings in words.

`Table` is the core: it takes a line of what was seen and answers in words, without any input or output of its own.
`Journal` keeps the record on disk as it grows. The terminal is `carrom umpire`.
"""
