from django.urls import path

from prefweb.archive import views

app_name = "archive"
urlpatterns = [
    path("clubs/restore", views.restore, name="restore"),
    path("c/<slug:slug>/archive", views.archive, name="archive"),
    path("c/<slug:slug>/archive.zip", views.download, name="download"),
    path("c/<slug:slug>/members.csv", views.members_csv, name="members_csv"),
    path("c/<slug:slug>/deals.csv", views.deals_csv, name="deals_csv"),
]
