from django.urls import path
from django.views.i18n import set_language

from prefweb.ui.scripts import all_scripts
from prefweb.ui.theme import set_theme

urlpatterns = [
    path("theme", set_theme, name="set_theme"),
    path("scripts/<slug:mark>.js", all_scripts, name="scripts"),
    path("language", set_language, name="set_language"),
]
