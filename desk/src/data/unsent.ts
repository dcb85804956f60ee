import { isSignedOut, isTemporary, request, ServerError } from "../api/server.ts";
import { endSession, isSignedIn } from "../api/session.ts";
import { showToast } from "../page/toasts.ts";
import type { Unsent } from "../rules/log.ts";
import {
  getState,
  receiveLog,
  refreshUnsent,
  removeLeads,
  removeUnsent,
  storeUnsent,
} from "./store.ts";

// Sends events in order. The browser's tabs take turns, because all of them read the same records. While nobody
// sees the desk, the service worker sends them.

const MAX_PAUSE_MS = 60_000;

let isSending = false;
let failures = 0;
let pausedUntil = 0;

/** Sends the unsent events, unless this or another tab is doing so. */
export async function sendUnsent(): Promise<void> {
  const mustWait = isSending || Date.now() < pausedUntil;
  if (mustWait || !isSignedIn() || getState().unsent.length === 0) return;
  isSending = true;
  const inTurn = async (lock: Lock | null) => lock && sendAll();
  // Without HTTPS there are no locks. Then two tabs may send an event, which the server records once.
  const sent = navigator.locks?.request("desk-send", { ifAvailable: true }, inTurn) ?? sendAll();
  await sent.finally(() => {
    isSending = false;
  });
}

/** Background Sync, which Chromium has. */
type Worker = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** Lets the service worker send what is unsent when the desk is left, or counts it on the desk's icon. */
export function followVisibility() {
  document.addEventListener("visibilitychange", async () => {
    const count = document.hidden ? getState().unsent.length : 0;
    const worker: Worker | undefined = await navigator.serviceWorker?.getRegistration();
    const sync = count > 0 ? worker?.sync : undefined;
    // The browser may refuse either.
    await (sync?.register("desk-send") ?? navigator.setAppBadge?.(count))?.catch(() => {});
  });
}

async function sendAll(): Promise<void> {
  /** the leads whose events must wait: a caller must be entered before the other events */
  const blocked = new Set<string>();
  let isFailing = false;
  for (;;) {
    const all = await refreshUnsent();
    for (const { refusal, enter, leadId } of all) if (refusal && enter) blocked.add(leadId);
    const unsent = all.find(({ leadId, refusal }) => !refusal && !blocked.has(leadId));
    if (!unsent) break;
    try {
      await send(unsent);
      failures = 0;
    } catch (error) {
      if (isSignedOut(error)) return endSession();
      // The next event would not reach the server either.
      if (!(error instanceof ServerError)) return pause();
      if (isTemporary(error)) {
        blocked.add(unsent.leadId);
        isFailing = true;
      } else {
        await refuse(unsent, error);
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

/** Reports that the server refused an event, and stores why. The events of an erased lead are removed. */
async function refuse(unsent: Unsent, { message, status }: ServerError) {
  const { leadId, enter } = unsent;
  const name = getState().leads.get(leadId)?.name || enter?.name || enter?.phone || "A lead";
  const text = `${name}: not ${enter ? "entered" : "recorded"}. ${message}`;
  showToast({ kind: "problem", about: leadId, text });
  if (enter || status !== 404) return storeUnsent({ ...unsent, refusal: message });
  removeLeads([leadId]);
  await removeUnsent([unsent]);
}
