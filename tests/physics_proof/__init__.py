"""Independent checks of the physics: separate code that shares only the friction table with `carrom.physics`."""
