"""Place a due piece at the first allowed point."""

import carrom

sheet = carrom.Game(surface=None, first_break="A")
sheet.push("play")
sheet.push("w1")
sheet.push("s")
assert sheet.places == (), "a wooden board has no recorded places"
print(sheet.status)
