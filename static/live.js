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

  // while the device itself is offline an opening or an answer still on its way is no news
  const show = (told) => {
    const state = navigator.onLine ? told : "off";
    const conn = document.querySelector(".conn");
    if (!conn || !live()) return;
    conn.classList.remove("conn--idle");
    conn.classList.toggle("conn--slow", state === "slow");
    conn.classList.toggle("conn--off", state === "off");
    const text = conn.querySelector(".conn__text");
    if (text.textContent !== conn.dataset[state]) text.textContent = conn.dataset[state];
  };
  const trouble = () => show("slow");

  const sleep = () => source?.close();
  const wake = () => {
    if (document.hidden) return;
    if (live() && source?.readyState !== EventSource.OPEN) {
      htmx.trigger(live(), "htmx:afterProcessNode"); // makes the extension connect again
    }
    htmx.trigger(document.body, "awake");
  };

  // --- what a finger is on stays there until it is lifted: a button drawn anew under it takes no tap
  const HOLD = 1000; // a finger that is never lifted holds nothing up for longer
  let pressed = -HOLD;
  let late;
  const isHeld = () => performance.now() - pressed < HOLD;
  const later = (wait) => {
    clearTimeout(late);
    late = setTimeout(() => {
      late = undefined;
      htmx.trigger(document.body, "awake");
    }, wait);
  };
  addEventListener("pointerdown", () => (pressed = performance.now()), true);
  for (const lifted of ["pointerup", "pointercancel"]) {
    addEventListener(lifted, () => {
      pressed = -HOLD;
      if (late) later(50); // after the tap itself
    }, true);
  }
  const isNews = ({ elt, verb }) => verb === "get" && elt.matches("[hx-trigger*=table-changed]");

  // --- answers that cross on the way: what was asked by an element that has been replaced since
  // is out of date, and an older state that came through is asked for again
  const versionOf = (xhr) => Number(xhr?.getResponseHeader("X-Version") ?? NaN);
  let posted = false;
  let taken = false; // what was posted, by the server
  let newest = Number(document.getElementById("ask")?.dataset.version ?? 0);
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!detail.requestConfig.elt.isConnected) detail.shouldSwap = false;
    if (isHeld() && isNews(detail.requestConfig)) {
      detail.shouldSwap = false;
      return later(HOLD);
    }
    newest = Math.max(newest, versionOf(detail.xhr) || 0);
    posted = detail.requestConfig.verb === "post";
    taken = posted && detail.xhr.status < 400;
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (versionOf(detail.xhr) < newest) htmx.trigger(document.body, "awake");
  });

  // --- a version told while the element that asks was just being replaced is not lost on it
  let told = 0;
  const shown = () => Number(document.querySelector("#ask, #gathering")?.dataset.version ?? Infinity);
  document.addEventListener("sse:table-changed", ({ detail }) => {
    told = Math.max(told, Number(detail.data) || 0);
  });
  setInterval(() => {
    if (!document.hidden && shown() < told) htmx.trigger(document.body, "awake");
  }, 1000);

  // --- what reads the same stays as it is (data-calm), so that it neither flashes nor is read again;
  // the focus goes to the heading of a new question, but only from the old one
  const keepChoice = (target, fragment) => {
    const value = target.querySelector(":checked")?.value;
    const same = fragment.querySelector(`[value="${value}"]:enabled`);
    if (same) same.checked = true;
  };
  // what the sheet pointed out already does not flash again
  const newsOf = (root) => root.querySelector("[data-news]")?.dataset.news;
  const calmNews = (target, fragment) => {
    if (!newsOf(target) || newsOf(target) !== newsOf(fragment)) return;
    fragment.querySelectorAll(".is-new.arrives").forEach((cell) => cell.classList.remove("arrives"));
  };
  // what was unfolded stays so; with data-kept also what was folded, though it was gone for a while
  const folded = new Set();
  document.addEventListener("toggle", ({ target: { open, dataset } }) => {
    if (dataset?.kept !== undefined) folded[open ? "delete" : "add"](dataset.fold);
  }, true);
  const keepFolds = (target, fragment) => {
    fragment.querySelectorAll("details[data-kept]").forEach((fold) => (fold.open = !folded.has(fold.dataset.fold)));
    target.querySelectorAll("details[data-fold]:is([open], [data-kept])").forEach((fold) => {
      const same = fragment.querySelector(`[data-fold="${fold.dataset.fold}"]`);
      if (same) same.open = fold.open;
    });
  };
  // the same question asked again, after a refusal say: what was chosen and typed is still there
  const keepTyped = (target, fragment) => {
    const same = fragment.querySelector(`#post[data-ask="${target.dataset.ask}"][data-deal="${target.dataset.deal}"]`);
    if (!same || taken) return;
    for (const old of target.querySelectorAll("input:not([type=hidden])")) {
      if (old.checked === old.defaultChecked && old.value === old.defaultValue) continue;
      const find = (rest) => same.querySelector(`input[name="${old.name}"]${rest}`);
      if (old.type === "radio") {
        const again = old.checked && find(`[value="${old.value}"]`);
        if (again) again.checked = true;
      } else if (find("")) find("").value = old.value;
    }
  };
  let follows = false;
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const { target, fragment } = detail;
    const isSame = fragment.textContent === target.textContent;
    if (isSame && target.matches("[data-calm]")) detail.shouldSwap = false;
    if (target.matches("[data-choice]")) keepChoice(target, fragment);
    keepFolds(target, fragment);
    calmNews(target, fragment);
    if (target.id === "post") keepTyped(target, fragment);
    if (target.id === "post") follows = posted || target.contains(document.activeElement);
  });
  document.addEventListener("htmx:oobAfterSwap", ({ target }) => {
    if (target.id !== "post" || !follows) return;
    follows = false;
    target.querySelector("h2")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  });

  document.addEventListener("htmx:sseOpen", () => show("live"));
  document.addEventListener("htmx:sseError", trouble);
  document.addEventListener("htmx:sendError", trouble);
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    // an answer after one that was lost, while the stream has never been away
    if (detail.xhr.status && source?.readyState === EventSource.OPEN) show("live");
  });
  document.addEventListener("submit", (event) => event.defaultPrevented || sleep()); // another page
  document.addEventListener("visibilitychange", () => (document.hidden ? sleep() : wake()));
  addEventListener("pagehide", sleep);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("offline", () => show("off"));
  addEventListener("online", () => {
    show("slow");
    sleep(); // a stream cut short may look open for long
    wake();
  });
})();
