// The sign key of numbers that may be below zero. Without it the field is a plain one, see _signed.html.
(() => {
  const MINUS = /^\s*[-‐‑‒–—−]\s*/;
  const fieldOf = (key) => document.getElementById(key.getAttribute("aria-controls"));
  const show = (key) => key.setAttribute("aria-pressed", MINUS.test(fieldOf(key).value));
  const keyOf = (field) => field.closest?.(".signed")?.querySelector("[data-sign]");

  const turn = (key) => {
    const field = fieldOf(key);
    const isBelow = MINUS.test(field.value);
    field.value = isBelow ? field.value.replace(MINUS, "") : `−${field.value.trimStart()}`;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (field.value === "−") field.focus(); // the number comes next
  };
  document.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-sign]");
    if (key) turn(key);
  });
  // the number pad stays open while the sign is turned
  document.addEventListener("mousedown", (event) => event.target.closest("[data-sign]") && event.preventDefault());
  document.addEventListener("input", ({ target }) => keyOf(target) && show(keyOf(target)));

  const arrive = () => document.querySelectorAll("[data-sign]").forEach((key) => {
    key.hidden = false;
    fieldOf(key).inputMode = fieldOf(key).value.includes("/") ? "text" : "decimal"; // thirds need a slash
    show(key);
  });
  document.addEventListener("htmx:afterSettle", arrive);
  addEventListener("pageshow", arrive); // also what the browser itself has filled in again
  arrive();
})();
