"""Events by the clock, the umpire and the referee: awards, remarks, corrections, late findings."""
