"""War at Sea: fleets, phases and dice."""
