"""Legal placement: free space, striker positions, spots for dues and the queen."""
