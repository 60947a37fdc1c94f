"""The compiled event loop: motion, contacts, collision times, pockets, and the array layout they share."""
