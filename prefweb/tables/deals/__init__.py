"""One deal: what phones say of it, what that adds up to, what each post changes. Pure."""
