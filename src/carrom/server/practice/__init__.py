"""Practice, lessons and training: stateless answers about positions set up by hand."""
