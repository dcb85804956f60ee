import { type Entry, type Lead, request, ServerError, type Verdict } from "../api/server.ts";
import { type Decisions, isSameTime, lateAt, type Settings, settingsOfVerdict } from "./next.ts";

/** What a person did. It may wait on the phone for days before the server has it. */
export interface Change {
  /** begins with the time: changes are sent in the order of their ids */
  id: string;
  /** the address of who did it */
  who: string;
  at: string;
  leadId: string;
  /** the lead's name, for sentences */
  name: string;
  /** what the person saw of what is decided about the lead */
  seen: Decisions;
  set?: Settings;
  verdict?: Verdict;
  /** the caller who becomes the lead */
  enter?: Entry;
  /** the id of the change that this one undoes */
  undoes?: string;
  /** what somebody else has decided otherwise meanwhile: this change is not sent */
  theirs?: Decisions;
  /** why the server refused the caller: this change is not sent */
  refusal?: Refusal;
}

/** Why the server did not accept a caller. */
export interface Refusal {
  /** a sentence for people */
  error: string;
  /** the field that it is about: name, phone, email, address, details */
  field?: string;
}

/** Whether a change is still to be sent. */
export const isUnsent = ({ theirs, refusal }: Change): boolean => !theirs && !refusal;

/**
 * The note after a change. Where somebody else wrote in it since `seen`, both texts are kept: theirs,
 * then this one.
 */
export function mergeNotes(theirs: string, seen: string, mine: string): string {
  const isSaved = theirs === mine || theirs.endsWith(`\n\n${mine}`);
  if (theirs === seen || theirs === "") return mine;
  return isSaved || mine === "" ? theirs : `${theirs}\n\n${mine}`;
}

/** The calls of two people, without those that one of them has undone since `seen`. */
export function mergeCalls(theirs: string[], seen: string[], mine: string[]): string[] {
  const known = (calls: string[], call: string) => calls.some((it) => isSameTime(it, call));
  const kept = theirs.filter((call) => known(mine, call) || !known(seen, call));
  const made = mine.filter((call) => !known(seen, call) && !known(kept, call));
  return [...kept, ...made].sort();
}

type Key = Exclude<keyof Decisions, "note" | "calls">;

const isSame = (key: Key, one: Settings[Key], other: Settings[Key]) =>
  key === "nextAt" || key === "visitAt"
    ? isSameTime(one as string | null, other as string | null)
    : one === other;

/**
 * A change as it can be made to a lead that others may have changed since. Notes and calls of both are
 * kept. What somebody else has decided otherwise stays as it is, and with a status all that hangs on it.
 */
export function rebase({ seen, set, verdict, at }: Change, lead: Decisions) {
  const all: Settings = verdict ? settingsOfVerdict(verdict, new Date(at)) : { ...set };
  const { note, calls, ...decided } = all;
  const keys = Object.keys(decided) as (keyof typeof decided)[];
  const touched = keys.filter(
    (key) => !isSame(key, lead[key], seen[key]) && !isSame(key, lead[key], decided[key]),
  );
  const isStatusTouched = touched.includes("status") || touched.includes("suspect");
  const without = verdict && !isStatusTouched ? [] : isStatusTouched ? keys : touched;
  const part = (isWithheld: boolean): Settings =>
    Object.fromEntries(
      keys.filter((key) => without.includes(key) === isWithheld).map((key) => [key, decided[key]]),
    );
  return {
    set: {
      ...part(false),
      ...(note !== undefined && { note: mergeNotes(lead.note, seen.note, note) }),
      ...(calls && { calls: mergeCalls(lead.calls, seen.calls, calls) }),
    },
    /** what is not set */
    withheld: part(true),
  };
}

/** Whether a lead is as a change would make it: its answer may have been lost. */
const isMade = ({ note, calls, ...decided }: Settings, lead: Decisions): boolean =>
  (note ?? lead.note) === lead.note &&
  (calls ?? lead.calls).length === lead.calls.length &&
  (Object.keys(decided) as Key[]).every((key) => isSame(key, lead[key], decided[key]));

/** The lead as it will be when the server has the change. */
export function withChange(lead: Lead, change: Change): Lead {
  const changed = { ...lead, ...rebase(change, lead).set };
  const late = lateAt(changed);
  return { ...changed, lateAt: Number.isFinite(late) ? new Date(late).toISOString() : null };
}

/** A lead that somebody has entered, until the server has it. */
export function enteredLead({ enter, leadId, at, seen }: Change): Lead | undefined {
  if (!enter) return undefined;
  const { name, phone, email = null, address = null, details, urgency = null } = enter;
  const lead: Lead = {
    ...seen,
    ...{ id: leadId, createdAt: at, source: "call", version: -1 },
    ...{ name, phone, email, address, details, urgency, urgencyLabel: null, service: null },
    ...{ emergency: urgency === "emergency", town: null, city: null, state: null },
    ...{ shortened: false, answeredAt: at, changedAt: null, lateAt: null, signals: [], mail: null },
    ...{ photos: [], contacts: [], call: null },
  };
  return lead;
}

/** What becomes of a change that was sent. */
export interface Outcome {
  lead: Lead;
  /** what was not set, because somebody else has decided it otherwise */
  withheld: Settings;
}

/**
 * Sends a change. Where the lead has changed since, the change is made to the lead as it is now.
 *
 * @param newest the newest version of the lead that is known here, if it is
 * @throws ServerError where the server does not want it
 */
export async function sendChange(change: Change, newest: Lead | undefined): Promise<Outcome> {
  const { enter, leadId, verdict, who } = change;
  const path = { id: leadId };
  if (enter) return { lead: await request("post", "/leads", { body: enter }), withheld: {} };
  const current = newest ?? (await request("get", "/leads/{id}", { path })).lead;
  const { set, withheld } = rebase(change, current);
  if (isMade(set, current)) return { lead: current, withheld };
  const { version } = current;
  const { takenBy, suspect: _decidedByVerdict, ...fields } = set;
  const body = { version, ...fields, ...(takenBy !== undefined && { takenBy: takenBy === who }) };
  try {
    const lead = verdict
      ? await request("post", "/leads/{id}/verdict", { path, body: { version, verdict } })
      : await request("patch", "/leads/{id}", { path, body });
    return { lead, withheld };
  } catch (error) {
    const lead = error instanceof ServerError && error.lead;
    if (lead && lead.version !== version) return sendChange(change, lead);
    throw error;
  }
}

/** The change without what the lead's visitor wrote: what was typed here can be sent without it. */
export const withoutVisitor = (change: Change): Change =>
  change.enter ? change : { ...change, name: "A lead" };

/** What sets what was before a change. */
export function undoing({ id, seen, set, verdict, at }: Change): Partial<Change> {
  const after = { ...seen, ...set, ...(verdict && settingsOfVerdict(verdict, new Date(at))) };
  const undo = { undoes: id, seen: after };
  if (verdict && seen.status === "spam") return { ...undo, verdict: "spam" };
  if (verdict && seen.suspect) return { ...undo, verdict: "unsure" };
  const changed = verdict ? { status: seen.status, nextAt: seen.nextAt } : { ...set };
  const keys = Object.keys(changed) as (keyof Decisions)[];
  return { ...undo, set: Object.fromEntries(keys.map((key) => [key, seen[key]])) };
}
