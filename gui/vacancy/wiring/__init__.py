"""Building the parts: the composition roots of both front doors. Knows no Qt.

Two rooms, so that a command pays only for what it uses: `kept` is what lies on this machine's disk, and `outward`
is what looks at the network.
"""
