"""Every address of the site. The error pages are templates: 400, 403, 403_csrf, 404, 405, 500."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from prefweb.health import healthz

handler403 = "prefweb.clubs.views.refused.refused"

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("prefweb.api.urls")),
    path("", include("prefweb.tables.urls")),
    path("", include("prefweb.players.urls")),
    path("", include("prefweb.archive.urls")),
    path("", include("prefweb.clubs.urls")),
    path("account/", include("prefweb.players.account_urls")),
    path("admin/", admin.site.urls),
    path("", include("prefweb.calculator.urls")),
    path("", include("prefweb.history.urls")),
    path("", include("prefweb.importing.urls")),
    path("", include("prefweb.sharing.urls")),
    path("", include("prefweb.ledger.urls")),
    path("", include("prefweb.live.urls")),
    path("", include("prefweb.sheets.urls")),
    path("", include("prefweb.statistics.urls")),
    path("", include("prefweb.ui.urls")),
    path("healthz", healthz, name="healthz"),
]
