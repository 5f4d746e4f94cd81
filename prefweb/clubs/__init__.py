"""Clubs: people who play together, their tables and what they have played."""
