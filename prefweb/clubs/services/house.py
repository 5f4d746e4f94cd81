"""What a club usually plays, by its own names."""

from prefweb.clubs.models import Club, HouseRules
from prefweb.clubs.refusals import Refused
from prefweb.clubs.services.locking import locked
from prefweb.tables.agreements import Agreement


def keep(
    club: Club, name: str, agreement: Agreement, proxies: str, rules: HouseRules | None = None
) -> HouseRules:
    """New house rules, or other ones under the same row. The first are the club's default.

    Pulkas keep what they were played by. Raises Refused where the name is in use.
    """
    with locked(club) as held:
        others = held.house_rules.exclude(pk=rules.pk) if rules else held.house_rules.all()
        if others.filter(name__iexact=name).exists():
            raise Refused("rules_known")
        kept = rules or HouseRules(club=held, is_default=not others.exists())
        kept.name = name
        kept.agreement = {**agreement.to_data(), "proxies": proxies}
        kept.save()
        return kept


def remove(club: Club, pk: int) -> None:
    """They are offered no more; another one becomes the default where they were it."""
    with locked(club) as held:
        held.house_rules.filter(pk=pk).delete()
        if not held.house_rules.filter(is_default=True).exists():
            first = held.house_rules.order_by("name").values("pk")[:1]
            held.house_rules.filter(pk__in=first).update(is_default=True)


def make_default(club: Club, pk: int) -> None:
    """These are offered first from now on."""
    with locked(club) as held:
        if held.house_rules.filter(pk=pk).exists():
            held.house_rules.exclude(pk=pk).update(is_default=False)
            held.house_rules.filter(pk=pk).update(is_default=True)
