"""What the members of a club owe each other over several evenings, and what they have paid."""
