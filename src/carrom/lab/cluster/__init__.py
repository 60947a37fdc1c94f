"""Jobs on a cluster of machines."""
