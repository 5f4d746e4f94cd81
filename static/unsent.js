// Posts that got no answer: kept here under their pulka in the order of the taps and sent again one by
// one, each until it is itself answered. The one-time id tells them apart and goes with them, so that
// an answer lost on the way back does no harm; another answer to the same question replaces it.
//
// Kept are the forms [data-post], which htmx sends, and the plain forms [data-keep], which are sent by
// htmx from here as the browser itself would: the server answers with the address of the next page.
(() => {
  const KEPT = "form[data-post], form[data-keep]";
  const note = () => document.getElementById("unsent");
  const shown = () => note()?.dataset.pulka;
  const pulkaOf = (form) => form.dataset.post || shown();

  // --- what is kept
  const place = (pulka) => `unsent:${pulka}`;
  const kept = (pulka) => JSON.parse(localStorage.getItem(place(pulka)) ?? "[]");
  const store = (pulka, posts) => {
    if (posts.length) localStorage.setItem(place(pulka), JSON.stringify(posts));
    else localStorage.removeItem(place(pulka));
    show();
  };
  const QUESTION = ["kind", "deal", "seat", "about"];
  const question = ({ url, fields }) => JSON.stringify([url, ...QUESTION.map((name) => fields[name]?.[0])]);
  const isAnswer = ({ fields }) => fields.kind && fields.kind[0] !== "dispute";
  const isSame = (one, other) => one.id === other.id
    || (isAnswer(one) && isAnswer(other) && question(one) === question(other));
  const keep = (pulka, post) => {
    const posts = kept(pulka);
    const same = posts.findIndex((other) => isSame(post, other));
    posts.splice(same < 0 ? posts.length : same, 1, post);
    store(pulka, posts);
  };
  const forget = (pulka, { id }) => store(pulka, kept(pulka).filter((post) => post.id !== id));

  // --- how it is told: what the posts wait for, and on the buttons that were tapped
  const tell = (posts) => {
    const words = note().querySelector("[data-words]");
    const why = posts[0].why ?? "offline";
    if (words.dataset.why !== why) {
      words.dataset.why = why;
      words.replaceChildren(note().querySelector(`template[data-why="${why}"]`).content.cloneNode(true));
    }
    const says = posts.map((post) => post.says).join(", ");
    const answer = words.querySelector("[data-answer]");
    if (answer.textContent !== says) answer.textContent = says;
  };
  const show = () => {
    if (!note()) return;
    const posts = kept(shown());
    if (posts.length) tell(posts);
    note().hidden = !posts.length;
    document.querySelectorAll("form[data-post] button[name]").forEach((button) => mark(button, posts));
  };
  const mark = (button, posts) => {
    const asked = ({ fields }) => QUESTION.slice(0, 3)
      .every((name) => fields[name]?.[0] === button.form.elements[name]?.value);
    const isKept = posts.some((post) => asked(post) && post.fields[button.name]?.includes(button.value));
    button.classList.toggle("is-kept", isKept);
    if (isKept) button.setAttribute("aria-describedby", "unsent");
    else if (button.getAttribute("aria-describedby") === "unsent") button.removeAttribute("aria-describedby");
  };
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-drop]")) store(shown(), kept(shown()).filter((post) => !post.why));
  });

  // --- a form as a post
  const fieldsOf = (config) => {
    const values = {};
    for (const [name, value] of config.formData ?? []) {
      if (name !== "csrfmiddlewaretoken") (values[name] ??= []).push(value);
    }
    return values;
  };
  const saying = (button) => {
    const more = button?.dataset.with && button.form.querySelector(`[name="${button.dataset.with}"]:checked`);
    const words = button?.dataset.says ?? "";
    return more ? `${words} ${more.dataset.says}` : words;
  };
  const isPlain = (form) => form.dataset.plain !== undefined;
  const postOf = (form, config) => {
    const fields = fieldsOf(config);
    const id = fields.uid?.[0] ?? `${config.path} ${JSON.stringify(fields)}`;
    const says = saying(config.triggeringEvent?.submitter);
    return { id, url: config.path, fields, says, plain: isPlain(form), asPlain: isPlain(form) };
  };

  // --- plain forms: sent from here, so that a lost one is kept and the page stays
  const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
  const takeOver = (form) => {
    if (isPlain(form) || form.hasAttribute("hx-post") || !pulkaOf(form)) return;
    form.dataset.plain = "";
    form.setAttribute("hx-post", form.getAttribute("action"));
    form.setAttribute("hx-swap", "none");
    form.setAttribute("hx-target", "#main");
    htmx.process(form);
  };
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb !== "post") return;
    if (token()) { // the cookie's of now: the page may be older than it
      detail.headers["X-CSRFToken"] = token();
      detail.formData.delete("csrfmiddlewaretoken");
    }
    if (detail.elt === note() ? underway?.asPlain : isPlain(detail.elt)) {
      delete detail.headers["HX-Request"];
      detail.headers["X-Plain-Form"] = "yes";
    }
  });
  const asBrowser = ({ url, fields }) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = url;
    const all = { ...fields, csrfmiddlewaretoken: [token() ?? ""] };
    for (const [name, values] of Object.entries(all)) {
      for (const value of values) {
        const input = document.createElement("input");
        Object.assign(input, { type: "hidden", name, value });
        form.append(input);
      }
    }
    document.body.append(form);
    HTMLFormElement.prototype.submit.call(form);
  };

  // --- sending again: one page of a browser at a time where it can tell (not over plain http; there
  // the one-time id alone sees to it), and nothing waits for a post that only the server failed at
  const SOON = 15_000;
  const LATER = 300_000;
  let underway;
  let isSending = false;
  const next = () => shown() && kept(shown()).find((post) => !(post.due > Date.now()));
  const send = async (post) => {
    underway = { ...post, asPlain: post.plain || note().dataset.elsewhere !== undefined };
    await htmx.ajax("POST", post.url, { source: note(), values: post.fields }).catch(() => {}); // told below
    await new Promise((later) => setTimeout(later)); // and it has been
    underway = undefined;
  };
  const sendAll = async () => {
    for (let post = next(), last; post && post.id !== last; last = post.id, post = next()) await send(post);
  };
  const alone = (work) => {
    if (!navigator.locks) return work();
    const patience = new AbortController(); // the other page may have been put to sleep with the lock
    const timer = setTimeout(() => patience.abort(), 10_000);
    return navigator.locks.request(place(shown()), { signal: patience.signal }, () => {
      clearTimeout(timer);
      return work();
    });
  };
  const sendKept = () => {
    if (!next() || isSending || document.hidden) return;
    isSending = true;
    Promise.resolve(alone(sendAll)).catch(() => {}).finally(() => (isSending = false));
  };

  // --- what became of a post
  const REASONS = { 403: "away", 429: "busy", 502: "down", 503: "down", 504: "down" };
  const isUnknown = (xhr) => xhr.getResponseHeader("X-Player") === "unknown";
  const whyWaits = ({ status }) => REASONS[status] ?? (status >= 500 ? "failed" : undefined);
  const wait = (pulka, post, xhr) => {
    const why = xhr.status === 403 && isUnknown(xhr) ? "unknown" : whyWaits(xhr);
    const tries = (post.tries ?? 0) + 1;
    const due = Date.now() + Math.min(SOON * 2 ** (tries - 1), LATER);
    const posts = ["away", "failed"].includes(why) ? [] : kept(pulka); // else all wait with it
    keep(pulka, { ...post, why, tries, due });
    const others = posts.filter((other) => other.id !== post.id).map((other) => other.id);
    store(pulka, kept(pulka).map((other) => (others.includes(other.id) ? { ...other, why, due } : other)));
  };
  const answered = (pulka, post, xhr) => {
    const wasKept = kept(pulka).some((other) => other.id === post.id);
    forget(pulka, post);
    const isPage = post.asPlain && !xhr.getResponseHeader("HX-Redirect") && ![404, 405, 413].includes(xhr.status);
    if (isPage) asBrowser(post); // refused, or a page in between: nothing was written, so once more to see it
    else if (wasKept) htmx.trigger(document.body, "awake");
  };
  const found = (detail) => {
    const config = detail.requestConfig;
    if (config?.verb !== "post") return {};
    if (config.elt.id === "unsent") return underway ? { pulka: config.elt.dataset.pulka, post: underway } : {};
    const form = config.elt.closest(KEPT);
    return form && pulkaOf(form) ? { pulka: pulkaOf(form), post: postOf(form, config) } : {};
  };
  document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
    detail.isKept = whyWaits(detail.xhr) !== undefined && !!note() && !!found(detail).post;
  });
  const lost = (pulka, post) => keep(pulka, { ...post, why: undefined, due: undefined });
  const onTrouble = (xhr, act) => ["error", "timeout"].forEach((trouble) => xhr.addEventListener(trouble, act));
  // heard of from the request itself: by then the form may have been replaced, and what happens to an
  // element that is no longer on the page reaches nobody
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    const { xhr, requestConfig } = detail;
    const { pulka, post } = found(detail);
    if (post) {
      xhr.addEventListener("load", () => (whyWaits(xhr) ? wait : answered)(pulka, post, xhr));
      onTrouble(xhr, () => lost(pulka, post));
    } else if (requestConfig.verb === "post") {
      onTrouble(xhr, () => document.dispatchEvent(new Event("unsent:lost")));
    }
  });

  // --- the way back to one's own seat, should this phone no longer be known at the table
  const ways = () => {
    const way = note()?.dataset.way;
    if (way) localStorage.setItem(`way:${shown()}`, way);
    const back = document.querySelector("[data-way-back]");
    const known = back && localStorage.getItem(`way:${location.pathname.match(/\/p\/([^/]+)/)?.[1]}`);
    if (!known) return;
    back.querySelector("a").href = known;
    back.hidden = false;
  };

  const hurry = () => { // a new page or network: what waited for a moment need not any more
    const posts = shown() ? kept(shown()) : [];
    if (posts.some((post) => post.why)) store(shown(), posts.map((post) => ({ ...post, why: undefined, due: undefined })));
    sendKept();
  };
  const arrive = () => {
    document.querySelectorAll("form[data-keep]").forEach(takeOver);
    show();
  };
  document.addEventListener("htmx:afterSettle", arrive);
  addEventListener("storage", show);
  document.addEventListener("awake", sendKept);
  addEventListener("online", hurry);
  setInterval(sendKept, 5000);
  ways();
  arrive();
  hurry();
})();
