from django.urls import path

from prefweb.statistics.views import players, rating, standings

app_name = "statistics"
urlpatterns = [
    path("c/<slug:slug>/standings", standings.standings, name="standings"),
    path("c/<slug:slug>/standings.csv", standings.standings_csv, name="standings_csv"),
    path("c/<slug:slug>/rating", rating.rating, name="rating"),
    path("c/<slug:slug>/rating/<uuid:key>", rating.rated, name="rated"),
    path("c/<slug:slug>/players/<uuid:key>", players.player, name="player"),
    path("c/<slug:slug>/players/<uuid:key>/games", players.games, name="games"),
    path("me/numbers", players.me, name="me"),
    path("me/numbers/games", players.my_games, name="my_games"),
]
