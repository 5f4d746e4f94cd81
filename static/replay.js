// A pulka deal by deal: steps, keys and the slider fetch only what is about the moment. All of them
// are links and a form, which work without this script.
(() => {
  const transport = document.getElementById("transport");
  if (!transport) return;
  const slider = transport.querySelector("[type=range]");
  const stops = () => [...document.querySelectorAll("#stops a")];
  const shown = () => Number(document.getElementById("moment").dataset.index);
  let wanted = shown();
  let asked = wanted;
  let pause;

  // what is wanted is told at once; while one answer is under way only the newest wish waits for it
  const tell = () => {
    const stop = stops()[wanted];
    slider.value = wanted;
    slider.setAttribute("aria-valuetext", stop.dataset.says);
    document.getElementById("where").textContent = stop.dataset.where;
  };
  const fetchMoment = (source) => {
    clearTimeout(pause);
    if (wanted === asked) return;
    asked = wanted;
    htmx.ajax("GET", stops()[wanted].href, { source, target: "#shown", swap: "innerHTML" });
  };
  const want = (index) => {
    wanted = Math.min(Math.max(index, 0), stops().length - 1);
    tell();
  };
  const go = (index, source = transport) => {
    want(index);
    fetchMoment(source);
  };

  // the list and the chart lie below the sheet on a phone
  const show = () => {
    const lead = document.getElementById("lead");
    const { top } = lead.getBoundingClientRect();
    if (top < 0 || top > innerHeight) lead.scrollIntoView();
  };

  slider.addEventListener("input", () => {
    want(Number(slider.value));
    clearTimeout(pause);
    pause = setTimeout(fetchMoment, 100, transport); // where the thumb rests, not every pixel
  });
  slider.addEventListener("change", () => go(Number(slider.value)));

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-stop]");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(Number(link.dataset.stop), link.closest("[hx-push-url]") ?? transport);
    show();
  });

  const KEYS = {
    ArrowLeft: () => wanted - 1,
    ArrowRight: () => wanted + 1,
    Home: () => 0,
    End: () => Infinity,
  };
  const IN_USE = "input, select, textarea, [contenteditable]";
  document.addEventListener("keydown", (event) => {
    const key = KEYS[event.key];
    if (!key || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (event.defaultPrevented || event.target.closest(IN_USE)) return;
    event.preventDefault();
    go(key());
  });

  // --- the rest of the page goes along
  const seen = (stop) => {
    const list = document.getElementById("stops");
    const [top, end] = [stop.offsetTop, list.scrollTop + list.clientHeight];
    if (top < list.scrollTop || top + stop.offsetHeight > end) list.scrollTop = top - list.clientHeight / 2;
  };
  const follow = () => {
    slider.max = stops().length - 1;
    stops().forEach((stop) => stop.removeAttribute("aria-current"));
    const stop = stops()[shown()];
    stop.setAttribute("aria-current", "true");
    seen(stop);
    document.title = `${stop.dataset.says} · ${document.title.split(" · ").pop()}`;
    tell();
  };
  document.addEventListener("htmx:afterSettle", ({ target }) => target.id === "shown" && follow());
  // something has happened at the table
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.requestConfig.elt.id !== "ask" || detail.xhr.status !== 200) return;
    wanted = asked = shown();
    follow();
  });
  const stay = () => {
    wanted = asked = shown();
    tell();
  };
  for (const trouble of ["responseError", "sendError", "timeout"]) {
    transport.closest("#replay").addEventListener(`htmx:${trouble}`, stay);
  }
  seen(stops()[wanted]);
})();
