"""Heavy things that are done beside play: a table of jobs, and processes that take one after another.

The table is the truth. A job is taken by one compare-and-set for as long as its lease lasts; whoever loses the lease
may go on computing, and can no longer write. A worker that is killed loses nothing: its lease ends, and another begins.
"""
