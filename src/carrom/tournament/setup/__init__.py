"""The set-up of a tournament before it is opened: a draft of its details, stages, entries, seeds and lots."""
