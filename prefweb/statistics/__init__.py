"""What the history of a club and of a player says in numbers: counted from settled pulkas."""
