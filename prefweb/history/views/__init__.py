"""Pages of what was played: lists of pulkas, and one of them deal by deal."""
