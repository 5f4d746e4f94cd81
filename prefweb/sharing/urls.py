from django.urls import path

from prefweb.sharing import views

app_name = "sharing"
urlpatterns = [
    path("p/<slug:slug>/share", views.share, name="share"),
    path("p/<slug:slug>/sheet.svg", views.sheet_svg, name="sheet_svg"),
    path("p/<slug:slug>/sheet.png", views.sheet_png, name="sheet_png"),
    path("p/<slug:slug>/pulka.json", views.pulka_file, name="pulka_file"),
    path("p/<slug:slug>/deals.csv", views.deals_csv, name="deals_csv"),
]
