import { isSignedOut, isTemporary, request, ServerError } from "../api/server.ts";
import { endSession, isSignedIn } from "../api/session.ts";
import type { Unsent } from "../rules/log.ts";
import { CALLER, readDraft, storeDraft } from "./draft.ts";
import { getState, receiveLog, refreshUnsent, removeLeads, removeUnsent } from "./store.ts";
import { showToast } from "./toasts.ts";

// Sends events in order. The browser's tabs take turns, because all of them read the same records.

const MAX_PAUSE_MS = 60_000;

let failures = 0;
let pausedUntil = 0;

/** Sends the unsent events, unless another tab is doing so. */
export async function sendUnsent(): Promise<void> {
  if (!isSignedIn() || Date.now() < pausedUntil || getState().unsent.length === 0) return;
  await navigator.locks.request("desk-send", { ifAvailable: true }, async (lock) => {
    if (lock) await sendAll();
  });
}

async function sendAll(): Promise<void> {
  /** the leads whose events must wait: a caller must be entered before the other events */
  const blocked = new Set<string>();
  let isFailing = false;
  for (;;) {
    const unsent = (await refreshUnsent()).find(({ leadId }) => !blocked.has(leadId));
    if (!unsent) break;
    try {
      await send(unsent);
      failures = 0;
    } catch (error) {
      if (isSignedOut(error)) return endSession();
      // The next event would not reach the server either.
      if (!(error instanceof ServerError)) return pause();
      // The form has room for one caller. Another refused caller stays unsent.
      if (isTemporary(error) || (unsent.enter && readDraft(CALLER))) {
        blocked.add(unsent.leadId);
        isFailing = true;
      } else {
        await removeRefused(unsent, error);
      }
    }
  }
  if (isFailing) pause();
}

function pause() {
  failures += 1;
  pausedUntil = Date.now() + Math.min(MAX_PAUSE_MS, 1000 * 2 ** failures);
}

/** Ends the pause: the server is reachable again. */
export function resumeSending() {
  pausedUntil = 0;
}

async function send(unsent: Unsent): Promise<void> {
  const { enter, leadId, event } = unsent;
  if (enter) return removeUnsent([unsent], await request("post", "/leads", { body: enter }));
  const path = { id: leadId };
  const answer = await request("post", "/leads/{id}/events", { path, body: event });
  receiveLog(answer);
  await removeUnsent([unsent], answer.lead);
}

/** Reports and removes an event that the server refused. Puts a refused caller, with notes, back into the form. */
async function removeRefused(refused: Unsent, { message, status }: ServerError) {
  const { leadId, enter } = refused;
  const { leads, unsent } = getState();
  const name = leads.get(leadId)?.name || enter?.name || enter?.phone || "A lead";
  const result = enter ? "not entered, and back in the form" : "not recorded";
  showToast({ kind: "problem", about: leadId, text: `${name}: ${result}. ${message}` });
  if (status === 404) removeLeads([leadId]);
  if (!enter) return removeUnsent([refused]);
  const ofCaller = unsent.filter((other) => other.leadId === leadId);
  const notes = ofCaller.flatMap(({ event }) => (event.kind === "noted" ? [event.text] : []));
  const details = [enter.details, ...notes].join("\n");
  storeDraft(CALLER, JSON.stringify({ ...enter, details }));
  await removeUnsent(ofCaller);
}
