"""Preferans scored: conventions, facts of deals, the sheet, the final count, pulka files.

Standard library only, so it is useful by itself:

>>> from scoring import PRESETS, Contract, Game, Role, replay, settle
>>> game = Game(convention=PRESETS["sochi"].convention, players=3, target=10)
>>> six = Contract(declarer=0, level=6, roles={1: Role.WHIST}, tricks={0: 6})
>>> [str(each) for each in settle(replay(game, [six]).sheet, game).exact]
['16/3', '4/3', '-20/3']
"""

from scoring.checks import deal_faults
from scoring.conventions import OPTIONS, PRESETS, Convention, Option, Preset, preset_changes
from scoring.currencies import MINOR_DIGITS, minor_digits
from scoring.deals import (
    CardDeal,
    Concession,
    Contract,
    Deal,
    Manual,
    ManualEntry,
    Misere,
    Raspasy,
    Role,
    Seat,
    Seating,
    Trump,
    defenders,
    seating,
)
from scoring.entries import Area, Entry, Reason, Rule
from scoring.exact import Number
from scoring.faults import MESSAGES, Fault, Refused
from scoring.money import Payment, money_of, payments
from scoring.prices import Case, Price, price_list
from scoring.pulkafile import Pulka, pulka_to_data, write_pulka
from scoring.reading import pulka_from_data, read_pulka
from scoring.scored import score_pulka, score_text
from scoring.settlement import Correction, Settlement, settle
from scoring.sheet import (
    Ending,
    Game,
    Opening,
    Played,
    Replay,
    Runs,
    Sheet,
    State,
    Upcoming,
    advance,
    check_deal,
    game_faults,
    play,
    replay,
    runs,
    start,
    upcoming,
)

__all__ = [
    "MESSAGES",
    "MINOR_DIGITS",
    "OPTIONS",
    "PRESETS",
    "Area",
    "CardDeal",
    "Case",
    "Concession",
    "Contract",
    "Convention",
    "Correction",
    "Deal",
    "Ending",
    "Entry",
    "Fault",
    "Game",
    "Manual",
    "ManualEntry",
    "Misere",
    "Number",
    "Opening",
    "Option",
    "Payment",
    "Played",
    "Preset",
    "Price",
    "Pulka",
    "Raspasy",
    "Reason",
    "Refused",
    "Replay",
    "Role",
    "Rule",
    "Runs",
    "Seat",
    "Seating",
    "Settlement",
    "Sheet",
    "State",
    "Trump",
    "Upcoming",
    "advance",
    "check_deal",
    "deal_faults",
    "defenders",
    "game_faults",
    "minor_digits",
    "money_of",
    "payments",
    "play",
    "preset_changes",
    "price_list",
    "pulka_from_data",
    "pulka_to_data",
    "read_pulka",
    "replay",
    "runs",
    "score_pulka",
    "score_text",
    "seating",
    "settle",
    "start",
    "upcoming",
    "write_pulka",
]
