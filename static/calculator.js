// What the calculator does while a sheet is typed, beside what the server answers. Without it the form
// is sent by its button, and the page that comes says the same.
(() => {
  const form = document.getElementById("calculator");

  // --- a name is said wherever its player is meant
  form.addEventListener("input", ({ target }) => {
    const { names } = target.dataset;
    if (!names) return;
    const called = target.value.trim() || target.placeholder;
    form.querySelectorAll(`[data-called="${names}"]`).forEach((place) => (place.textContent = called));
  });

  // --- Enter leads to the next empty column of who plays; where none is left it asks for the result
  const COLUMN = "[data-number], .signed > input";
  const TYPED = `[data-names], ${COLUMN}`;
  const columns = () => [...form.querySelectorAll(COLUMN)].filter((field) => field.checkVisibility());
  form.querySelectorAll(TYPED).forEach((field) => (field.enterKeyHint = "next"));
  form.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.key !== "Enter" || event.isComposing || !target.matches(TYPED)) return;
    const follows = (field) => target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING;
    const next = columns().find((field) => !field.value.trim() && follows(field));
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  // --- empty columns become zeros, to be seen and mended
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[name=zeros]")) return;
    event.preventDefault();
    columns().filter((field) => !field.value.trim()).forEach((field) => (field.value = "0"));
    // a form that keeps the sheet counts it anew and waits for its own button
    if (form.method === "post") columns()[0]?.dispatchEvent(new Event("input", { bubbles: true }));
    else form.requestSubmit();
  });

  // --- what is wrong is said beside its field, after what is said of the field anyway
  const describe = (field, ...ids) => {
    const says = document.getElementById(`${field.id}_says`)?.id;
    const all = [says, ...ids].filter(Boolean).join(" ");
    if (all) field.setAttribute("aria-describedby", all);
    else field.removeAttribute("aria-describedby");
  };
  const clear = () => form.querySelectorAll("[aria-invalid]").forEach((field) => {
    field.removeAttribute("aria-invalid");
    describe(field);
    document.getElementById(`${field.id}_error`)?.remove();
  });
  const blame = ({ dataset: { wrong, message } }) => {
    const field = document.getElementById(wrong);
    if (!field) return;
    const error = Object.assign(document.createElement("p"), { className: "error", id: `${wrong}_error`, textContent: message });
    (field.closest(".signed") ?? field).after(error);
    field.setAttribute("aria-invalid", "true");
    describe(field, error.id);
  };

  // --- the final sums are said aloud when they change; whoever asked for them is led there
  const said = document.getElementById("said");
  const tell = (words) => said.textContent !== words && (said.textContent = words);
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (detail.target?.id !== "result") return;
    clear();
    stale.hidden = true;
    const result = document.getElementById("result");
    result.querySelectorAll("[data-wrong]").forEach(blame);
    tell(result.dataset.said);
    if (detail.requestConfig?.triggeringEvent?.type !== "submit") return;
    result.scrollIntoView();
    document.getElementById("result-head").focus({ preventScroll: true });
  });

  // --- without a network the result stays behind what is typed: said, and caught up with afterwards
  const stale = document.getElementById("stale");
  for (const trouble of ["sendError", "timeout"]) document.addEventListener(`htmx:${trouble}`, () => (stale.hidden = false));
  addEventListener("online", () => !stale.hidden && form.dispatchEvent(new Event("input", { bubbles: true })));
})();
