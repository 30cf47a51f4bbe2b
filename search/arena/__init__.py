"""Matches between players: schedule, worker processes, store, statistics and standing."""
