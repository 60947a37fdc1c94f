"""An umpire's sheet with a correction."""

import carrom

sheet = carrom.Game(surface=None, names=["Asha", "Bilal"], first_break="A")
sheet.push("play")
ruling = sheet.push("w2 b1 s")
print(ruling.turn.value, ruling.clauses, sheet.status)
sheet.push("undo")
print(carrom.score_card(sheet.history))
