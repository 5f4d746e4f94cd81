"""The web application: tables, phones, pages."""
