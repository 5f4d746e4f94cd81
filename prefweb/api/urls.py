from django.urls import path

from prefweb.api import views
from prefweb.api.v1 import api

app_name = "api"
urlpatterns = [
    path("c/<slug:slug>/tokens", views.tokens_of, name="tokens"),
    path("c/<slug:slug>/tokens/<int:pk>/revoke", views.revoke, name="revoke"),
    path("api/v1/", api.urls),
]
