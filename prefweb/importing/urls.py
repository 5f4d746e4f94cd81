from django.urls import path

from prefweb.importing import views

app_name = "importing"
urlpatterns = [
    path("c/<slug:slug>/import", views.files, name="files"),
    path("c/<slug:slug>/import/<slug:key>", views.report, name="report"),
    path("c/<slug:slug>/imports/<int:pk>", views.batch, name="batch"),
    path("c/<slug:slug>/paper", views.paper, name="paper"),
    path("me/paper", views.mine, name="mine"),
    path("me/imports/<int:pk>", views.my_batch, name="my_batch"),
]
