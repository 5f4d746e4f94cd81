"""Clubs on the pages for staff."""

from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Count, Prefetch, Q, QuerySet
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from prefweb.clubs.models import Club, ClubRole, HouseRules, Invitation, Member, Place
from prefweb.tables.models import Pulka, Table
from prefweb.ui.staff import Careful, ClubFilter, as_json, linked, rows_of


class OneOwner(BaseInlineFormSet):  # type: ignore[type-arg]
    """Roles of members: a club has one owner, who has not left."""

    def clean(self) -> None:
        super().clean()
        rows = [form.cleaned_data for form in self.forms if hasattr(form, "cleaned_data")]
        owners = [row for row in rows if row.get("role") == ClubRole.OWNER and not row.get("left")]
        if len(owners) != 1:
            raise ValidationError(_("A club has one owner, and the owner has not left."))


class Members(admin.TabularInline):  # type: ignore[type-arg]
    """Who belongs to the club, with what role; nobody is deleted, one leaves."""

    model = Member
    formset = OneOwner
    extra = 0
    can_delete = False
    fields = ("player", "role", "joined", "left")
    readonly_fields = ("player", "joined")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Member]:
        return super().get_queryset(request).select_related("player")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(Careful):
    """Clubs with their members. What they have played is theirs: no club is deleted here."""

    changeable = ("name", "about", "is_public")
    list_display = ("name", "owner", "people", "games", "is_public", "founded")
    list_filter = ("is_public", "founded", "time_zone")
    search_fields = ("name", "slug", "members__player__name")
    fields = (
        "name",
        "about",
        "is_public",
        "time_zone",
        "day_begins",
        "slug",
        "founded",
        "played",
        "opened",
    )
    readonly_fields = ("played", "opened")
    inlines = (Members,)

    def get_queryset(self, request: HttpRequest) -> Any:
        people = Count("members", filter=Q(members__left=None), distinct=True)
        found: Any = super().get_queryset(request).annotate(people_count=people)
        owners = Member.objects.filter(role="owner", left=None).select_related("player")
        return found.prefetch_related(Prefetch("members", owners, "owners"))

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Counts the games of the clubs on the page, and of no others."""
        found = super().get_changelist_instance(request)
        pks = [club.pk for club in found.result_list]
        counted = Pulka.objects.filter(club__in=pks).order_by().values("club")
        games = dict(counted.annotate(count=Count("pk")).values_list("club", "count"))
        for club in found.result_list:
            club.games_count = games.get(club.pk, 0)
        return found

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """The new owner last: there are never two."""
        changed = formset.save(commit=False)
        for member in sorted(changed, key=lambda one: one.role == ClubRole.OWNER):
            member.save()

    def view_on_site(self, club: Club) -> str:
        return reverse("clubs:club", args=[club.slug])

    @admin.display(description=_("owner"))
    def owner(self, club: Any) -> str:
        return ", ".join(member.player.name for member in club.owners)

    @admin.display(description=_("members"), ordering="people_count")
    def people(self, club: Any) -> int:
        return int(club.people_count)

    @admin.display(description=_("games"))
    def games(self, club: Any) -> SafeString:
        return linked(rows_of(Pulka, in_club=club.pk), club.games_count)

    @admin.display(description=_("pulkas"))
    def played(self, club: Club) -> SafeString:
        return linked(rows_of(Pulka, in_club=club.pk), club.pulkas.count())

    @admin.display(description=_("tables"))
    def opened(self, club: Club) -> SafeString:
        return linked(rows_of(Table, in_club=club.pk), club.tables.count())


@admin.register(Invitation)
class InvitationAdmin(Careful):
    """Invitations: another term, or an end."""

    changeable = ("expires",)
    list_display = ("club", "code", "role", "player", "by_name", "expires", "revoked", "used")
    list_filter = (ClubFilter, "role", ("revoked", admin.EmptyFieldListFilter), "expires")
    list_select_related = ("club", "player")
    search_fields = ("code", "club__name", "player__name", "by_name")
    actions = ("revoke",)

    @admin.action(description=_("Revoke"), permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Invitation]) -> None:
        queryset.filter(revoked=None).update(revoked=timezone.now())
        self.message_user(request, _("They lead nowhere any more."))


@admin.register(HouseRules)
class HouseRulesAdmin(Careful):
    """House rules: another name. What they say the club changes on its own page."""

    changeable = ("name",)
    list_display = ("name", "club", "is_default")
    list_filter = (ClubFilter, "is_default")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    fields = ("name", "club", "is_default", "agreed")
    readonly_fields = ("agreed",)

    @admin.display(description=_("agreement"))
    def agreed(self, rules: HouseRules) -> Any:
        return as_json(rules.agreement)


@admin.register(Place)
class PlaceAdmin(Careful):
    """Tables of wood: another name, or taken away."""

    changeable = ("title", "removed")
    list_display = ("title", "club", "removed")
    list_filter = (ClubFilter, ("removed", admin.EmptyFieldListFilter))
    list_select_related = ("club",)
    search_fields = ("title", "club__name")
    ordering: ClassVar = ["club__name", "title"]

    def view_on_site(self, place: Place) -> str:
        return reverse("clubs:place", args=[place.key])
