"""Deals of files, said in posts: the table reads out of them what the file says."""

from hypothesis import given, settings

from prefweb.importing.posts import posts_of
from prefweb.tables.deals.posts import Posts
from prefweb.tables.deals.steps import Step, Terms, facts, step
from scoring import Deal, Game, Manual, play, replay, start
from scoring.deals import seating
from tests.engine.strategies import played_games


@settings(max_examples=400, deadline=None)
@given(played_games())
def test_what_a_file_says_is_read_out_of_its_posts_again(played: tuple[Game, list[Deal]]) -> None:
    game, deals = played
    state = start(game)
    for each in replay(game, deals).played:
        deal = each.deal
        if not isinstance(deal, Manual):
            resting = each.resting if len(each.resting) > 1 else None
            terms = Terms(game.convention, seating(game.players, each.dealer, resting))
            posts = Posts.from_data(posts_of(deal, terms).to_data())
            assert step(terms, posts) is Step.WRITTEN
            said = facts(terms, posts)
            assert said is not None
            again, _after = play(state, said)
            assert again.entries == each.entries
            assert again.sheet == each.sheet
            deal = said
        _, state = play(state, deal)
