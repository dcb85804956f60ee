import type { Lead, List } from "../api/server.ts";
import { DAY_MS, dayOf, timeOn } from "./clock.ts";

// The list of a lead and the lead's position there. The fold (`lead-log`) computes the lead's state.

export type ListPosition = ReturnType<typeof positionOf>;

/** Returns the fields that determine a lead's position in a list. None of them is a text from the visitor. */
export const positionOf = (lead: Lead) => {
  const { id, status, createdAt, emergency, urgency, nextAt, appointments, estimate } = lead;
  return { id, status, createdAt, emergency, urgency, nextAt, appointments, estimate };
};

/** The largest difference between two times that the server sets together. */
const CLOCK_SLACK_MS = 1000;

/** Returns whether nobody at the company has spoken with the person yet. */
const isUnreached = ({ status }: ListPosition): boolean =>
  status === "new" || status === "no-answer";

/** Returns whether a lead is an emergency whose person must still be reached. */
export const isUnreachedEmergency = (lead: ListPosition): boolean =>
  lead.emergency && isUnreached(lead) && lead.nextAt !== null;

/** Returns whether a lead looks like spam and nobody has judged it. */
export const isMaybeSpam = ({ suspect, status }: Lead): boolean => suspect && status !== "spam";

/** The age in days from which an undecided estimate is going cold. */
const COLD_AFTER_DAYS = 14;

/** Returns whether a customer has not decided about an estimate for so long that it is going cold. */
export const isGoingCold = ({ status, quotedAt }: Lead, now: number): boolean =>
  status === "quoted" && now - Date.parse(quotedAt ?? "") >= COLD_AFTER_DAYS * DAY_MS;

export const isOverdue = ({ lateAt }: Lead, now: number): boolean =>
  lateAt !== null && Date.parse(lateAt) <= now;

/** Returns whether the work of an order is done, and nothing else of it is agreed. */
export const isWorkDone = ({ appointments, visitAt }: Lead): boolean =>
  visitAt === null &&
  appointments.some(({ purpose, ended }) => purpose === "work" && ended === "done");

/** Returns the earliest appointment of a lead that is open. */
export const openAppointment = ({ appointments }: ListPosition) =>
  appointments.find(({ ended }) => ended === null);

/** Returns when a lead's first visit from a time on begins that is open or was called off; undefined if it has none. */
export const firstVisit = ({ appointments }: ListPosition, from: number): number | undefined =>
  appointments
    .filter(({ ended }) => ended === null || ended === "called-off")
    .map((appointment) => Date.parse(appointment.from))
    .find((begins) => begins >= from);

/** Returns the list that a lead is in at a time. */
export function listOf(lead: Lead, now: number): Exclude<List, "visits"> {
  if (lead.hidden) return "spam";
  if (lead.nextAt === null) return "done";
  // An emergency is due until the person is reached.
  if (isUnreachedEmergency(lead)) return "now";
  // A lead that was due when the server saved it is due, even if the phone's clock is behind.
  const saved = Date.parse(lead.changedAt ?? lead.createdAt) + CLOCK_SLACK_MS;
  return Date.parse(lead.nextAt) <= Math.max(now, saved) ? "now" : "later";
}

type Rank = (lead: ListPosition, now: number) => [group: number, time: number];

const newestFirst: Rank = ({ createdAt }) => [0, -Date.parse(createdAt)];

/** The sort keys of each list, ascending. Leads with equal keys are ordered by id. */
const RANKS: Readonly<Record<List, Rank>> = {
  now: (lead, now) => [groupOf(lead, now), Date.parse(lead.nextAt ?? "")],
  later: ({ nextAt }) => [0, Date.parse(nextAt ?? "")],
  visits: (lead, today) => [0, firstVisit(lead, today) ?? 0],
  done: newestFirst,
  spam: newestFirst,
};

/**
 * Returns the group of a due lead: emergencies, answers to estimates, new and urgent, new, others, and others for a week
 * or longer.
 */
export function groupOf(lead: ListPosition, now: number): number {
  if (isUnreachedEmergency(lead)) return 0;
  if (lead.status === "new") return lead.urgency === "urgent" ? 2 : 3;
  if (lead.estimate?.waits) return 1;
  return now - Date.parse(lead.nextAt ?? "") < 7 * DAY_MS ? 4 : 5;
}

/** Returns the comparison function of a list at a time, for `sort`. The visits count from the midnight before. */
export const orderOf = (list: List, now: number) => {
  const from = list === "visits" ? timeOn(dayOf(now), "00:00").getTime() : now;
  const rank = RANKS[list];
  return (one: ListPosition, other: ListPosition) => {
    const [group, time] = rank(one, from);
    const [otherGroup, otherTime] = rank(other, from);
    const byId = Number(one.id > other.id) - Number(one.id < other.id);
    return group - otherGroup || time - otherTime || byId;
  };
};

/** Returns items grouped by a key, in their order. Safari before 17.4 has no `Map.groupBy`. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? [];
    group.push(item);
    groups.set(key, group);
  }
  return groups;
}
