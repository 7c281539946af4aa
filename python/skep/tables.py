"""Tables as Arrow streams."""
