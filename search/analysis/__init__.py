"""What search says about a position (`analyse`) and about recorded games (`review`)."""
