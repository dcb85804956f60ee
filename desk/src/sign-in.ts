import { request } from "./data/server.ts";
import { beginSession, isSignedIn, onSessionChange, person } from "./data/session.ts";

// The sign-in page. Its steps are in index.html, without React, so that it is there at once.

function find<Found extends HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`index.html has no ${selector}`);
  return found;
}

type Step = "ask" | "asked" | "token" | "not-loaded";

const form = (step: Step) => find<HTMLFormElement>(`[data-step="${step}"]`);
const [ask, asked, token] = [form("ask"), form("asked"), form("token")];
const email = find<HTMLInputElement>("#email");
const newLink = find<HTMLAnchorElement>('[data-step="token"] a');

/** Whether a link was asked for. */
let isAsked = false;
/** Whether the files of the desk did not arrive. */
let isMissing = false;

function currentStep(): Step | undefined {
  if (location.hash.startsWith("#sign-in=")) return "token";
  if (!isSignedIn()) return isAsked ? "asked" : "ask";
  return isMissing ? "not-loaded" : undefined;
}

function update() {
  const step = currentStep();
  for (const each of document.forms) each.hidden = each.dataset.step !== step;
  find(".door").hidden = step === undefined;
}

/** Says that the desk's files did not arrive, and offers to load them again. */
export function showNotLoaded() {
  isMissing = true;
  update();
}

/** Does what a form asks for, unless it is being done, and says in the form why it failed. */
function onSubmit(of: HTMLFormElement, send: () => Promise<void>) {
  const button = of.querySelector("button");
  const failure = of.querySelector('[role="alert"]');
  of.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!button || !failure) return;
    button.disabled = true;
    failure.textContent = "";
    await send().catch((error: Error) => {
      failure.textContent = error.message;
    });
    button.disabled = false;
  });
}

email.value = person ?? "";

onSubmit(ask, async () => {
  await request("post", "/links", { body: { email: email.value } });
  isAsked = true;
  find('[data-step="asked"] strong').textContent = email.value;
  update();
  find('[data-step="asked"] h1').focus();
});

asked.addEventListener("submit", (event) => {
  event.preventDefault();
  isAsked = false;
  update();
  email.focus();
});

// What a link of a mail opens. The token is used up by the button alone: programs that look into mails
// follow links, and press nothing.
onSubmit(token, async () => {
  newLink.hidden = true;
  try {
    const token = location.hash.slice("#sign-in=".length);
    beginSession(await request("post", "/session", { body: { token } }));
  } catch (error) {
    newLink.hidden = false;
    throw error;
  }
});

form("not-loaded").addEventListener("submit", (event) => {
  event.preventDefault();
  location.reload();
});

addEventListener("hashchange", update);
onSessionChange(update);
update();
