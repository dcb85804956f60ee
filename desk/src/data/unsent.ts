import { isSignedOut, isTemporary, ServerError, type Verdict } from "../api/server.ts";
import { endSession, isSignedIn } from "../api/session.ts";
import { type Change, isUnsent, type Outcome, sendChange, withChange } from "../rules/change.ts";
import { momentInWords } from "../rules/clock.ts";
import { type Decisions, decisionsOf, type Settings } from "../rules/next.ts";
import { STATUSES } from "../rules/status.ts";
import { readDraft, removeDraft } from "./draft.ts";
import {
  forgetLeads,
  keepChanges,
  known,
  receiveLeads,
  refreshChanges,
  removeChange,
} from "./store.ts";
import { showToast } from "./toasts.ts";

// Sends what people did, in the order in which they did it. Tabs of the browser take turns: all of them
// see the same records.

/** The longest pause after changes that could not be sent. */
const MAX_PAUSE_MS = 60_000;

let failures = 0;
let pausedUntil = 0;

/** Sends what is unsent, unless another tab is at it. */
export async function sendUnsent(): Promise<void> {
  if (!isSignedIn() || Date.now() < pausedUntil || !known().changes.some(isUnsent)) return;
  // A browser has no locks on a page without TLS.
  if (!navigator.locks) return sendAll();
  await navigator.locks.request("desk-send", { ifAvailable: true }, async (lock) => {
    if (lock) await sendAll();
  });
}

async function sendAll(): Promise<void> {
  /** leads of which nothing is sent for now: what was done later must not come first */
  const stuck = new Set<string>();
  let isFailing = false;
  for (;;) {
    const changes = await refreshChanges();
    // What was done to a caller whom the server has refused waits for the correction.
    for (const { refusal, leadId } of changes) if (refusal) stuck.add(leadId);
    const change = changes.find((it) => isUnsent(it) && !stuck.has(it.leadId));
    if (!change) break;
    try {
      await sendOne(change, changes);
      failures = 0;
    } catch (error) {
      if (isSignedOut(error)) return endSession();
      // Neither would the next one reach the server.
      if (!(error instanceof ServerError)) return pause();
      if (isTemporary(error)) {
        stuck.add(change.leadId);
        isFailing = true;
      } else {
        await refuse(change, error);
      }
    }
  }
  if (isFailing) pause();
}

function pause() {
  failures += 1;
  pausedUntil = Date.now() + Math.min(MAX_PAUSE_MS, 1000 * 2 ** failures);
}

/** The server is reached again: what could not be sent is tried at once. */
export function endPause() {
  pausedUntil = 0;
}

async function sendOne(change: Change, changes: readonly Change[]): Promise<void> {
  const undone = changes.find(({ id }) => id === change.undoes);
  if (undone?.theirs) {
    // It was never made.
    await removeChange(undone);
    return removeChange(change);
  }
  const newest = known().leads.get(change.leadId);
  const outcome = await sendChange(change, newest);
  const { lead, withheld } = outcome;
  if (readDraft(lead.id)?.text === change.set?.note) removeDraft(lead.id);
  if (Object.keys(withheld).length > 0) return keepConflict(change, outcome);
  if (newest) await expectOutcome(change, withChange(newest, change), lead);
  await removeChange(change, lead);
  if (change.set?.note && lead.note !== change.set.note) {
    showToast({
      kind: "problem",
      about: lead.id,
      text: `Somebody else wrote in the note on ${lead.name} too: both texts are kept.`,
    });
  }
}

/**
 * What a person did next was done to the lead as it was expected here. Where the server has made
 * something else of it, such as another time of a verdict, that is no decision of somebody else.
 */
async function expectOutcome(sent: Change, expected: Decisions, actual: Decisions): Promise<void> {
  const later = (await refreshChanges()).filter(
    ({ leadId, id }) => leadId === sent.leadId && id > sent.id,
  );
  const { nextAt } = expected;
  const rebased = later
    .filter(({ seen }) => seen.nextAt === nextAt && actual.nextAt !== nextAt)
    .map((change) => ({ ...change, seen: { ...change.seen, nextAt: actual.nextAt } }));
  if (rebased.length > 0) await keepChanges(rebased);
}

/** Keeps what was not set, to be set anyway or not, and says what somebody else has decided. */
async function keepConflict(change: Change, { lead, withheld }: Outcome): Promise<void> {
  const { verdict, id } = change;
  const conflict: Change = { ...change, theirs: decisionsOf(lead) };
  if (!verdict) conflict.set = withheld;
  receiveLeads([lead]);
  await keepChanges([conflict]);
  showToast({
    kind: "problem",
    about: lead.id,
    text: `${lead.name}: ${theirsInWords(withheld, lead)}`,
    action: { label: "Set it anyway", run: () => void setAnyway(id) },
  });
}

/** What somebody else has set in place of what was to be set here. */
function theirsInWords(withheld: Settings, theirs: Decisions): string {
  if (withheld.status) {
    return `somebody else has set “${STATUSES[theirs.status]}” meanwhile. It stays.`;
  }
  if (withheld.takenBy !== undefined) {
    return theirs.takenBy ? `${theirs.takenBy} has it by now.` : "it was given back meanwhile.";
  }
  return "somebody else has changed what is next. It stays.";
}

/** What both have set, where somebody else has decided otherwise, in sentences. */
export function conflictInWords({ set = {}, verdict, theirs }: Change): string {
  if (!theirs) return "";
  const other = theirsInWords(verdict ? { status: theirs.status } : set, theirs);
  return `You had set: ${mineInWords(set, verdict)}. But ${other}`;
}

function mineInWords({ status, takenBy, nextAt, visitAt }: Settings, verdict?: Verdict): string {
  if (verdict) return verdict === "spam" ? "spam" : "a customer";
  if (status) return STATUSES[status];
  if (takenBy !== undefined) return takenBy ? "you have it" : "nobody has it";
  if (visitAt) return `a visit, ${momentInWords(visitAt)}`;
  return nextAt ? `again ${momentInWords(nextAt)}` : "done";
}

/** Sets what was withheld, in place of what somebody else has decided. */
export async function setAnyway(id: string): Promise<void> {
  const conflict = known().changes.find((change) => change.id === id);
  if (!conflict?.theirs) return;
  const { theirs, undoes: _, ...change } = conflict;
  const seen = decisionsOf(known().leads.get(change.leadId) ?? theirs);
  await keepChanges([{ ...change, seen }]);
  await sendUnsent();
}

/** The server does not want a change. Where that is a caller, what was typed stays. */
async function refuse(change: Change, error: ServerError): Promise<void> {
  const { name, leadId, enter } = change;
  const { message, field, status } = error;
  showToast({
    kind: "problem",
    about: leadId,
    text: `${name}: not ${enter ? "accepted" : "changed"}. ${message}`,
  });
  if (enter) return keepChanges([{ ...change, refusal: { error: message, field } }]);
  if (status === 404) forgetLeads([leadId]);
  await removeChange(change);
}
