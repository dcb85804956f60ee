import type { EnteredLead, Lead, Verdict } from "../api/server.ts";
import { type Decisions, isSameTime, lateTime, type Settings, settingsForVerdict } from "./next.ts";

/** What a person did to a lead. It may wait on the phone for days before it is sent. */
export interface Change {
  /** starts with the time: changes are sent in the order of their ids */
  id: string;
  /** the e-mail address of the person who did it */
  who: string;
  at: string;
  leadId: string;
  /** the lead's name, for sentences */
  name: string;
  /** what the person saw */
  seen: Decisions;
  set?: Settings;
  verdict?: Verdict;
  /** the caller who becomes the lead */
  enter?: EnteredLead;
  /** the id of the change that this one undoes */
  undoes?: string;
  /** a conflict: what somebody else set in the meantime; the change is not sent */
  theirs?: Decisions;
  /** why the server refused the caller; the change is not sent */
  refusal?: Refusal;
}

/** Why the server refused a caller, in a sentence for people, and the field that it refused. */
export type Refusal = { error: string; field?: string };

/** Returns whether a change is still to be sent. */
export const isUnsent = ({ theirs, refusal }: Change): boolean => !theirs && !refusal;

/**
 * Returns the note after a change. If somebody else wrote in it since `seen`, both texts are kept: theirs,
 * then this one.
 */
export function mergeNotes(theirs: string, seen: string, mine: string): string {
  const isSaved = theirs === mine || theirs.endsWith(`\n\n${mine}`);
  if (theirs === seen || theirs === "") return mine;
  return isSaved || mine === "" ? theirs : `${theirs}\n\n${mine}`;
}

/** Returns the calls of two people, without those that one of them undid since `seen`. */
export function mergeCalls(theirs: string[], seen: string[], mine: string[]): string[] {
  const has = (calls: string[], call: string) => calls.some((other) => isSameTime(other, call));
  const kept = theirs.filter((call) => has(mine, call) || !has(seen, call));
  const made = mine.filter((call) => !has(seen, call) && !has(kept, call));
  return [...kept, ...made].sort();
}

type Key = Exclude<keyof Decisions, "note" | "calls">;

const isSame = (key: Key, one: Settings[Key], other: Settings[Key]) =>
  key === "nextAt" || key === "visitAt"
    ? isSameTime(one as string | null, other as string | null)
    : one === other;

/**
 * Splits a change to a lead that others may have changed since into what to set and what to withhold.
 * Notes and calls of both people are kept. A field that somebody else set otherwise is withheld; a status,
 * with everything that depends on it.
 */
export function rebase({ seen, set, verdict, at }: Change, lead: Decisions) {
  const all: Settings = verdict ? settingsForVerdict(verdict, new Date(at)) : { ...set };
  const { note, calls, ...decided } = all;
  const keys = Object.keys(decided) as (keyof typeof decided)[];
  const touched = keys.filter(
    (key) => !isSame(key, lead[key], seen[key]) && !isSame(key, lead[key], decided[key]),
  );
  const isStatusTouched = touched.includes("status") || touched.includes("suspect");
  const withheld = isStatusTouched ? keys : verdict ? [] : touched;
  const pick = (picked: typeof keys): Settings =>
    Object.fromEntries(picked.map((key) => [key, decided[key]]));
  return {
    set: {
      ...pick(keys.filter((key) => !withheld.includes(key))),
      ...(note !== undefined && { note: mergeNotes(lead.note, seen.note, note) }),
      ...(calls && { calls: mergeCalls(lead.calls, seen.calls, calls) }),
    },
    withheld: pick(withheld),
  };
}

/** Returns whether a lead already has the settings: the response to an earlier try may have been lost. */
export const isApplied = ({ note, calls, ...decided }: Settings, lead: Decisions): boolean =>
  (note ?? lead.note) === lead.note &&
  (calls ?? lead.calls).length === lead.calls.length &&
  (Object.keys(decided) as Key[]).every((key) => isSame(key, lead[key], decided[key]));

/** Returns the lead as it will be once the server has the change. */
export function applyChange(lead: Lead, change: Change): Lead {
  const changed = { ...lead, ...rebase(change, lead).set };
  const late = lateTime(changed);
  return { ...changed, lateAt: Number.isFinite(late) ? new Date(late).toISOString() : null };
}

/** Returns the lead of an entered caller, to be shown until the server has it. */
export function enteredLead({ enter, leadId, at, seen }: Change): Lead | undefined {
  if (!enter) return undefined;
  const { name, phone, email = null, address = null, details, urgency = null } = enter;
  return {
    ...seen,
    ...{ id: leadId, createdAt: at, source: "call", version: -1 },
    ...{ name, phone, email, address, details, urgency, urgencyLabel: null, service: null },
    ...{ emergency: urgency === "emergency", town: null, city: null, state: null },
    ...{ shortened: false, answeredAt: at, changedAt: null, lateAt: null, signals: [], mail: null },
    ...{ photos: [], contacts: [], call: null },
  };
}

/** Returns the change without what the visitor wrote: it can be sent without that. */
export const withoutVisitor = (change: Change): Change =>
  change.enter ? change : { ...change, name: "A lead" };

/** Returns the change that restores what a change replaced. */
export function undoOf({ id, seen, set, verdict, at }: Change): Partial<Change> {
  const after = { ...seen, ...set, ...(verdict && settingsForVerdict(verdict, new Date(at))) };
  const undo = { undoes: id, seen: after };
  if (verdict && seen.status === "spam") return { ...undo, verdict: "spam" };
  if (verdict && seen.suspect) return { ...undo, verdict: "unsure" };
  const changed = verdict ? { status: seen.status, nextAt: seen.nextAt } : { ...set };
  const keys = Object.keys(changed) as (keyof Decisions)[];
  return { ...undo, set: Object.fromEntries(keys.map((key) => [key, seen[key]])) };
}
