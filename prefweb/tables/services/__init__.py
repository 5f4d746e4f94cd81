"""The only writers: each takes the pulka's lock, checks, writes, logs and announces."""
