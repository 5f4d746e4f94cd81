"""The results of a club as JSON, for its own site. docs/api.md tells how to ask for them."""
