import { request } from "./api/server.ts";
import { beginSession, isSignedIn, onSessionChange, person } from "./api/session.ts";
import { phoneStorage } from "./api/storage.ts";

// The sign-in page, which is shown instead of the desk. Its steps are in index.html and need no React, so that
// the page shows immediately.

function find<Kind extends HTMLElement>(selector: string): Kind {
  const element = document.querySelector<Kind>(selector);
  if (!element) throw new Error(`index.html has no ${selector}`);
  return element;
}

type Failure = "not-loaded" | "broken";
type SignInStep = "ask" | "asked" | "token" | Failure;

const form = (step: SignInStep) => find<HTMLFormElement>(`[data-step="${step}"]`);
const code = find<HTMLInputElement>("#code");
const email = find<HTMLInputElement>("#email");
const newLink = find<HTMLAnchorElement>('[data-step="token"] a');

/** The storage key of the requested email. An iPhone may reload the app while the person reads the code. */
const REQUEST_KEY = "desk:request";

const CODE_VALIDITY_MS = 15 * 60_000;

type MailRequest = { request: string; email: string; at: number };

function storedRequest(): MailRequest | undefined {
  const stored: MailRequest | null = JSON.parse(phoneStorage.get(REQUEST_KEY) ?? "null");
  return stored && Date.now() - stored.at < CODE_VALIDITY_MS ? stored : undefined;
}

/** The requested email whose code can be typed. */
let asked = storedRequest();
/** The reason why the desk is not shown: its files were not loaded, or it crashed. */
let failureStep: Failure | undefined;

function currentStep(): SignInStep | undefined {
  if (location.hash.startsWith("#sign-in=")) return "token";
  if (!isSignedIn()) return asked ? "asked" : "ask";
  return failureStep;
}

function update() {
  const step = currentStep();
  const door = find("#door");
  for (const each of door.querySelectorAll("form")) each.hidden = each.dataset.step !== step;
  door.hidden = step === undefined;
  find("#desk").hidden = !door.hidden;
  if (asked) find("#sent strong").textContent = asked.email;
}

/** Shows why the desk is not shown, and a button that reloads it. */
export function showFailure(reason: Failure) {
  failureStep = reason;
  update();
}

/** Sends a form when it is submitted, one request at a time, and shows in the form why a request failed. */
function onSubmit(step: SignInStep, send: () => Promise<void>) {
  const button = form(step).querySelector<HTMLButtonElement>('[type="submit"]');
  const failure = form(step).querySelector('[role="alert"]');
  form(step).addEventListener("submit", async (event) => {
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

onSubmit("ask", async () => {
  const body = { email: email.value };
  const { request: id } = await request("post", "/links", { body });
  setRequest({ request: id, ...body, at: Date.now() });
  code.focus();
});

onSubmit("asked", async () => {
  if (!asked) return;
  const body = { request: asked.request, code: code.value.replace(/\D/g, "") };
  const session = await request("post", "/session", { body });
  phoneStorage.remove(REQUEST_KEY);
  beginSession(session);
});

find('[data-step="asked"] [type="button"]').addEventListener("click", () => {
  setRequest(undefined);
  email.focus();
});

function setRequest(request: MailRequest | undefined) {
  asked = request;
  code.value = "";
  if (request) phoneStorage.set(REQUEST_KEY, JSON.stringify(request));
  else phoneStorage.remove(REQUEST_KEY);
  update();
}

// An email's link opens this step. Only the button uses up the token: mail scanners follow links, but press no
// buttons.
onSubmit("token", async () => {
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

if (!navigator.cookieEnabled) {
  find("#ended").textContent =
    "This browser refuses cookies, so nobody can sign in. Allow them in its settings, and reload.";
}

addEventListener("hashchange", update);
onSessionChange(update);
update();
