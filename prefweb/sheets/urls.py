from django.urls import path

from prefweb.sheets import views

app_name = "sheets"
urlpatterns = [
    path("blank", views.usual_blank, name="usual_blank"),
    path("blank/<int:size>", views.blank, name="blank"),
]
