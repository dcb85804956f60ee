import type { EnteredLead, Event, Lead } from "../api/server.ts";
import { daysFrom } from "./clock.ts";
import { clashes, fold, isFoldLoaded } from "./fold.ts";

/** An event that the server does not have yet. It may wait on the phone for days. */
export interface Unsent {
  event: Event;
  leadId: string;
  /** the caller who becomes the lead */
  enter?: EnteredLead;
  /** why the server refused it. It is not sent again, but stays until a person mends or removes it */
  refusal?: string;
}

/** Returns whether an unsent event is applied to its lead. A refused one is not, unless it made the lead. */
export const isApplied = ({ enter, refusal }: Unsent): boolean => !refusal || enter !== undefined;

/** The most days between a lead's last event and the time at which the fold (`lead-log`) makes it due. */
const DAYS_AHEAD = 22;

/**
 * Returns the lead after the unsent events, once the fold is loaded.
 *
 * @param log all events that the server has, if they are known. Only then can one of them be undone
 */
export function foldLead(lead: Lead, log: readonly Event[] | undefined, unsent: Event[]): Lead {
  if (!isFoldLoaded()) return lead;
  const events = [...(log ?? []), ...unsent];
  const before = log ? undefined : { ...lead, correction: {} };
  const { correction, ...state } = fold(lead, before, events, daysOf(lead, events));
  const given = Object.entries(correction).filter(([, value]) => value !== null);
  return { ...lead, ...state, ...(Object.fromEntries(given) as Partial<Lead>) };
}

function daysOf({ createdAt }: Lead, events: readonly Event[]) {
  const times = events.map(({ at }) => at).sort();
  return daysFrom(times[0] ?? createdAt, times.at(-1) ?? createdAt, DAYS_AHEAD);
}

/** Returns the lead of an entered caller, for display until the server has it. */
export function enteredLead({ enter, leadId, event: { at } }: Unsent): Lead | undefined {
  if (!enter) return undefined;
  const { name = "", phone, email = null, address = null, details = "", urgency = null } = enter;
  return {
    ...{ id: leadId, createdAt: at, source: "call", events: -1, changedAt: null, lateAt: null },
    ...{ name: name || phone, phone, email, address, details, urgency, urgencyLabel: null },
    ...{ emergency: urgency === "emergency", town: null, city: null, state: null, service: null },
    ...{ shortened: false, signals: [], mail: null, photos: [], contacts: [], call: null },
    ...{ status: "new", suspect: false, nextAt: at, calls: [], answeredAt: null, takenBy: null },
    ...{ quoted: null, quotedAt: null, won: null, closedAt: null, visitAt: null, visitBy: null },
    ...{ lostReason: null, note: "", hidden: false, otherFields: {} },
  };
}

export type LogEntry = Event & { isUnsent: boolean; undoneBy?: Event };

/** Returns the log of a lead, newest first. An undo is not an entry, but is named by the entry that it undid. */
export function logOf(sent: readonly Event[], unsent: Event[]): LogEntry[] {
  const ids = new Set(sent.map(({ id }) => id));
  const events = [...sent, ...unsent.filter(({ id }) => !ids.has(id))];
  const undoing = new Map<string, Event>();
  for (const event of events) if (event.kind === "undone") undoing.set(event.event, event);
  return events
    .filter(({ kind }) => kind !== "undone")
    .map((it) => ({ ...it, isUnsent: !ids.has(it.id), undoneBy: undoing.get(it.id) }))
    .sort(
      (one, other) => Date.parse(other.at) - Date.parse(one.at) || (one.id < other.id ? 1 : -1),
    );
}

/**
 * Returns the acts of a person and of other people that exclude each other, and whose authors did not know of
 * each other. Those that the person has acted upon since are left out.
 */
export function clashesOf(lead: Lead, log: readonly LogEntry[], me: string | null) {
  const events = log.filter(({ isUnsent, undoneBy }) => !isUnsent && !undoneBy);
  const found = clashes(lead, events, daysOf(lead, events));
  return found.flatMap((clash) => {
    const [replaced, holding] = [clash.replaced, clash.holding].map((of) =>
      events.find(({ id }) => id === of),
    );
    if (!replaced || !holding) return [];
    const [mine, theirs] = replaced.who === me ? [replaced, holding] : [holding, replaced];
    const recorded = Math.max(...[mine, theirs].map((it) => Date.parse(it.recordedAt ?? "")));
    const isSettled = events.some(
      ({ who, seen }) => who === me && Date.parse(seen ?? "") >= recorded,
    );
    return mine.who === me && !isSettled ? [{ mine, theirs, holding }] : [];
  });
}
