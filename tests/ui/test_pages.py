"""The frame of the pages: language, theme, what goes wrong, and nothing inline."""

import re

import pytest
from django.test import Client, RequestFactory
from django.views import defaults

from prefweb.tables import demo

INLINE = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:")
PAGES = ("/", "/new", "/new?convention=leningrad")

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return Client(headers={"accept-language": "ru"})


@pytest.mark.parametrize("path", [*PAGES, "/nothing-here"])
def test_page_needs_no_inline_code(client: Client, path: str) -> None:
    assert INLINE.search(client.get(path).content.decode()) is None


@pytest.mark.parametrize(("language", "title"), [("ru", "Новый стол"), ("en", "New table")])
def test_page_follows_the_language_of_the_browser(language: str, title: str) -> None:
    page = Client(headers={"accept-language": language}).get("/new").content.decode()
    assert f'<html lang="{language}"' in page
    assert f'<h1 class="clip topbar__name">{title}</h1>' in page


def test_language_is_chosen_without_javascript(client: Client) -> None:
    client.post("/language", {"language": "en", "next": "/new"})
    assert '<html lang="en"' in client.get("/new").content.decode()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_theme_is_kept_and_forgotten(client: Client, theme: str) -> None:
    assert client.post("/theme", {"theme": theme, "next": "/new"}).headers["location"] == "/new"
    assert f'data-theme="{theme}"' in client.get("/").content.decode()
    client.post("/theme", {"theme": ""})
    assert "data-theme" not in client.get("/").content.decode()


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "", "x:y"])
def test_theme_leads_back_to_this_site_only(client: Client, target: str) -> None:
    answer = client.post("/theme", {"theme": "dark", "next": target})
    assert answer.headers["location"] == "/"


@pytest.mark.parametrize("button", ["/language", "/theme"])
@pytest.mark.parametrize("refused", ["/code", "/p/none/post", "/t/000000/watch", "/theme"])
def test_buttons_of_a_refused_page_lead_on(client: Client, button: str, refused: str) -> None:
    stale = Client(enforce_csrf_checks=True).post(refused)
    assert stale.status_code == 403
    assert f'name="next" value="{refused}"' in stale.content.decode()
    page = client.post(button, {"language": "en", "theme": "dark", "next": refused}, follow=True)
    assert page.status_code in (200, 404)
    assert 'href="/"' in page.content.decode()


def test_mistyped_code_stays_behind_when_the_language_is_changed(client: Client) -> None:
    assert 'value="/code"' in client.post("/code", {"code": "000000"}).content.decode()
    page = client.post("/language", {"language": "en", "next": "/code"}, follow=True)
    assert page.redirect_chain[-1] == ("/", 302)


def test_page_that_takes_no_form_says_so(client: Client) -> None:
    answer = client.post("/")
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "GET, HEAD"
    page = answer.content.decode()
    assert "Сюда ничего не отправляют" in page
    assert 'href="/"' in page


def test_odd_theme_cookie_is_passed_over(client: Client) -> None:
    client.cookies["theme"] = '"><b>'
    assert "data-theme" not in client.get("/").content.decode()


def test_newcomer_is_shown_the_examples(client: Client) -> None:
    demo.fill()
    page = client.get("/").content.decode()
    assert "Посмотреть пример" in page
    example = re.findall(r'href="(/w/[^"]+)"', page)[1]
    assert client.get(example, follow=True).status_code == 200


def test_missing_page_leads_on(client: Client) -> None:
    answer = client.get("/p/nothing-here/such")
    assert answer.status_code == 404
    assert 'href="/"' in answer.content.decode()


@pytest.mark.parametrize(
    ("view", "status"),
    [(defaults.bad_request, 400), (defaults.permission_denied, 403)],
)
def test_refused_request_leads_on(view, status: int) -> None:
    answer = view(RequestFactory().get("/"), Exception())
    assert answer.status_code == status
    assert 'href="/"' in answer.content.decode()


def test_failed_page_needs_no_request() -> None:
    answer = defaults.server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert 'href="/"' in answer.content.decode()


def test_stale_form_says_what_happened() -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
    answer = client.post("/theme", {"theme": "dark"})
    assert answer.status_code == 403
    assert "This page has grown old" in answer.content.decode()


def test_refused_form_keeps_what_was_typed(client: Client) -> None:
    page = client.get("/new")
    answer = client.post("/new", {"name": "Анна", "title": "<b>", "stake": "десять"})
    assert page.status_code == 200
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert 'value="Анна"' in shown
    assert 'value="&lt;b&gt;"' in shown
    assert 'value="десять"' in shown
    assert 'id="id_stake_error"' in shown


def test_each_field_points_to_its_error(client: Client) -> None:
    shown = client.post("/new", {"name": "", "raspasy_exit": "x"}).content.decode()
    wrong = set(re.findall(r'id="(id_\w+_error)"', shown))
    assert {"id_name_error", "id_raspasy_exit_error"} <= wrong
    described = " ".join(re.findall(r'aria-describedby="([^"]+)"', shown)).split()
    with_input = {"id_name_error", "id_raspasy_exit_error", "id_mountain_mult_error"}
    assert with_input <= set(described)


def test_preset_fills_the_options_in(client: Client) -> None:
    asked = {"convention": "leningrad"}
    answer = client.get("/new/options", asked, headers={"hx-request": "true"})
    shown = answer.content.decode()
    assert 'name="filled" value="leningrad"' in shown
    assert re.search(r'name="mountain_mult" value="2"', shown)
    assert "data-changed hidden" in shown


def test_options_are_refilled_without_javascript(client: Client) -> None:
    typed = {"name": "Анна", "title": "Среда", "size": "3", "stake": "десять"}
    data = {**typed, "convention": "rostov", "refill": "yes"}
    shown = client.post("/new", data).content.decode()
    assert 'name="filled" value="rostov"' in shown
    for name in ("name", "title", "stake"):
        assert re.search(f'name="{name}"[^>]* value="{typed[name]}"', shown)
    assert 'name="size" value="3" checked' in shown
    assert "_error" not in shown
