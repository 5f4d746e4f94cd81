// How long something is going on: [data-elapsed] holds the seconds when it was drawn, "1:25" counts on.
// A game on time: [data-left] holds the seconds that were left when it was drawn. The minutes in it
// count on, and once they are over the page asks how it stands.
(() => {
  const ends = new WeakMap();
  const begins = new WeakMap();
  const elapse = () => document.querySelectorAll("[data-elapsed]").forEach((shown) => {
    if (!begins.has(shown)) begins.set(shown, Date.now() - Number(shown.dataset.elapsed) * 1000);
    const minutes = Math.floor((Date.now() - begins.get(shown)) / 60000);
    const words = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
    if (shown.textContent !== words) shown.textContent = words;
  });
  const tick = () => document.querySelectorAll("[data-left]:not([hidden])").forEach((shown) => {
    if (!ends.has(shown)) ends.set(shown, Date.now() + Number(shown.dataset.left) * 1000);
    const left = Math.max(0, Math.ceil((ends.get(shown) - Date.now()) / 1000));
    const minutes = shown.querySelector("[data-minutes]");
    const words = String(Math.ceil(left / 60));
    if (minutes.textContent !== words) minutes.textContent = words;
    if (left) return;
    shown.hidden = true;
    shown.parentElement.querySelector("[data-over]").hidden = false;
    htmx.trigger(document.body, "awake");
  });
  setInterval(() => (tick(), elapse()), 1000);
  tick();
  elapse();
})();
