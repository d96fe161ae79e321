"""Listening to signals."""


def heard(signal):
    """What a signal says from now on, in a list that grows."""
    said = []
    signal.connect(lambda *values: said.append(values[0] if len(values) == 1 else values))
    return said
