from django.urls import path

from prefweb.players import views

app_name = "players"
urlpatterns = [path("me", views.me, name="me")]
