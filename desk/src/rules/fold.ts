import type * as LeadLog from "lead-log";
import type { Event, LeadStatus, LostReason } from "../api/server.ts";
import type { Day } from "./clock.ts";

// The rule of lead-log/, in WebAssembly. It is loaded after the desk is shown. Times are ISO texts, amounts
// are in cents.

/** What of a lead does not change. */
export interface FoldedLead {
  createdAt: string;
  emergency: boolean;
  /** whether it was suspect when it was saved */
  suspect: boolean;
}

/** What became of a lead. */
export interface LeadState {
  status: LeadStatus;
  suspect: boolean;
  nextAt: string | null;
  calls: string[];
  answeredAt: string | null;
  takenBy: string | null;
  quoted: number | null;
  quotedAt: string | null;
  won: number | null;
  closedAt: string | null;
  visitAt: string | null;
  visitBy: string | null;
  lostReason: LostReason | null;
  note: string;
  correction: { name?: string; phone?: string; email?: string; address?: string; service?: string };
}

let rule: typeof LeadLog | undefined;

/** Loads the rule, which must be done before {@link fold}. */
export async function loadFold(): Promise<void> {
  rule ??= await import("lead-log");
}

/** Returns whether the rule is loaded. */
export const isFoldLoaded = (): boolean => rule !== undefined;

const loadedRule = () => {
  if (!rule) throw new Error("The rule of the log is not loaded.");
  return rule;
};

/**
 * Returns the state of a lead after some events, in whatever order they came.
 *
 * @param state the one before them: undefined if they are all events of the lead
 * @param days from the first event to 22 days after the last
 */
export const fold = (
  lead: FoldedLead,
  state: LeadState | undefined,
  events: Event[],
  days: Day[],
): LeadState => loadedRule().fold(lead, state, events, days);
