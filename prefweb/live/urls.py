from django.urls import path

from prefweb.live import views

app_name = "live"
urlpatterns = [
    path("p/<slug:slug>/events", views.events, name="events"),
    path("c/<slug:slug>/events", views.club_events, name="club_events"),
]
