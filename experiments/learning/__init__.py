"""Learning: networks, trained."""
