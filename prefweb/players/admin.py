"""People on the pages for staff."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from prefweb.players.merging import alone, unmerge
from prefweb.players.models import Account, Merge, Player
from prefweb.players.signing import end_sessions, speak_for_himself
from prefweb.tables.models import Pulka, Seat
from prefweb.ui.staff import Careful, Watched, WatchedRows, linked, rows_of

admin.site.unregister(Group)


class KeptName(forms.ModelForm):  # type: ignore[type-arg]
    """The name is kept as people sign in with it, and nobody else has it."""

    def clean_username(self) -> str:
        name = Account.normalize_username(self.cleaned_data["username"])
        if Account.objects.filter(username=name).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(_("Somebody signs in with this name already."))
        return name


class AccountForm(KeptName, UserChangeForm):  # type: ignore[type-arg]
    """An account that is there."""


class NewAccountForm(KeptName, AdminUserCreationForm):  # type: ignore[type-arg]
    """A new one."""


@admin.register(Account)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts: a new password, a lock, the staff. Whoever owns one deletes it himself, on his
    page: only there his name goes wherever it stands."""

    form = AccountForm
    add_form = NewAccountForm
    list_display = ("username", "player", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "is_superuser", "date_joined", "last_login")
    list_select_related: ClassVar = ["player"]
    list_per_page = 50
    show_full_result_count = False
    search_fields = ("username", "player__name")
    ordering = ("username",)
    readonly_fields = ("email", "last_login", "date_joined", "player")
    fieldsets = (
        (None, {"fields": ("username", "password", "player", "email")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    filter_horizontal = ("user_permissions",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description=_("player"), ordering="player__name")
    def player(self, account: Account) -> str:
        return account.player.name if hasattr(account, "player") else "—"


class MergesOfAPlayer(WatchedRows):
    """Whom he was merged into, and when."""

    model = Merge
    fk_name = "player"
    fields = ("into", "at", "by_name", "undone", "undone_by_name")
    readonly_fields = fields
    verbose_name_plural = _("merged into")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Merge]:
        return super().get_queryset(request).select_related("into", "player")


class MergesIntoAPlayer(MergesOfAPlayer):
    """Who was merged into him."""

    fk_name = "into"
    fields = ("player", "at", "by_name", "undone", "undone_by_name")
    readonly_fields = fields
    verbose_name_plural = _("who was merged into this player")


@admin.register(Player)
class PlayerAdmin(Careful):
    """Players: another name, an account given to a guest. Who somebody is follows from merges."""

    changeable = ("name", "account")
    autocomplete_fields = ("account",)
    list_display = ("name", "account", "person", "seats_taken", "created")
    list_filter = (("account", admin.EmptyFieldListFilter), "created")
    list_select_related = ("account", "main")
    search_fields = ("name", "account__username", "id")
    fields = ("name", "account", "id", "main", "created", "games")
    readonly_fields = ("games",)
    inlines = (MergesOfAPlayer, MergesIntoAPlayer)
    ordering = ("name", "id")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).annotate(seats_count=Count("seats"))

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Who gets an account is nobody else from then on, and signs in with it on every phone."""
        if "account" not in form.changed_data:
            super().save_model(request, obj, form, change)
            return
        with alone():
            speak_for_himself(obj)
            super().save_model(request, obj, form, change)
            end_sessions([obj.pk])

    @admin.display(description=_("person"))
    def person(self, player: Player) -> str:
        return player.main.name if player.main_id != player.pk else "—"

    @admin.display(description=_("seats"), ordering="seats_count")
    def seats_taken(self, player: Any) -> int:
        return int(player.seats_count)

    @admin.display(description=_("games"))
    def games(self, player: Player) -> SafeString:
        found = Seat.objects.filter(person__main=player.main_id).count()
        return linked(rows_of(Pulka, seats__person__main__id__exact=player.main_id), found)


@admin.register(Merge)
class MergeAdmin(Watched):
    """Merges: to be seen, and taken back."""

    list_display = ("player", "into", "at", "by_name", "undone", "undone_by_name")
    list_filter = (("undone", admin.EmptyFieldListFilter), "at")
    list_select_related = ("player", "into")
    search_fields = ("player__name", "into__name")
    ordering = ("-id",)
    actions = ("take_back",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Merge]:
        return super().get_queryset(request).select_related("player", "into", "by", "undone_by")

    @admin.action(description=_("Take back"), permissions=["undo"])
    def take_back(self, request: HttpRequest, queryset: QuerySet[Merge]) -> None:
        found = list(queryset.filter(undone=None))
        by = Player.objects.filter(account=request.user.pk).first()
        for merge in found:
            unmerge(merge, by)
        said = ngettext("%(count)s merge taken back", "%(count)s merges taken back", len(found))
        self.message_user(request, said % {"count": len(found)}, messages.SUCCESS)

    def has_undo_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("players.change_merge"))
