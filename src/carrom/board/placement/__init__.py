"""Where discs and the striker may be put: free space, legal striker positions, spots for dues and the queen."""
