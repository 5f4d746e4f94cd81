// What a tap does beyond the form itself. Every page works without it.
(() => {
  const one = (selector) => document.querySelector(selector);

  // --- one tap, one post: the button says so, further taps on the form are dropped
  const busy = new Map();
  const release = (form) => {
    busy.get(form)?.();
    busy.delete(form);
  };
  const hold = (form, button) => {
    const kept = button && [...button.childNodes];
    const timer = setTimeout(release, 10000, form);
    if (button) {
      button.classList.add("is-sending");
      button.setAttribute("aria-busy", "true");
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
    if (form.method !== "post") return;
    if (busy.has(form)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else {
      hold(form, event.submitter);
    }
  }, true);
  document.addEventListener("htmx:afterRequest", (event) => release(event.detail.requestConfig?.elt));
  addEventListener("pageshow", (event) => event.persisted && [...busy.keys()].forEach(release));

  // --- a post the network lost: kept here under its pulka, sent again until it is answered.
  // Its one-time id goes with it, so that an answer lost on the way back does no harm.
  const note = () => document.getElementById("unsent");
  const place = (pulka) => `unsent:${pulka}`;
  const kept = (pulka) => JSON.parse(localStorage.getItem(place(pulka)) ?? "null");
  const keep = (pulka, post) => {
    localStorage.setItem(place(pulka), JSON.stringify(post));
    showKept();
  };
  const forget = (pulka) => {
    localStorage.removeItem(place(pulka));
    showKept();
  };
  const showKept = () => {
    if (!note()) return;
    const post = kept(note().dataset.pulka);
    note().hidden = !post;
    if (post) note().querySelector("[data-answer]").textContent = post.says;
  };
  const fields = (config) => {
    const values = {};
    for (const [name, value] of config.formData ?? []) {
      if (name !== "csrfmiddlewaretoken") (values[name] ??= []).push(value);
    }
    return values;
  };
  const saying = (button) => button?.dataset.says ?? button?.textContent.trim() ?? "";
  let sending = false;
  const sendKept = () => {
    const post = note() && kept(note().dataset.pulka);
    if (!post || sending || document.hidden) return;
    sending = true;
    htmx.ajax("POST", post.url, { source: note(), values: post.fields })
      .catch(() => {}) // said below
      .finally(() => (sending = false));
  };
  const lost = (event) => {
    const form = event.target.closest?.("form[data-post]");
    const config = event.detail.requestConfig;
    if (form && config.verb === "post") {
      const button = config.triggeringEvent?.submitter;
      release(form); // first: the button has its own words back
      keep(form.dataset.post, { url: config.path, fields: fields(config), says: saying(button) });
    } else if (config.verb === "post" && event.target !== note()) {
      say("offline");
    }
  };
  document.addEventListener("htmx:sendError", lost);
  document.addEventListener("htmx:timeout", lost);
  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr, requestConfig } = event.detail;
    const posted = requestConfig?.verb === "post" && xhr.status;
    const waits = [403, 429].includes(xhr?.status) || xhr?.status >= 500;
    if (!posted || waits) return;
    const { elt } = requestConfig; // the form may have been replaced by its answer
    const pulka = elt === note() ? note().dataset.pulka : elt.closest("form[data-post]")?.dataset.post;
    if (!pulka || !kept(pulka)) return;
    forget(pulka);
    htmx.trigger(document.body, "awake");
  });
  document.addEventListener("awake", sendKept);
  addEventListener("online", sendKept);
  setInterval(sendKept, 5000);

  // --- an answer that is no page: said in words, never a silent button
  const say = (what) => {
    const trouble = document.getElementById("trouble");
    if (!trouble) return;
    trouble.querySelector("[data-words]").textContent = trouble.dataset[what] ?? trouble.dataset.other;
    trouble.hidden = false;
  };
  document.addEventListener("htmx:responseError", (event) => say(`s${event.detail.xhr.status}`));
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

  // --- keeping the screen lit, as long as the person wants it on this phone
  let lock;
  const lit = () => localStorage.getItem("lit") === "yes";
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
    const button = event.target.closest("[data-share], [data-lit]");
    if (button?.matches("[data-share]")) share(button);
    if (button?.matches("[data-lit]")) {
      localStorage.setItem("lit", lit() ? "no" : "yes");
      light();
    }
  });

  document.addEventListener("click", (event) => event.target.closest("[data-print]") && print());

  // --- what this browser can do is shown, also in regions that arrive later
  const reveal = () => {
    document.querySelectorAll("[data-print]").forEach((b) => (b.hidden = false));
    if (canShare) document.querySelectorAll("[data-share]").forEach((b) => (b.hidden = false));
    if (canLight) document.querySelectorAll("[data-lit]").forEach((b) => (b.hidden = false));
    if (canLight) light();
    showKept();
  };
  document.addEventListener("htmx:afterSettle", reveal);
  reveal();
  sendKept();
})();
