// A whole deal as one form: what the chosen game does not ask is hidden. The server reads none of it
// then either; without this script everything is shown.
(() => {
  const form = document.querySelector(".whole");
  if (!form) return;
  const { size, ten, stalingrad, dealerWhists, takesTalon } = form.dataset;
  const seats = [...Array(Number(size)).keys()].map(String);
  const value = (name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
  const show = (part, isShown) => form.querySelectorAll(`[data-part="${part}"]`).forEach((each) => (each.hidden = !isShown));

  const resting = () => {
    const dealer = value("dealer");
    if (size < 4 || dealer === "") return [];
    const beside = value("resting") || String((Number(dealer) + 4) % 5);
    return size === "5" ? [dealer, beside] : [dealer];
  };
  const isUnasked = (game) => (game === "10" && ten !== "asked") || (game === "6" && value("trump") === "S" && stalingrad);
  const whoTells = (game, declarer, defenders) => {
    const active = seats.filter((seat) => !resting().includes(seat));
    if (game === "raspasy") return takesTalon ? seats : active;
    if (game === "misere" || size === "2") return [declarer];
    if (isUnasked(game)) return game === "10" && ten === "alone" ? [declarer] : active;
    const whisters = [...defenders, ...resting()].filter((seat) => value(`answer-${seat}`) === "whist").length;
    const all = whisters + form.querySelectorAll("[name=back]:checked").length;
    return [[], [declarer]][all] ?? active;
  };
  const draw = () => {
    const game = value("game");
    const declarer = value("declarer");
    const isContract = /^\d/.test(game);
    const isAsked = isContract && !isUnasked(game);
    const defenders = seats.filter((seat) => seat !== declarer && !resting().includes(seat));
    const allPass = defenders.every((seat) => value(`answer-${seat}`) === "pass");
    const tellers = game.startsWith("concession") || !game ? [] : whoTells(game, declarer, defenders);
    show("contract", isContract || !game);
    show("declarer", game !== "raspasy");
    show("answers", isAsked);
    show("back", isAsked && form.querySelector("[value=half]:checked"));
    show("tricks", tellers.length);
    for (const seat of seats) {
      const mayWhist = dealerWhists && allPass && seat === value("dealer");
      show(`answer-${seat}`, defenders.includes(seat) || mayWhist);
      show(`tricks-${seat}`, tellers.includes(seat));
    }
  };
  form.addEventListener("change", draw);
  addEventListener("pageshow", draw); // Back brings choices too
  draw();
})();
