"""Phones: pages of a real browser that report whatever their console complained about."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

NOT_NEEDED = (
    # as Playwright has it, whose own list this one takes the place of
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    # what a window draws around its page, which takes longer than the page
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
)
"""Features of Chromium."""

FLAGS = (
    f"--disable-features={','.join(NOT_NEEDED)}",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

USUAL = (
    "[object Event]",  # htmx says so when a stream ends, and streams end whenever a page goes
    "htmx:sendAbort",  # a newer request took the place of one under way
    "htmx:afterRequest",  # of the same
)

REPORT_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", event =>
    console.error("CSP violation:", event.violatedDirective, event.blockedURI, event.sourceFile));
"""


class Phones:
    """Makes phones; each has its own cookies, so each is another person.

    >>> anna = phone()                              # doctest: +SKIP
    >>> boris = phone(width=320, locale="en-GB")    # doctest: +SKIP
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.allowed = list(USUAL)

    def __call__(self, *, width: int = 390, height: int = 844, **options: Any) -> Page:
        """A new phone; the options are those of Playwright's new_context."""
        usual = {"locale": "ru-RU", "is_mobile": True, "has_touch": True, "base_url": self.url}
        options = {"viewport": {"width": width, "height": height}, **usual, **options}
        context = self.browser.new_context(**options)
        context.set_default_timeout(10_000)
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("console", self._heed)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.contexts.append(context)
        return context.new_page()

    def allow(self, *texts: str) -> None:
        """Console errors with one of these in them are expected: "status of 422", say."""
        self.allowed.extend(texts)

    def close(self) -> None:
        """Puts the phones away. Fails if one complained of something not allowed.

        Pages go before their context: one that reads its storage while that is taken down hangs.
        Phones of a browser that was ended are away already.
        """
        for context in self.contexts:
            self._close(context)
        unexpected = [text for text in self.complaints if not self._is_allowed(text)]
        assert not unexpected, "The console says:\n" + "\n".join(unexpected)

    def _close(self, context: BrowserContext) -> None:
        try:
            for page in context.pages:
                page.close()
            context.close()
        except Error:
            if self.browser.is_connected():
                raise

    def _heed(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def _is_allowed(self, text: str) -> bool:
        return any(allowed in text for allowed in self.allowed)
