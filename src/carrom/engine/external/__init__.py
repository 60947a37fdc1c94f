"""External engines: programs in any language that play by the engine protocol, and the physics they can ask for."""
