import { replyWithinHours } from "../../../company.json";
import type { Lead, List, LostReason, Verdict } from "../api/server.ts";
import { DAY_MS, HOUR_MS, inThreeDays, inTwoHours, nextMorning } from "./clock.ts";

// The rule that orders the desk: each lead has a time when somebody must act on it next, or none when it
// is done. The server stores that time; only this file decides what it is after a step.

/** What a person does about a lead. Amounts are in whole dollars. */
export type Step =
  /** a call that was made; `next` if the person said when to call again */
  | { kind: "call"; reached: boolean; next?: Date }
  | { kind: "quoted"; amount?: number }
  /** `null` cancels the visit */
  | { kind: "visit"; at: Date | null; by?: string }
  /** `at` is when the work is done */
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

/** The fields of a lead that people of the company set. */
export type Decisions = Pick<Lead, (typeof DECIDED)[number]>;

/** Returns those fields alone. */
export const decisionsOf = (lead: Decisions) =>
  Object.fromEntries(DECIDED.map((key) => [key, lead[key]])) as unknown as Decisions;

/** The fields that a change sets. */
export type Settings = Partial<Decisions>;

/** What a lead's position in a list depends on: nothing that its visitor wrote. */
export type ListPosition = Pick<
  Lead,
  "id" | "status" | "createdAt" | "emergency" | "nextAt" | "visitAt"
>;

/** Returns a lead's position in a list. */
export const positionOf = (lead: Lead): ListPosition => {
  const { id, status, createdAt, emergency, nextAt, visitAt } = lead;
  return { id, status, createdAt, emergency, nextAt, visitAt };
};

/** How long a customer waits at most for a reply: what the site promises, and for emergencies. */
const PROMISE_MS = replyWithinHours * HOUR_MS;
const EMERGENCY_PROMISE_MS = 2 * HOUR_MS;

/** How long after its time a lead is overdue. */
const GRACE_MS = HOUR_MS;

/** The most that two times differ that the server sets at once. */
const CLOCK_SLACK_MS = 1000;

/** The server stores no more calls of a lead. */
const MAX_CALLS = 50;

/** Returns what a step other than a verdict sets. `me` is the address of the person who takes it. */
export function settingsForStep(
  step: Exclude<Step, { kind: "verdict" }>,
  lead: Lead,
  now: Date,
  me: string | null,
): Settings {
  const reopened = lead.status === "lost" && { lostReason: null };
  switch (step.kind) {
    case "call": {
      const { reached, next } = step;
      return {
        // A lost lead that is called is open again.
        ...((isUnreached(lead) || reopened) && { status: reached ? "called" : "no-answer" }),
        ...reopened,
        calls: [...lead.calls, now.toISOString()].slice(-MAX_CALLS),
        nextAt: (next ?? (reached ? nextMorning(now) : inTwoHours(now))).toISOString(),
      };
    }
    case "quoted":
      return {
        status: "quoted",
        ...(step.amount !== undefined && { quoted: step.amount }),
        ...reopened,
        nextAt: inThreeDays(now).toISOString(),
      };
    case "visit": {
      if (step.at) {
        const at = step.at.toISOString();
        return {
          visitAt: at,
          ...(step.by !== undefined && { visitBy: step.by || null }),
          nextAt: at,
        };
      }
      const isNext = lead.visitAt !== null && isSameTime(lead.nextAt, lead.visitAt);
      return {
        visitAt: null,
        visitBy: null,
        ...(isNext && { nextAt: nextMorning(now).toISOString() }),
      };
    }
    case "won": {
      const at = step.at?.toISOString();
      // The visit for the estimate is not the work.
      const isVisited = lead.visitAt !== null && Date.parse(lead.visitAt) < now.getTime();
      return {
        status: "won",
        ...(step.amount !== undefined && { won: step.amount }),
        ...reopened,
        ...(at ? { visitAt: at } : isVisited && { visitAt: null, visitBy: null }),
        nextAt: at ?? nextMorning(now).toISOString(),
      };
    }
    case "done":
      return { ...(isUnreached(lead) && { status: "called" }), nextAt: null };
    case "lost":
      return { status: "lost", lostReason: step.reason, nextAt: null };
    case "later":
      // A lost lead that comes back is open again.
      return { ...(reopened && { status: "called" }), ...reopened, nextAt: step.at.toISOString() };
    case "note":
      return { note: step.text };
    case "take":
      return { takenBy: step.mine ? me : null };
  }
}

/** Returns what a verdict sets. The server does the same. */
export function settingsForVerdict(verdict: Verdict, now: Date): Settings {
  if (verdict === "spam") return { status: "spam", nextAt: null };
  return { status: "new", suspect: verdict === "unsure", nextAt: now.toISOString() };
}

/** Returns whether two times are the same moment, or both `null`. */
export const isSameTime = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other));

/** Returns whether a lead is in the desk's ordinary lists: a suspected emergency is never hidden. */
export const isVisible = ({ status, suspect, emergency }: Lead): boolean =>
  status !== "spam" && (!suspect || emergency);

/** Returns whether nobody of the company has spoken with the person yet. */
const isUnreached = ({ status }: ListPosition): boolean =>
  status === "new" || status === "no-answer";

/** Returns whether nobody has been reached about an emergency. */
export const isUnreachedEmergency = (lead: ListPosition): boolean =>
  lead.emergency && isUnreached(lead);

/** Returns whether a lead looks like spam and nobody has judged it. */
export const isMaybeSpam = ({ suspect, status }: Lead): boolean => suspect && status !== "spam";

/** Returns the time from which a lead is overdue: infinity if it is done. */
export function lateTime({ status, createdAt, emergency, nextAt }: ListPosition): number {
  if (nextAt === null) return Number.POSITIVE_INFINITY;
  if (status !== "new") return Date.parse(nextAt) + GRACE_MS;
  return Date.parse(createdAt) + (emergency ? EMERGENCY_PROMISE_MS : PROMISE_MS);
}

/** Returns whether a lead is overdue at a time. */
export const isOverdue = (lead: Lead, now: number): boolean => lateTime(lead) <= now;

/** How long a visit takes: as long as its calendar file says. */
const VISIT_MS = HOUR_MS;

/** Returns whether nobody has to go to a lead's visit any more. */
export const isVisitOver = ({ visitAt, nextAt }: ListPosition, now: number): boolean =>
  nextAt === null || Date.parse(visitAt ?? "") + VISIT_MS <= now;

/** Returns the list that a lead is in at a time. */
export function listOf(lead: Lead, now: number): Exclude<List, "visits"> {
  if (!isVisible(lead)) return "spam";
  if (lead.nextAt === null) return "done";
  // A lead that was due when the server saved it is due, even if the phone's clock is behind.
  const saved = Date.parse(lead.changedAt ?? lead.createdAt) + CLOCK_SLACK_MS;
  return Date.parse(lead.nextAt) <= Math.max(now, saved) ? "now" : "later";
}

const newestFirst = ({ createdAt }: ListPosition) => -Date.parse(createdAt);

/** What orders a list, ascending: this number, then the id. */
const RANKS: Readonly<Record<List, (lead: ListPosition) => number>> = {
  // Emergencies of any age come before everything else.
  now: (lead) => lateTime(lead) - (isUnreachedEmergency(lead) ? Number.MAX_SAFE_INTEGER / 2 : 0),
  later: ({ nextAt }) => Date.parse(nextAt ?? ""),
  visits: ({ visitAt }) => Date.parse(visitAt ?? ""),
  done: newestFirst,
  spam: newestFirst,
};

/** Returns the order of a list, for `sort`. */
export const orderOf = (list: List) => (one: ListPosition, other: ListPosition) =>
  RANKS[list](one) - RANKS[list](other) || Number(one.id > other.id) - Number(one.id < other.id);

/** The most that two requests of a person are apart to share a line of a list. */
const SAME_LINE_MS = 7 * DAY_MS;

/** Returns whether two requests share a line: the same number or e-mail address, within a few days. */
export function sharesLine(one: Lead, other: Lead): boolean {
  const apart = Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt));
  return apart <= SAME_LINE_MS && one.contacts.some((contact) => other.contacts.includes(contact));
}

/** A line of a list: a lead, and the other open requests that share its line. */
export interface LeadLine {
  lead: Lead;
  others: Lead[];
}

/** Returns the lines of an ordered list of leads. */
export function groupLines(leads: Lead[]): LeadLine[] {
  const lines: LeadLine[] = [];
  // Comparing each pair would be slow for thousands of leads.
  const byContact = new Map<string, LeadLine[]>();
  for (const lead of leads) {
    const line = lead.contacts
      .flatMap((contact) => byContact.get(contact) ?? [])
      .find((earlier) => sharesLine(earlier.lead, lead));
    if (line) {
      line.others.push(lead);
      continue;
    }
    const own = { lead, others: [] };
    lines.push(own);
    for (const contact of lead.contacts) {
      byContact.set(contact, [...(byContact.get(contact) ?? []), own]);
    }
  }
  return lines;
}

/** Returns lines grouped by a key, in their order. Safari has `Map.groupBy` only from 17.4. */
export function linesBy(lines: LeadLine[], keyOf: (line: LeadLine) => string) {
  const groups = new Map<string, LeadLine[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const group = groups.get(key) ?? [];
    group.push(line);
    groups.set(key, group);
  }
  return groups;
}

/**
 * Returns the step for the other requests of a line, which move with it; undefined if they stay. An amount,
 * a visit or a note belongs to one request: otherwise it would count twice.
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
