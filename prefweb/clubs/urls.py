from django.urls import path

from prefweb.clubs.views import clubs

app_name = "clubs"
urlpatterns = [
    path("clubs", clubs.clubs, name="clubs"),
    path("c/<slug:slug>", clubs.club, name="club"),
]
