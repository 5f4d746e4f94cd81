"""Pages of tables: on the way to one, gathering, playing, ending."""
