"""Commands of the physics engine: simulate, calibrate, soak test, benchmarks."""
