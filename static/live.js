// The open page's one stream. Hidden tabs and pages in the back/forward cache hold none; on return
// a new one opens and the regions are asked to refresh at once (event "awake" on body).
// The element .conn says how it stands: data-live, data-slow and data-off are its words.
(() => {
  const live = () => document.getElementById("live");
  let source;

  htmx.createEventSource = (url) => {
    source?.close();
    source = new EventSource(url);
    if (document.hidden) source.close(); // a retry that fell due in a hidden tab
    return source;
  };

  const show = (state) => {
    const conn = document.querySelector(".conn");
    if (!conn || !live()) return;
    conn.classList.remove("conn--idle");
    conn.classList.toggle("conn--slow", state === "slow");
    conn.classList.toggle("conn--off", state === "off");
    const text = conn.querySelector(".conn__text");
    if (text.textContent !== conn.dataset[state]) text.textContent = conn.dataset[state];
  };
  const trouble = () => show(navigator.onLine ? "slow" : "off");

  const sleep = () => source?.close();
  const wake = () => {
    if (document.hidden) return;
    if (live() && source?.readyState !== EventSource.OPEN) {
      htmx.trigger(live(), "htmx:afterProcessNode"); // makes the extension connect again
    }
    htmx.trigger(document.body, "awake");
  };

  document.addEventListener("htmx:sseOpen", () => show("live"));
  document.addEventListener("htmx:sseError", trouble);
  document.addEventListener("htmx:sendError", trouble);
  document.addEventListener("visibilitychange", () => (document.hidden ? sleep() : wake()));
  addEventListener("pagehide", sleep);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("offline", () => show("off"));
  addEventListener("online", () => {
    show("slow");
    wake();
  });
})();
