"""Events that come from the clock, the umpire and the referee: awards, remarks, corrections, late findings."""
