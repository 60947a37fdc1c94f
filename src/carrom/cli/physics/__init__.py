"""Commands of the physics: simulate, calibrate, soak test, benchmarks."""
