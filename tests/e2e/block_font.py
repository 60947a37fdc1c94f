"""A font whose every character is the same block, for screenshots that are alike on machines with different fonts.

Lines of text keep their places and their colours. Texts of the same length look the same, so that random names,
addresses and counted seconds do not matter.
"""

import base64
from io import BytesIO

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

EM, ADVANCE, SPACE = 1000, 540, 280
"""Units of the font: side of the square it is drawn in, width of a character and of a space."""
HEIGHT = 520
"""Height of the blocks, about that of a small letter."""
WIDTHS = {"100 500": 220, "501 900": 360}
"""Width of a block by the weights of type it stands for."""
CHARACTERS = [*range(0x21, 0x2B0), *range(0x2010, 0x2028), *range(0x2030, 0x205F), *range(0x20A0, 0x27C0)]


def font(block: int) -> bytes:
    """Return a TrueType font of blocks of this width."""
    pen = TTGlyphPen(None)
    left = (ADVANCE - block) // 2
    for number, corner in enumerate([(left, 0), (left, HEIGHT), (left + block, HEIGHT), (left + block, 0)]):
        (pen.lineTo if number else pen.moveTo)(corner)
    pen.closePath()
    drawn, empty = pen.glyph(), TTGlyphPen(None).glyph()
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", "block"])
    builder.setupCharacterMap({0x20: "space", 0xA0: "space", **dict.fromkeys(CHARACTERS, "block")})
    builder.setupGlyf({".notdef": drawn, "space": empty, "block": drawn})
    builder.setupHorizontalMetrics({".notdef": (ADVANCE, left), "space": (SPACE, 0), "block": (ADVANCE, left)})
    builder.setupHorizontalHeader(ascent=930, descent=-240)
    builder.setupNameTable({"familyName": "Block", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=930, sTypoDescender=-240, usWinAscent=930, usWinDescent=240, sxHeight=HEIGHT)
    builder.setupPost()
    file = BytesIO()
    builder.save(file)
    return file.getvalue()


def style() -> str:
    """Return CSS that sets every text of a page in the font."""
    faces = (
        f"@font-face {{ font-family: Block; font-weight: {weights};"
        f" src: url(data:font/ttf;base64,{base64.b64encode(font(block)).decode()}) }}"
        for weights, block in WIDTHS.items()
    )
    rule = "*, *::before, *::after, ::placeholder { font-family: Block !important; font-style: normal !important;"
    return "\n".join([*faces, f"{rule} letter-spacing: 0 !important; caret-color: transparent !important }}"])
