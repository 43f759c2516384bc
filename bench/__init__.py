"""Measurements: what reading, diagnosing and converting cost, as ratios in one run."""
