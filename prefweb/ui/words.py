"""Everything the pages say in words, in the page's language."""

from prefweb.ui.agreements import (
    agreement_changes,
    agreement_tags,
    pulka_line,
    short_agreement,
    table_title,
)
from prefweb.ui.deals import (
    column,
    contract,
    declared,
    down,
    ended,
    game_name,
    initial,
    line,
    outcome,
    points,
    reason,
    result,
    role_name,
    suit_name,
    tricks,
    whisters,
)
from prefweb.ui.options import preset_name, value_words
from prefweb.ui.refusals import fault, player, said, told

__all__ = [
    "agreement_changes",
    "agreement_tags",
    "column",
    "contract",
    "declared",
    "down",
    "ended",
    "fault",
    "game_name",
    "initial",
    "line",
    "outcome",
    "player",
    "points",
    "preset_name",
    "pulka_line",
    "reason",
    "result",
    "role_name",
    "said",
    "short_agreement",
    "suit_name",
    "table_title",
    "told",
    "tricks",
    "value_words",
    "whisters",
]
