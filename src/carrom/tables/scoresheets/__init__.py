"""Umpires' score sheets: typed lines in, states for the page out; no files and no sockets."""
