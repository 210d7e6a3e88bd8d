"""What the service sends, one module a kind of thing."""
