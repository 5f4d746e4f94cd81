"""People with phones at a table. Each taps on his own screen alone, and every tap is counted."""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

Facts = dict[str, Any]


@dataclass
class Person:
    """A player with a phone, and a second page on which the sheet lies open as numbers."""

    name: str
    page: Page
    seat: int = -1
    taps: int = 0
    tapped: float = 0
    """When he tapped last."""
    sheet: Page | None = None

    def tap(self, target: str | Locator) -> None:
        """One tap of a thumb."""
        locator = self.page.locator(target) if isinstance(target, str) else target
        locator.tap()
        self.tapped = time.monotonic()
        self.taps += 1

    def type(self, field: str, text: str) -> None:
        self.page.locator(f"[name={field}]").fill(text)

    # -- on the way to the table

    def open_table(self, size: int, target: int, stake: str) -> str:
        """From the start page to a table with its QR; its code."""
        self.page.goto("/")
        self.tap(self.page.get_by_role("link", name="Открыть свой стол"))
        self.type("name", self.name)
        self.tap(f"label:has([name=size][value='{size}'])")
        self.tap(f"label:has([name=target][value='{target}'])")
        self.type("stake", stake)
        self.page.locator("[name=currency]").select_option("RUB")
        self.tap(self.page.get_by_role("button", name="Открыть стол"))
        self.seat = 0
        return re.sub(r"\D", "", self.page.locator(".code").inner_text())

    def join(self, code: str, seat: int) -> None:
        """By the code, to a seat."""
        self.page.goto("/")
        self.type("code", code)
        self.tap(self.page.get_by_role("button", name="Сесть за стол"))
        self.type("name", self.name)
        chosen = self.page.locator(f"[name=seat][value='{seat}']")
        if not chosen.is_checked():
            self.tap(f"label:has([name=seat][value='{seat}'])")
        self.tap(self.page.locator("main button[type=submit]").first)
        expect(self.page.locator(".code")).to_be_visible()
        self.seat = seat

    def choose_first_dealer(self, seat: int) -> None:
        form = self.page.locator("form[action$='/first-dealer']")
        form.locator(f"button[name=seat][value='{seat}']").click()

    def lay_out_the_sheet(self) -> None:
        """The sheet as numbers in a second tab, which has to follow without a reload."""
        self.sheet = self.page.context.new_page()
        self.sheet.goto(self.page.url + "/score")
        self.page.bring_to_front()  # a tab behind another draws seldom, and taps wait for that

    # -- in a deal

    def order(self, level: int | str, trump: str | None = None) -> None:
        self.expect_question("order")
        if trump:
            self.tap(self.page.locator("#post label", has=self.page.locator(f"[value={trump}]")))
        self.tap(f"#post button[name=game][value='{level}']")

    def answer(self, role: str) -> None:
        self.expect_question("answer")
        self.tap(f"#post button[name=role][value={role}]")

    def reply(self, reply: str) -> None:
        self.expect_question("reply")
        self.tap(f"#post button[name=reply][value={reply}]")

    def tricks(self, number: int) -> None:
        self.expect_question("tricks")
        self.tap(f"#post button[name=tricks][value='{number}']")

    def is_asked(self, ask: str) -> bool:
        return self.page.locator(f"#post[data-ask={ask}]").is_visible()

    def expect_question(self, ask: str) -> None:
        expect(self.page.locator(f"#post[data-ask={ask}]")).to_be_visible()

    def expect_written(self, deal: int) -> None:
        expect(self.page.locator(f"[data-written='{deal}']")).to_be_attached()

    # -- the network

    def go_offline(self) -> None:
        self.page.context.set_offline(True)

    def come_back(self) -> None:
        self.page.context.set_offline(False)

    # -- what the sheet shows

    def expect_sheet(self, sheet: Mapping[str, str]) -> None:
        """Every cell of the open sheet, as running totals; '' where nothing is written."""
        assert self.sheet is not None
        for column, totals in sheet.items():
            expect(self.sheet.locator(f"[data-run='{column}']")).to_have_text(totals)
