"""The only writers of clubs: each locks, checks, writes."""
