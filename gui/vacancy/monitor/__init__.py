"""Orchestration: who is asked when, and the one snapshot everybody reads."""
