"""Training: self-play data, fitting the value network and the levels, building the break book."""
