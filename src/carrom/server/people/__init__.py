"""Accounts: who somebody is, how he shows it, what he lets programs do; a server without them is the same server."""
