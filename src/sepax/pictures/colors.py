"""The colours of Okabe and Ito, which people of any colour vision can tell apart; and dashes."""

BLUE, ORANGE, GREEN = "#0072b2", "#e69f00", "#009e73"
RED, YELLOW, PURPLE = "#d55e00", "#f0e442", "#cc79a7"
INK, FAINT, GROUND = "#222222", "#767676", "#ffffff"
DASHED, DOTTED = "5 3", "2 3"  # pixels
