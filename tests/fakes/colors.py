"""What eyes make of colours: contrast after WCAG 2, the three colour blindnesses, and how far two colours are apart."""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

from PySide6.QtGui import QColor

SIGHTS = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What is left of linear red, green and blue at full severity (Machado, Oliveira and Fernandes 2009)."""

_TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_WHITE = (0.95047, 1.0, 1.08883)


def luminance(color):
    """Relative luminance after WCAG 2."""
    return sum(weight * channel for weight, channel in zip((0.2126, 0.7152, 0.0722), _linear(color), strict=True))


def contrast(one, other):
    """Contrast ratio after WCAG 2, from 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def apart(one, other, sight="full"):
    """The distance of two colours for that sight, after CIEDE2000; 1 is just seen side by side."""
    return ciede2000(_lab(one, sight), _lab(other, sight))


def ciede2000(one, other):
    """The distance of two colours given as L*, a*, b*."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    boost = 1.5 - 0.5 * _saturating((hypot(a1, b1) + hypot(a2, b2)) / 2)
    c1, c2 = hypot(a1 * boost, b1), hypot(a2 * boost, b2)
    h1, h2 = degrees(atan2(b1, a1 * boost)) % 360, degrees(atan2(b2, a2 * boost)) % 360
    turn = ((h2 - h1 + 180) % 360 - 180) if c1 * c2 else 0
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    mean_l, mean_c, mean_h = (l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2 if c1 * c2 else h1 + h2) % 360
    waves = (
        1
        - 0.17 * cos(radians(mean_h - 30))
        + 0.24 * cos(radians(2 * mean_h))
        + 0.32 * cos(radians(3 * mean_h + 6))
        - 0.20 * cos(radians(4 * mean_h - 63))
    )
    twist = -2 * _saturating(mean_c) * sin(radians(60 * exp(-(((mean_h - 275) / 25) ** 2))))
    light = (l2 - l1) / (1 + 0.015 * (mean_l - 50) ** 2 / sqrt(20 + (mean_l - 50) ** 2))
    chroma = (c2 - c1) / (1 + 0.045 * mean_c)
    hue /= 1 + 0.015 * mean_c * waves
    return sqrt(light**2 + chroma**2 + hue**2 + twist * chroma * hue)


def _saturating(chroma):
    return sqrt(chroma**7 / (chroma**7 + 25**7))


def _lab(color, sight):
    channels = _linear(color)
    seen = [min(1, max(0, _dot(row, channels))) for row in SIGHTS[sight]]
    x, y, z = (_cube_root(_dot(row, seen) / white) for row, white in zip(_TO_XYZ, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(color):
    color = QColor(color)
    return [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (color.redF(), color.greenF(), color.blueF())
    ]


def _dot(row, channels):
    return sum(weight * channel for weight, channel in zip(row, channels, strict=True))


def _cube_root(share):
    return share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116
