from django.urls import path, register_converter

from prefweb.history import views
from prefweb.history.moments import Place


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
    path("p/<slug:slug>/replay", views.replay, name="replay"),
    path("p/<slug:slug>/replay/<place:place>", views.moment, name="moment"),
    path("w/<slug:key>/<slug:slug>/replay/<place:place>", views.watch, name="watch"),
]
