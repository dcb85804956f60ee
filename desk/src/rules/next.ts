import { replyWithinHours } from "../../../company.json";
import type { Lead, List, LostReason, Verdict } from "../api/server.ts";
import { inThreeDays, inTwoHours, tomorrowAtEight } from "./clock.ts";

// The rule that orders the desk: each lead has a time when it needs somebody next, or none when it is
// over. The server keeps that time; what it is after a step is decided here alone.

/** What a person does about a lead. */
export type Step =
  /** a call that was made; `next` where the person says when to call again */
  | { kind: "call"; reached: boolean; next?: Date }
  /** in whole dollars */
  | { kind: "quoted"; amount?: number }
  /** no time: the visit is called off */
  | { kind: "visit"; at: Date | null; by?: string }
  /** in whole dollars; `at` is when the work is done */
  | { kind: "won"; amount?: number; at?: Date }
  | { kind: "done" }
  | { kind: "lost"; reason: LostReason }
  | { kind: "later"; at: Date }
  | { kind: "note"; text: string }
  | { kind: "take"; mine: boolean }
  | { kind: "verdict"; verdict: Verdict };

const DECIDED = [
  ...(["status", "nextAt", "note", "calls", "takenBy", "quoted"] as const),
  ...(["won", "visitAt", "visitBy", "lostReason", "suspect"] as const),
];

/** All of a lead that people of the company decide. */
export type Decisions = Pick<Lead, (typeof DECIDED)[number]>;

export const decisionsOf = (lead: Decisions) =>
  Object.fromEntries(DECIDED.map((key) => [key, lead[key]])) as unknown as Decisions;

/** What a change sets of it. */
export type Settings = Partial<Decisions>;

/** What a lead's place in a list hangs on: nothing that its visitor wrote. */
export type Place = Pick<Lead, "id" | "status" | "createdAt" | "emergency" | "nextAt" | "visitAt">;

export const placeOf = ({ id, status, createdAt, emergency, nextAt, visitAt }: Lead): Place => ({
  ...{ id, status, createdAt, emergency, nextAt, visitAt },
});

const HOUR_MS = 3_600_000;

/** How long a customer waits at most for an answer: what the site promises, and for emergencies. */
const PROMISE_MS = replyWithinHours * HOUR_MS;
const EMERGENCY_PROMISE_MS = 2 * HOUR_MS;

/** How long after its time a lead is overdue. */
const GRACE_MS = HOUR_MS;

/** How far apart the times are that the server sets at once. */
const CLOCK_SLACK_MS = 1000;

/** The server keeps no more. */
const MAX_CALLS = 50;

/** What a step other than a verdict sets. `me` is the address of who takes it. */
export function settingsOf(
  step: Exclude<Step, { kind: "verdict" }>,
  lead: Lead,
  now: Date,
  me: string | null,
): Settings {
  switch (step.kind) {
    case "call": {
      const { reached, next } = step;
      // Of a lead that was lost nothing is known but that it goes on.
      const isNews = isUnreached(lead) || lead.status === "lost";
      return {
        ...(isNews && { status: reached ? "called" : "no-answer" }),
        ...(lead.status === "lost" && { lostReason: null }),
        calls: [...lead.calls, now.toISOString()].slice(-MAX_CALLS),
        nextAt: (next ?? (reached ? tomorrowAtEight(now) : inTwoHours(now))).toISOString(),
      };
    }
    case "quoted":
      return {
        status: "quoted",
        ...(step.amount !== undefined && { quoted: step.amount }),
        ...(lead.status === "lost" && { lostReason: null }),
        nextAt: inThreeDays(now).toISOString(),
      };
    case "visit": {
      const at = step.at?.toISOString() ?? null;
      const isNextVisit = lead.visitAt !== null && isSameTime(lead.nextAt, lead.visitAt);
      return {
        visitAt: at,
        ...(at === null
          ? { visitBy: null }
          : step.by !== undefined && { visitBy: step.by || null }),
        ...(at !== null && { nextAt: at }),
        ...(at === null && isNextVisit && { nextAt: tomorrowAtEight(now).toISOString() }),
      };
    }
    case "won": {
      const at = step.at?.toISOString();
      return {
        status: "won",
        ...(step.amount !== undefined && { won: step.amount }),
        ...(lead.status === "lost" && { lostReason: null }),
        ...(at && { visitAt: at }),
        nextAt: at ?? tomorrowAtEight(now).toISOString(),
      };
    }
    case "done":
      return { ...(isUnreached(lead) && { status: "called" }), nextAt: null };
    case "lost":
      return { status: "lost", lostReason: step.reason, nextAt: null };
    case "later":
      return {
        // What is lost needs nobody: what comes back is lost no longer.
        ...(lead.status === "lost" && { status: "called", lostReason: null }),
        nextAt: step.at.toISOString(),
      };
    case "note":
      return { note: step.text };
    case "take":
      return { takenBy: step.mine ? me : null };
  }
}

/** What a verdict sets; the server does the same. */
export function settingsOfVerdict(verdict: Verdict, now: Date): Settings {
  switch (verdict) {
    case "customer":
      return { status: "new", suspect: false, nextAt: now.toISOString() };
    case "spam":
      return { status: "spam", nextAt: null };
    case "unsure":
      return { status: "new", suspect: true, nextAt: now.toISOString() };
  }
}

/** Whether two times are the same moment, or both are none. */
export const isSameTime = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other));

/** Whether a lead is in the desk's lists: a suspected emergency is never quiet. */
export const isVisible = ({ status, suspect, emergency }: Lead): boolean =>
  status !== "spam" && (!suspect || emergency);

/** Whether nobody of the company has spoken with the person yet. */
const isUnreached = ({ status }: Place): boolean => status === "new" || status === "no-answer";

/** Whether nobody has been reached about an emergency. */
export const isBurning = (lead: Place): boolean => lead.emergency && isUnreached(lead);

/** Whether a lead looks like spam, and nobody has said what it is. */
export const isUnjudged = ({ suspect, status }: Lead): boolean => suspect && status !== "spam";

/** From when on a lead is overdue; never where it is over. */
export function lateAt({ status, createdAt, emergency, nextAt }: Place): number {
  if (nextAt === null) return Number.POSITIVE_INFINITY;
  if (status !== "new") return Date.parse(nextAt) + GRACE_MS;
  return Date.parse(createdAt) + (emergency ? EMERGENCY_PROMISE_MS : PROMISE_MS);
}

/** Whether a lead has waited for too long at a time. */
export const isOverdue = (lead: Lead, now: number): boolean => lateAt(lead) <= now;

/** The list that a lead is in at a time. */
export function listOf(lead: Lead, now: number): Exclude<List, "visits"> {
  if (!isVisible(lead)) return "spam";
  if (lead.nextAt === null) return "done";
  // What was due when the server saved it is due, also where the phone's clock is behind.
  const saved = Date.parse(lead.changedAt ?? lead.createdAt) + CLOCK_SLACK_MS;
  return Date.parse(lead.nextAt) <= Math.max(now, saved) ? "now" : "later";
}

/** By what a list is ordered, ascending: the number, then the id. */
const RANKS: Readonly<Record<List, (lead: Place) => number>> = {
  // Emergencies of whatever age stand before everything else.
  now: (lead) => lateAt(lead) - (isBurning(lead) ? Number.MAX_SAFE_INTEGER / 2 : 0),
  later: ({ nextAt }) => Date.parse(nextAt ?? ""),
  visits: ({ visitAt }) => Date.parse(visitAt ?? ""),
  done: ({ createdAt }) => -Date.parse(createdAt),
  spam: ({ createdAt }) => -Date.parse(createdAt),
};

/** The order of a list, for `sort`. */
export const orderOf = (list: List) => (one: Place, other: Place) =>
  RANKS[list](one) - RANKS[list](other) || Number(one.id > other.id) - Number(one.id < other.id);

/** How far apart two requests of a person are at most to be one line of a list. */
const SAME_LINE_MS = 7 * 24 * HOUR_MS;

/** Whether two requests are of the same person within a few days: by their number or e-mail address. */
export function isSameMatter(one: Lead, other: Lead): boolean {
  const apart = Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt));
  return apart <= SAME_LINE_MS && one.contacts.some((contact) => other.contacts.includes(contact));
}

/** A line of a list: a lead, and the other open requests that are the same matter. */
export interface LeadLine {
  lead: Lead;
  others: Lead[];
}

/** The leads of a list in its order, those of the same matter under the first of them. */
export function linesOf(leads: Lead[]): LeadLine[] {
  const lines: LeadLine[] = [];
  const byKey = new Map<string, LeadLine[]>();
  for (const lead of leads) {
    const line = lead.contacts
      .flatMap((key) => byKey.get(key) ?? [])
      .find(({ lead: first }) => isSameMatter(first, lead));
    if (line) {
      line.others.push(lead);
      continue;
    }
    const own = { lead, others: [] };
    lines.push(own);
    for (const key of lead.contacts) byKey.set(key, [...(byKey.get(key) ?? []), own]);
  }
  return lines;
}

/**
 * The step for the other requests of a line: they move with it. What is an amount, a visit or a note
 * belongs to one request, or it would count twice. Undefined where the step is none of theirs.
 */
export function stepForOthers(step: Step): Step | undefined {
  switch (step.kind) {
    case "quoted":
      return { kind: "quoted" };
    case "won":
      return { kind: "done" };
    case "visit":
      return step.at ? { kind: "later", at: step.at } : undefined;
    case "note":
    case "verdict":
      return undefined;
    default:
      return step;
  }
}
