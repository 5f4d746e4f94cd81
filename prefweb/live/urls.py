from django.urls import path

from prefweb.live.views import events

app_name = "live"
urlpatterns = [path("p/<slug:slug>/events", events, name="events")]
