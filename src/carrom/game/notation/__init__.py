"""Text forms of a game: records, event lines, the umpire's command language, and player names."""
