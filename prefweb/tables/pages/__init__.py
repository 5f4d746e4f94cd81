"""What pages show: read here, said by `prefweb.ui` and the templates."""
