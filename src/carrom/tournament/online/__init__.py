"""Online tournaments: arena, Swiss and knockout as pure values; the draws and standings are those of the hall."""
