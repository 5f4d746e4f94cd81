// Passkeys: a form that asks the phone for one before it goes. Without them the form says so, or is not shown.
(() => {
  const SENT = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const toBytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const toText = (buffer) => {
    const letters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
    return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };
  const withBytes = (list = []) => list.map((known) => ({ ...known, id: toBytes(known.id) }));
  const asData = ({ id, rawId, type, response, ...credential }) => ({
    id,
    rawId: toText(rawId),
    type,
    response: Object.fromEntries(SENT.filter((name) => response[name]).map((name) => [name, toText(response[name])])),
    clientExtensionResults: credential.clientExtensionResults,
  });

  const make = async (form) => {
    const { publicKey } = JSON.parse(document.getElementById(form.dataset.options).textContent);
    return navigator.credentials.create({
      publicKey: {
        ...publicKey,
        challenge: toBytes(publicKey.challenge),
        user: { ...publicKey.user, id: toBytes(publicKey.user.id) },
        excludeCredentials: withBytes(publicKey.excludeCredentials),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      },
    });
  };
  const find = async (form) => {
    const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.statusText);
    const { publicKey } = (await answer.json()).request_options;
    return navigator.credentials.get({
      publicKey: {
        ...publicKey,
        challenge: toBytes(publicKey.challenge),
        allowCredentials: withBytes(publicKey.allowCredentials),
      },
    });
  };

  const send = async (form) => {
    const trouble = form.querySelector("[data-trouble]");
    trouble.hidden = true;
    try {
      const credential = await (form.dataset.passkey === "add" ? make : find)(form);
      const { id, rawId, type, response } = credential;
      const clientExtensionResults = credential.getClientExtensionResults();
      form.elements.credential.value = JSON.stringify(asData({ id, rawId, type, response, clientExtensionResults }));
      form.submit();
    } catch {
      trouble.textContent = trouble.dataset.trouble;
      trouble.hidden = false;
    }
  };
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-passkey]")) return;
    event.preventDefault();
    event.stopPropagation(); // nothing is sent yet
    send(event.target);
  }, true);

  if (!window.PublicKeyCredential) return;
  document.querySelectorAll("[data-passkey]").forEach((form) => {
    form.hidden = false;
    form.querySelector("[data-without-passkeys]")?.remove();
    form.querySelectorAll("button").forEach((button) => { button.disabled = false; });
  });
})();
