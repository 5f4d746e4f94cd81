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

  // --- posts the network lost: kept here under their pulka in the order of the taps, sent again one
  // by one, each until it is itself answered. The one-time id tells them apart and goes with them,
  // so that an answer lost on the way back does no harm; another tap on the same form replaces it.
  const note = () => document.getElementById("unsent");
  const place = (pulka) => `unsent:${pulka}`;
  const kept = (pulka) => JSON.parse(localStorage.getItem(place(pulka)) ?? "[]");
  const store = (pulka, posts) => {
    if (posts.length) localStorage.setItem(place(pulka), JSON.stringify(posts));
    else localStorage.removeItem(place(pulka));
    showKept();
  };
  const keep = (pulka, post) => {
    const posts = kept(pulka);
    const same = posts.findIndex((other) => other.uid === post.uid);
    posts.splice(same < 0 ? posts.length : same, 1, post);
    store(pulka, posts);
  };
  const forget = (pulka, uid) => store(pulka, kept(pulka).filter((post) => post.uid !== uid));
  const showKept = () => {
    if (!note()) return;
    const posts = kept(note().dataset.pulka);
    note().hidden = !posts.length;
    if (posts.length) note().querySelector("[data-answer]").textContent = posts.map((post) => post.says).join(", ");
    document.querySelectorAll("form[data-post] button[name]").forEach((button) => mark(button, posts));
  };
  const QUESTION = ["kind", "deal", "seat"];
  const mark = (button, posts) => {
    const asked = ({ fields }) => QUESTION.every((name) => fields[name]?.[0] === button.form.elements[name]?.value);
    const isKept = posts.some((post) => asked(post) && post.fields[button.name]?.includes(button.value));
    button.classList.toggle("is-kept", isKept);
    if (isKept) button.setAttribute("aria-describedby", "unsent");
    else if (button.getAttribute("aria-describedby") === "unsent") button.removeAttribute("aria-describedby");
  };
  const fields = (config) => {
    const values = {};
    for (const [name, value] of config.formData ?? []) {
      if (name !== "csrfmiddlewaretoken") (values[name] ??= []).push(value);
    }
    return values;
  };
  const saying = (button) => {
    const more = button?.dataset.with && button.form.querySelector(`[name="${button.dataset.with}"]:checked`);
    const words = button?.dataset.says ?? button?.textContent.trim() ?? "";
    return more ? `${words} ${more.dataset.says}` : words;
  };
  const uidOf = (config) => config.formData?.get("uid") ?? "";
  let sending = false;
  const firstKept = () => (note() ? kept(note().dataset.pulka)[0] : undefined);
  const sendKept = () => {
    const post = firstKept();
    if (!post || sending || document.hidden) return;
    sending = true;
    htmx.ajax("POST", post.url, { source: note(), values: post.fields })
      .catch(() => {}) // said below
      .finally(() => {
        sending = false;
        if (firstKept()?.uid !== post.uid) sendKept();
      });
  };
  const lost = (event) => {
    const form = event.target.closest?.("form[data-post]");
    const config = event.detail.requestConfig;
    if (form && config.verb === "post") {
      const button = config.triggeringEvent?.submitter;
      release(form); // first: the button has its own words back
      const post = { uid: uidOf(config), url: config.path, fields: fields(config), says: saying(button) };
      keep(form.dataset.post, post);
    } else if (config.verb === "post" && event.target.id !== "unsent") {
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
    const pulka = elt.id === "unsent" ? note().dataset.pulka : elt.closest("form[data-post]")?.dataset.post;
    const uid = uidOf(requestConfig);
    if (!pulka || !kept(pulka).some((post) => post.uid === uid)) return;
    forget(pulka, uid);
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
