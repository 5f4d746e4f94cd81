// What is typed or chosen in a form and not sent yet comes back after a reload, Back, another language
// or a refusal: what hands have touched, never what the page itself filled in. The forms of a pulka keep
// it on this phone for a day, others in this tab.
(() => {
  const DAY = 86_400_000;
  const TYPED = "input:not([type=hidden], [type=submit], [type=button], [type=password], [type=file]), select, textarea";
  const STORES = [localStorage, sessionStorage];

  const isPost = (form) => form?.getAttribute("method") === "post";
  const storeOf = (form) => (form.matches("[data-post], [data-keep]") ? localStorage : sessionStorage);
  const told = (form, name) => form.querySelector(`input[type=hidden][name=${name}]`)?.value ?? "";
  const placeOf = (form) => {
    const path = new URL(form.getAttribute("action") ?? "", location.href).pathname;
    const name = form.dataset.keep || form.getAttribute("id") || "";
    return `typed:${[path, name, ...["kind", "deal", "seat", "about"].map((n) => told(form, n))].join(" ")}`;
  };
  const read = (form) => JSON.parse(storeOf(form).getItem(placeOf(form)) ?? "null");
  const write = (form, record) => storeOf(form).setItem(placeOf(form), JSON.stringify(record));
  const forget = (form) => storeOf(form).removeItem(placeOf(form));

  const controls = (form, name) => [...form.elements].filter((c) => c.name === name && c.matches(TYPED));
  const isBox = (control) => ["radio", "checkbox"].includes(control.type);
  const valuesOf = (form, name) => controls(form, name)
    .filter((control) => !isBox(control) || control.checked)
    .map((control) => control.value);

  // --- typing
  const note = ({ target }) => {
    const { form, name } = target;
    if (!isPost(form) || !name || !target.matches(TYPED)) return;
    write(form, { at: Date.now(), values: { ...read(form)?.values, [name]: valuesOf(form, name) } });
  };
  document.addEventListener("input", note);
  document.addEventListener("change", note);

  // --- coming back
  const drawn = (select) => ([...select.options].find((o) => o.defaultSelected) ?? select.options[0])?.value;
  const isAsDrawn = (control) => { // by the server; the browser may have filled it in on its own since
    if (isBox(control)) return control.checked === control.defaultChecked;
    return control.value === (control.tagName === "SELECT" ? drawn(control) : control.defaultValue);
  };
  const put = (control, values, position) => {
    const value = values[position] ?? values[0] ?? "";
    if (isBox(control)) control.checked = values.includes(control.value);
    else if (control.tagName !== "SELECT" || [...control.options].some((o) => o.value === value)) control.value = value;
    return !isAsDrawn(control);
  };
  const fits = (group, values) => group[0]?.type !== "radio"
    || group.some((control) => !control.disabled && values.includes(control.value));
  const fill = (form, values) => Object.entries(values).flatMap(([name, typed]) => {
    const group = controls(form, name);
    return fits(group, typed) ? group.filter((control, position) => put(control, typed, position)) : [];
  });
  const restore = (form) => {
    const values = read(form)?.values;
    if (!values) return;
    const changed = fill(form, values);
    for (const control of changed) {
      const fold = control.closest("details:not([open])");
      if (fold) fold.open = true;
      // what the server draws anew for a choice is filled in once more
      if (control.hasAttribute("hx-get")) control.addEventListener("htmx:afterRequest", () => fill(form, values), { once: true });
    }
    const asks = document.getElementById(form.dataset.asks);
    if (asks) follow(form, asks, new WeakSet(changed));
    tell(changed);
  };
  const tell = (changed) => changed.filter((control) => !isBox(control) || control.checked)
    .forEach((control) => ["input", "change"].forEach((type) => control.dispatchEvent(new Event(type, { bubbles: true }))));
  // a form that is drawn question by question (data-asks: by which element) is filled in as it comes
  const follow = (form, asks, told) => {
    const more = ({ detail }) => {
      if (!detail.successful) return; // a later choice has taken its place
      const fresh = fill(form, read(form)?.values ?? {}).filter((control) => !told.has(control));
      if (!fresh.length) asks.removeEventListener("htmx:afterRequest", more);
      fresh.forEach((control) => told.add(control));
      tell(fresh);
    };
    asks.addEventListener("htmx:afterRequest", more);
  };
  const seen = new WeakSet();
  const arrive = () => document.querySelectorAll("form[method=post]").forEach((form) => {
    if (seen.has(form)) return;
    seen.add(form);
    restore(form);
  });
  document.addEventListener("htmx:afterSettle", arrive);

  // --- sent: an answer to htmx says so at once; after a form the browser sent itself, the next page
  // does: it is the same one where the form was refused or lost, and any other where it was taken
  const answered = (form, { status }) => {
    const isTaken = status && (status < 400 || (status === 409 && form.matches("[data-post]")));
    if (isTaken) forget(form);
  };
  // heard of from the request itself, before the answer may bring the form anew: by then other news may
  // have replaced it, and what happens to an element that is no longer on the page reaches nobody
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
    const form = requestConfig.elt;
    if (requestConfig.verb !== "post" || !form.matches("form")) return;
    xhr.addEventListener("readystatechange", () => xhr.readyState === XMLHttpRequest.DONE && answered(form, xhr));
  });
  document.addEventListener("submit", ({ target, submitter, defaultPrevented }) => {
    const isElsewhere = defaultPrevented || submitter?.formTarget === "_blank";
    const record = !isElsewhere && isPost(target) && read(target);
    if (record) write(target, { ...record, sent: true });
  });
  const sweep = () => {
    const here = new Set([...document.querySelectorAll("form[method=post]")].map(placeOf));
    const isError = document.querySelector("[data-error]");
    for (const store of STORES) {
      for (const place of Object.keys(store).filter((key) => key.startsWith("typed:"))) {
        const { sent, ...record } = JSON.parse(store.getItem(place));
        if ((sent && !here.has(place) && !isError) || Date.now() - record.at > DAY) store.removeItem(place);
        else if (sent && here.has(place)) store.setItem(place, JSON.stringify(record));
      }
    }
  };

  document.addEventListener("DOMContentLoaded", () => { // htmx hears of choices from here on
    sweep();
    arrive();
  });
  // a reload of a refused form asks for its page, and sends nothing again
  history.replaceState(history.state, "", location.href);
})();
