// What a tap does beyond the form itself. Every page works without it.
(() => {
  // --- one tap, one post: the button says so, further taps on the form are dropped
  const busy = new Map();
  const release = (form) => {
    busy.get(form)?.();
    busy.delete(form);
  };
  const words = (button) => button.textContent.replace(/\s+/g, " ").trim();
  const hold = (form, button) => {
    const kept = button && [...button.childNodes];
    const timer = setTimeout(release, 10000, form);
    if (button) {
      button.classList.add("is-sending");
      button.setAttribute("aria-busy", "true");
      button.dataset.says ??= words(button); // what was tapped, whatever it reads meanwhile
      if (form.dataset.sending) button.textContent = form.dataset.sending;
    }
    busy.set(form, () => {
      clearTimeout(timer);
      button?.classList.remove("is-sending");
      button?.removeAttribute("aria-busy");
      if (kept) button.replaceChildren(...kept);
    });
  };
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.getAttribute("method") !== "post" || event.submitter?.formTarget === "_blank") return;
    if (busy.has(form)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else {
      hold(form, event.submitter);
    }
  }, true);
  document.addEventListener("htmx:afterRequest", (event) => release(event.detail.requestConfig?.elt));
  addEventListener("pageshow", (event) => event.persisted && [...busy.keys()].forEach(release));

  // --- an answer that is no page: said in words, never a silent button
  const say = (what) => {
    const trouble = document.getElementById("trouble");
    if (!trouble) return;
    trouble.querySelector("[data-words]").textContent = trouble.dataset[what] ?? trouble.dataset.other;
    trouble.hidden = false;
  };
  const isUnknown = (xhr) => xhr.status === 403 && xhr.getResponseHeader("X-Player") === "unknown";
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (!detail.isKept) say(isUnknown(detail.xhr) ? "unknown" : `s${detail.xhr.status}`);
  });
  document.addEventListener("unsent:lost", () => say("offline"));
  document.addEventListener("htmx:beforeRequest", (event) => {
    const trouble = document.getElementById("trouble");
    if (trouble && event.detail.requestConfig.verb === "post") trouble.hidden = true;
  });

  // --- an option that differs from the convention's says so while it is being changed
  const held = (row) => [...row.querySelectorAll("input, select")]
    .map((input) => (input.type === "checkbox" && !input.checked ? "" : input.value.trim()))
    .filter(Boolean)
    .join("-");
  document.addEventListener("input", (event) => {
    const row = event.target.closest("[data-option]");
    if (!row) return;
    row.querySelector("[data-changed]").hidden = held(row) === row.dataset.option;
    const options = row.closest("[data-options]");
    const count = options.querySelectorAll("[data-changed]:not([hidden])").length;
    options.querySelector("[data-count]").textContent = count;
    options.querySelector("[data-changes]").hidden = !count;
  });

  // --- a seat that is kept for somebody brings the name along, where no other was typed
  document.addEventListener("change", ({ target }) => {
    const name = target.form?.elements.namedItem("name");
    if (target.dataset.kept === undefined || ![name.dataset.brought, ""].includes(name.value)) return;
    name.value = name.dataset.brought = target.dataset.kept;
  });

  // --- passing the table's link on
  const share = async (button) => {
    const { url, title, copied } = button.dataset;
    if (navigator.share) return navigator.share({ url, title }).catch(() => {}); // closed again
    await navigator.clipboard.writeText(url);
    button.querySelector("[data-words]").textContent = copied;
  };

  // --- a text of the page to be copied or sent; without https browsers know only the old command
  const copy = async (button) => {
    const text = document.getElementById(button.dataset.copy);
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text.value);
    } else {
      text.select();
      document.execCommand("copy");
    }
    button.querySelector("[data-words]").textContent = button.dataset.copied;
  };
  const send = ({ dataset: { send, title } }) =>
    navigator.share({ title, text: document.getElementById(send).value }).catch(() => {});

  // --- keeping the screen lit, as long as the person wants it on this phone
  let lock;
  const lit = () => localStorage.getItem("lit") === "yes" || document.body.hasAttribute("data-lit-always");
  const light = async () => {
    document.querySelectorAll("[data-lit]").forEach((b) => b.setAttribute("aria-pressed", lit()));
    if (!lit()) return lock?.release();
    if (document.hidden || lock?.released === false) return;
    lock = await navigator.wakeLock.request("screen").catch(() => undefined);
  };
  const canShare = navigator.share || navigator.clipboard;
  const canLight = "wakeLock" in navigator;
  if (canLight) document.addEventListener("visibilitychange", light);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-share], [data-copy], [data-send], [data-lit]");
    if (button?.matches("[data-share]")) share(button);
    if (button?.matches("[data-copy]")) copy(button);
    if (button?.matches("[data-send]")) send(button);
    if (button?.matches("[data-lit]")) {
      localStorage.setItem("lit", lit() ? "no" : "yes");
      light();
    }
  });

  document.addEventListener("click", (event) => event.target.closest("[data-print]") && print());

  // --- another language or theme leads back to what is shown now
  for (const moved of ["pushedIntoHistory", "replacedInHistory"]) {
    document.addEventListener(`htmx:${moved}`, () => {
      const here = location.pathname + location.search;
      document.querySelectorAll("input[name=next]").forEach((next) => (next.value = here));
    });
  }

  // --- what this browser can do is shown, also in regions that arrive later
  const reveal = () => {
    document.querySelectorAll("[data-print], [data-copy]").forEach((b) => (b.hidden = false));
    if (navigator.share) document.querySelectorAll("[data-send]").forEach((b) => (b.hidden = false));
    if (canShare) document.querySelectorAll("[data-share]").forEach((b) => (b.hidden = false));
    if (canLight) document.querySelectorAll("[data-lit]").forEach((b) => (b.hidden = false));
    if (canLight) light();
  };
  document.addEventListener("htmx:afterSettle", reveal);
  reveal();
})();
