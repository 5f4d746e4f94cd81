from django.urls import path

from prefweb.tables.views import arriving, ending, gathering, playing

app_name = "tables"
urlpatterns = [
    path("", arriving.home, name="home"),
    path("code", arriving.code, name="code"),
    path("new", arriving.new, name="new"),
    path("new/options", arriving.options, name="options"),
    path("t/<str:code>", arriving.join, name="join"),
    path("t/<str:code>/watch", arriving.watch_by_code, name="watch_by_code"),
    path("s/<slug:key>", arriving.carry, name="carry"),
    path("w/<slug:key>", arriving.watch, name="watch"),
    path("w/<slug:key>/<slug:slug>", arriving.watch, name="watch_pulka"),
    path("p/<slug:slug>", playing.pulka, name="pulka"),
    path("p/<slug:slug>/live", playing.live, name="live"),
    path("p/<slug:slug>/post", playing.post, name="post"),
    path("p/<slug:slug>/dealer", playing.dealer, name="dealer"),
    path("p/<slug:slug>/deals/<int:number>", playing.deal, name="deal"),
    path("p/<slug:slug>/score", playing.score, name="score"),
    path("p/<slug:slug>/log", playing.log, name="log"),
    path("p/<slug:slug>/settlement", playing.settlement, name="settlement"),
    path("p/<slug:slug>/agreed", playing.agreed, name="agreed"),
    path("p/<slug:slug>/invite", playing.invite, name="invite"),
    path("p/<slug:slug>/sit", gathering.sit, name="sit"),
    path("p/<slug:slug>/leave", gathering.leave, name="leave"),
    path("p/<slug:slug>/reserve", gathering.reserve, name="reserve"),
    path("p/<slug:slug>/free", gathering.free, name="free"),
    path("p/<slug:slug>/first-dealer", gathering.first_dealer, name="first_dealer"),
    path("p/<slug:slug>/code-shows", gathering.code_shows, name="code_shows"),
    path("p/<slug:slug>/agreement", gathering.agreement, name="agreement"),
    path("p/<slug:slug>/start", gathering.start, name="start"),
    path("p/<slug:slug>/confirm", ending.confirm, name="confirm"),
    path("p/<slug:slug>/settle", ending.settle, name="settle"),
    path("p/<slug:slug>/rematch", ending.rematch, name="rematch"),
    path("p/<slug:slug>/close", ending.close, name="close"),
]
