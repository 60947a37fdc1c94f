"""Search: successive halving over candidates, refinement, placement of dues, and stroke names."""
