from django.urls import path

from prefweb.ledger import views

app_name = "ledger"
urlpatterns = [
    path("c/<slug:slug>/ledger", views.ledger, name="ledger"),
    path("c/<slug:slug>/ledger.csv", views.table, name="csv"),
    path("c/<slug:slug>/ledger/settle", views.settle, name="settle"),
    path("c/<slug:slug>/ledger/people/<uuid:key>", views.person, name="person"),
    path("c/<slug:slug>/ledger/names", views.nobody, name="nobody"),
    path("c/<slug:slug>/ledger/payments/<int:pk>", views.pay, name="pay"),
    path("c/<slug:slug>/ledger/<int:pk>", views.one_round, name="round"),
    path("c/<slug:slug>/ledger/<int:pk>/paid", views.pay_all, name="pay_all"),
    path("c/<slug:slug>/ledger/<int:pk>/take-back", views.take_back, name="take_back"),
]
