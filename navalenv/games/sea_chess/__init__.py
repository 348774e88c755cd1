"""Sea Chess: two fleets, each type of ship sunk in a way of its own."""
