"""The command line, the second front door."""
