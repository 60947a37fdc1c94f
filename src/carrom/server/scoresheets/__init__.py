"""Umpires' score sheets, stored in a folder or in the database."""
