import { phoneDigits } from "browser/phone-digits.ts";
import type { EnteredLead, Event, Lead, LeadAndLog } from "../api/server.ts";
import { daysFrom } from "./clock.ts";
import { fold, isFoldLoaded } from "./fold.ts";

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
  const times = events.map(({ at }) => at).sort();
  const days = daysFrom(times[0] ?? lead.createdAt, times.at(-1) ?? lead.createdAt, DAYS_AHEAD);
  const before = log ? undefined : { ...lead, correction: {} };
  const { correction, ...state } = fold(lead, before, events, days);
  const given = Object.entries(correction).filter(([, value]) => value !== null);
  return { ...lead, ...state, ...(Object.fromEntries(given) as Partial<Lead>) };
}

/** Returns the lead of an entered caller, for display until the server has it. */
export function enteredLead({ enter, leadId, event: { at } }: Unsent): Lead | undefined {
  if (!enter) return undefined;
  const { name = "", phone, email = null, address = null, details = "", urgency = null } = enter;
  const digits = phoneDigits(phone);
  // The server dials more numbers than such a plain one.
  const isPlain = digits.length === 10 && /^[\d\s+().-]*$/.test(phone);
  const call = isPlain ? { number: digits, extension: null, others: [] } : null;
  return {
    ...{ id: leadId, createdAt: at, source: "call", events: -1, changedAt: null, lateAt: null },
    ...{ name: name || phone, phone, email, address, details, urgency, urgencyLabel: null },
    ...{ emergency: urgency === "emergency", town: null, city: null, state: null, service: null },
    ...{ shortened: false, signals: [], mail: null, photos: [], contacts: [digits], call },
    ...{ status: "new", suspect: false, nextAt: at, calls: [], answeredAt: null, takenBy: null },
    ...{ quoted: null, quotedAt: null, won: null, closedAt: null, visitAt: null, visitBy: null },
    ...{ lostReason: null, note: "", hidden: false, otherFields: {}, appointments: [], link: "" },
    ...{ estimate: null, orderedBefore: null },
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
 * Returns an act of a person and another person's, with the one that holds, for each clash of theirs. Those that the
 * person has acted upon since are left out.
 */
export function clashesOf({ events, clashes = [] }: Partial<LeadAndLog>, me: string | null) {
  const find = (of: string) => events?.find(({ id }) => id === of);
  return clashes.flatMap((clash) => {
    const [replaced, holding] = [find(clash.replaced), find(clash.holding)];
    if (!replaced || !holding) return [];
    const [mine, theirs] = replaced.who === me ? [replaced, holding] : [holding, replaced];
    const recorded = Math.max(...[mine, theirs].map((it) => Date.parse(it.recordedAt ?? "")));
    const isSettled = events?.some((it) => it.who === me && Date.parse(it.seen ?? "") >= recorded);
    return mine.who === me && !isSettled ? [{ mine, theirs, holding }] : [];
  });
}
