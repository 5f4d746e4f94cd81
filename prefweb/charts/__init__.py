"""Charts drawn as SVG by the server: geometry and markup, without a library."""
