import { isSignedOut, isTemporary, ServerError } from "../api/server.ts";
import { endSession, isSignedIn } from "../api/session.ts";
import { applyChange, type Change, isUnsent } from "../rules/change.ts";
import { type Decisions, decisionsOf, isSameTime } from "../rules/next.ts";
import { theirsInWords } from "../words/change.ts";
import { readDraft, removeDraft } from "./draft.ts";
import { type Outcome, sendChange } from "./send-change.ts";
import {
  getState,
  receiveLeads,
  refreshChanges,
  removeChange,
  removeLeads,
  storeChanges,
} from "./store.ts";
import { showToast } from "./toasts.ts";

// Sends changes in the order in which they were made. Tabs of the browser take turns: all of them read the
// same records.

const MAX_PAUSE_MS = 60_000;

let failures = 0;
let pausedUntil = 0;

/** Sends the unsent changes, unless another tab is doing so. */
export async function sendUnsent(): Promise<void> {
  if (!isSignedIn() || Date.now() < pausedUntil || !getState().changes.some(isUnsent)) return;
  await navigator.locks.request("desk-send", { ifAvailable: true }, async (lock) => {
    if (lock) await sendAll();
  });
}

async function sendAll(): Promise<void> {
  /** the leads whose changes wait: a later change must not be sent before an earlier one */
  const blocked = new Set<string>();
  let isFailing = false;
  for (;;) {
    const changes = await refreshChanges();
    // Changes to a caller whom the server refused wait for the correction.
    for (const { refusal, leadId } of changes) if (refusal) blocked.add(leadId);
    const change = changes.find((next) => isUnsent(next) && !blocked.has(next.leadId));
    if (!change) break;
    try {
      await sendOne(change, changes);
      failures = 0;
    } catch (error) {
      if (isSignedOut(error)) return endSession();
      // The next one would not reach the server either.
      if (!(error instanceof ServerError)) return pause();
      if (isTemporary(error)) {
        blocked.add(change.leadId);
        isFailing = true;
      } else {
        await removeRefused(change, error);
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

async function sendOne(change: Change, changes: readonly Change[]): Promise<void> {
  const undone = changes.find(({ id }) => id === change.undoes);
  if (undone?.theirs) {
    // The server never had it.
    await removeChange(undone);
    return removeChange(change);
  }
  const newest = getState().leads.get(change.leadId);
  const outcome = await sendChange(change, newest);
  const { lead, withheld } = outcome;
  if (readDraft(lead.id)?.text === change.set?.note) removeDraft(lead.id);
  if (Object.keys(withheld).length > 0) return recordConflict(change, outcome);
  if (newest) await rebaseLaterChanges(change, applyChange(newest, change), lead);
  await removeChange(change, lead);
  if (change.set?.note && lead.note !== change.set.note) {
    const text = `Somebody else wrote in the note on ${lead.name} too: both texts are kept.`;
    showToast({ kind: "problem", about: lead.id, text });
  }
}

/**
 * Rebases the later changes to a lead. They were made to the lead as this phone expected it; if the server
 * made something else of it, such as another time of a verdict, that is no conflict.
 */
async function rebaseLaterChanges(
  sent: Change,
  expected: Decisions,
  actual: Decisions,
): Promise<void> {
  const { nextAt } = expected;
  if (isSameTime(actual.nextAt, nextAt)) return;
  const rebased = (await refreshChanges())
    .filter(
      ({ leadId, id, seen }) => leadId === sent.leadId && id > sent.id && seen.nextAt === nextAt,
    )
    .map((change) => ({ ...change, seen: { ...change.seen, nextAt: actual.nextAt } }));
  if (rebased.length > 0) await storeChanges(rebased);
}

/** Stores the withheld settings as a conflict, and shows what somebody else set. */
async function recordConflict(change: Change, { lead, withheld }: Outcome): Promise<void> {
  const { verdict, id } = change;
  const conflict: Change = { ...change, theirs: decisionsOf(lead) };
  if (!verdict) conflict.set = withheld;
  receiveLeads([lead]);
  await storeChanges([conflict]);
  showToast({
    kind: "problem",
    about: lead.id,
    text: `${lead.name}: ${theirsInWords(withheld, lead)}`,
    action: { label: "Set it anyway", run: () => void setAnyway(id) },
  });
}

/** Sends the withheld settings in place of what somebody else set. */
export async function setAnyway(id: string): Promise<void> {
  const conflict = getState().changes.find((change) => change.id === id);
  if (!conflict?.theirs) return;
  const { theirs, undoes: _, ...change } = conflict;
  const seen = decisionsOf(getState().leads.get(change.leadId) ?? theirs);
  await storeChanges([{ ...change, seen }]);
  await sendUnsent();
}

/** Reports and removes a change that the server refused. A caller stays, to be corrected. */
async function removeRefused(change: Change, error: ServerError): Promise<void> {
  const { name, leadId, enter } = change;
  const { message, field, status } = error;
  const text = `${name}: not ${enter ? "accepted" : "changed"}. ${message}`;
  showToast({ kind: "problem", about: leadId, text });
  if (enter) return storeChanges([{ ...change, refusal: { error: message, field } }]);
  if (status === 404) removeLeads([leadId]);
  await removeChange(change);
}
