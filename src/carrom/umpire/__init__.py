"""The umpire's score sheet for a wooden board: typed observations, judged by the same laws as simulated play.

`UmpireTable` is the core: it takes a typed line and returns an answer in words, without any I/O of its own.
`RecordFile` writes the record to disk as it grows. The terminal interface is `carrom umpire`.
"""
