from django.urls import path, register_converter

from prefweb.history.moments import Place
from prefweb.history.views import lists, replay


class PlaceConverter:
    """A moment in an address: ``12``, ``12.1``."""

    regex = r"\d{1,7}(?:\.\d{1,7})?"

    def to_python(self, value: str) -> Place:
        return Place.parse(value)

    def to_url(self, value: Place | str) -> str:
        return str(value)


register_converter(PlaceConverter, "place")

app_name = "history"
urlpatterns = [
    path("me/games", lists.mine, name="mine"),
    path("c/<slug:slug>/history", lists.club, name="club"),
    path("c/<slug:slug>/history.csv", lists.club_csv, name="club_csv"),
    path("p/<slug:slug>/replay", replay.replay, name="replay"),
    path("p/<slug:slug>/replay/<place:place>", replay.moment, name="moment"),
    path("w/<slug:key>/<slug:slug>/replay/<place:place>", replay.watch, name="watch"),
]
