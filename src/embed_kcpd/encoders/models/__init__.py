"""Models that run here without torch: official weights, their store, conversion and sessions."""
