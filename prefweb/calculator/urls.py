from django.urls import path

from prefweb.calculator import views

app_name = "calculator"
urlpatterns = [path("calculator", views.calculator, name="calculator")]
