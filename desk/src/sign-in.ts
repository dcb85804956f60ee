import { request } from "./api/server.ts";
import { beginSession, isSignedIn, onSessionChange, person } from "./api/session.ts";

// The sign-in page. Its steps are in index.html, without React, so that it is there at once.

function find<Found extends HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`index.html has no ${selector}`);
  return found;
}

type Failure = "not-loaded" | "broken";
type Step = "ask" | "asked" | "token" | Failure;

const form = (step: Step) => find<HTMLFormElement>(`[data-step="${step}"]`);
const code = find<HTMLInputElement>("#code");
const email = find<HTMLInputElement>("#email");
const newLink = find<HTMLAnchorElement>('[data-step="token"] a');

/**
 * Where a request for a mail is kept: the code is typed where it was asked for, and an iPhone may load a
 * home-screen app anew when somebody comes back from their mail.
 */
const REQUEST = "desk:request";

/** How long a code is good. */
const REQUEST_MS = 15 * 60_000;

interface MailRequest {
  request: string;
  email: string;
  at: number;
}

function askedRequest(): MailRequest | undefined {
  const asked: MailRequest | null = JSON.parse(localStorage.getItem(REQUEST) ?? "null");
  return asked && Date.now() - asked.at < REQUEST_MS ? asked : undefined;
}

/** The request for a mail whose code may be typed. */
let asked = askedRequest();
/** Why the desk is not there: its files did not arrive, or it broke. */
let failureStep: Failure | undefined;

function currentStep(): Step | undefined {
  if (location.hash.startsWith("#sign-in=")) return "token";
  if (!isSignedIn()) return asked ? "asked" : "ask";
  return failureStep;
}

function update() {
  const step = currentStep();
  const door = find("#door");
  for (const each of door.querySelectorAll("form")) each.hidden = each.dataset.step !== step;
  door.hidden = step === undefined;
  if (asked) find("#sent strong").textContent = asked.email;
}

/** Says why the desk is not there, and offers to load it again. */
export function showFailure(reason: Failure) {
  failureStep = reason;
  update();
}

/** Does what a form asks for, unless it is being done, and says in the form why it failed. */
function onSubmit(of: HTMLFormElement, send: () => Promise<void>) {
  const button = of.querySelector<HTMLButtonElement>('[type="submit"]');
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

onSubmit(form("ask"), async () => {
  const body = { email: email.value };
  const { request: id } = await request("post", "/links", { body });
  remember({ request: id, ...body, at: Date.now() });
  code.focus();
});

onSubmit(form("asked"), async () => {
  if (!asked) return;
  const body = { request: asked.request, code: code.value.replace(/\D/g, "") };
  const session = await request("post", "/session", { body });
  localStorage.removeItem(REQUEST);
  beginSession(session);
});

find('[data-step="asked"] [type="button"]').addEventListener("click", () => {
  remember(undefined);
  email.focus();
});

function remember(request: MailRequest | undefined) {
  asked = request;
  code.value = "";
  if (request) localStorage.setItem(REQUEST, JSON.stringify(request));
  else localStorage.removeItem(REQUEST);
  update();
}

// What a link of a mail opens. The token is used up by the button alone: programs that look into mails
// follow links, and press nothing.
onSubmit(form("token"), async () => {
  newLink.hidden = true;
  try {
    const token = location.hash.slice("#sign-in=".length);
    beginSession(await request("post", "/session", { body: { token } }));
  } catch (error) {
    newLink.hidden = false;
    throw error;
  }
});

for (const step of ["not-loaded", "broken"] as const) {
  form(step).addEventListener("submit", (event) => {
    event.preventDefault();
    location.reload();
  });
}

addEventListener("hashchange", update);
onSessionChange(update);
update();
