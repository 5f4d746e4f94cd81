from django.urls import path

from prefweb.players.account_urls import clearing, with_mail
from prefweb.players.views import deleting, mail, me

app_name = "players"
urlpatterns = [
    path("me", me.me, name="me"),
    path("me/name", me.name, name="name"),
    path("me/forget", clearing(me.forget), name="forget"),
    path("me/claim", me.claim, name="claim"),
    path("me/claim/<int:pk>/undo", me.unclaim, name="unclaim"),
    path("me/mail", with_mail(mail.mail), name="mail"),
    path("me/mail/code", with_mail(mail.mail_code), name="mail_code"),
    path("me/delete", clearing(deleting.delete), name="delete"),
]
