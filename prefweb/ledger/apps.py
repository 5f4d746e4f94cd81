from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LedgerConfig(AppConfig):
    """Money over several evenings of a club."""

    name = "prefweb.ledger"
    label = "ledger"
    verbose_name = _("Ledger of money")

    def ready(self) -> None:
        from prefweb.ledger import keeping

        keeping.listen()
