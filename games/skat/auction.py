"""The auction (R4 to R6): middlehand bids to forehand, rearhand to whoever is left."""

from games.mechanics.auctions import Duel
from games.skat.cards import FIRST_BID, HOLD, LADDER, PASS

AUCTION = Duel(PASS, HOLD, FIRST_BID, len(LADDER))  # before the first word
