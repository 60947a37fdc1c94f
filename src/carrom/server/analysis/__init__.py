"""Analyses and jobs: searches, the job queue, workers and their supervisor."""
