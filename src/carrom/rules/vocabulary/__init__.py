"""The words that laws are written with, one idea a file; `Case` has them all."""
