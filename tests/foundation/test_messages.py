"""The tool that keeps the catalogues of translations in step with the code."""

from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS

from tools.messages import faults, template


def catalog(*messages, **options):
    made = Catalog(locale="ru", **options)
    for id, string, *flags in messages:
        made.add(id, string, flags=flags)
    return made


WANTED = catalog(("Deal", None), (("%(n)s trick", "%(n)s tricks"), None, "python-format"))
GOOD = (
    ("Deal", "Сдача"),
    (("%(n)s trick", "%(n)s tricks"), ("%(n)s взятка",) * 3, "python-format"),
)


def test_a_complete_catalogue_has_no_fault():
    assert faults(WANTED, catalog(*GOOD)) == []


TRICKS = GOOD[1]
FAULTY = [
    pytest.param([TRICKS], "not in the catalogue: 'Deal'", id="new-words"),
    pytest.param([*GOOD, ("Pool", "Пуля")], "no longer used: 'Pool'", id="old-words"),
    pytest.param([("Deal", ""), TRICKS], "not translated: 'Deal'", id="no-translation"),
    pytest.param([("Deal", "Сдача", "fuzzy"), TRICKS], "doubtful: 'Deal'", id="a-guess"),
    pytest.param(
        [GOOD[0], (TRICKS[0], ("%(n)s взятка",) * 2, "python-format")],
        "2 plural forms and not 3",
        id="a-plural-too-few",
    ),
    pytest.param(
        [GOOD[0], (TRICKS[0], ("%(m)s взятка",) * 3, "python-format")],
        "placeholder",
        id="another-placeholder",
    ),
]


@pytest.mark.parametrize(("messages", "fault"), FAULTY)
def test_what_is_wrong_with_a_catalogue_is_said(messages, fault):
    (found,) = faults(WANTED, catalog(*messages))
    assert fault in found


def test_templates_are_read_as_django_reads_them():
    source = """{% load i18n %}<p title="{% translate 'Deal' %}">
      {% blocktranslate count n=tricks trimmed %}
        {{ n }} trick
      {% plural %}
        {{ n }} tricks
      {% endblocktranslate %}{% translate "May" context "month" %}"""
    found = list(template(BytesIO(source.encode()), DEFAULT_KEYWORDS, [], {}))
    assert [message for _, _, message, _ in found] == [
        "Deal",
        ("%(n)s trick", "%(n)s tricks", None),  # the number's own place
        ("month", "May"),
    ]
