import type * as LeadLog from "lead-log";
import type { Event, Lead, SavedLeadState } from "../api/server.ts";
import type { Day } from "./clock.ts";

// The fold of lead-log/, in WebAssembly. It is loaded after the desk is shown. Times are ISO texts, amounts
// are in cents.

/** The part of a lead that its events do not change. `suspect` is the value that the server has. */
export type FoldedLead = Pick<Lead, "createdAt" | "emergency" | "suspect">;

/** The state of a lead after its events. */
export type LeadState = SavedLeadState &
  Pick<Lead, "lateAt" | "hidden"> & {
    correction: Partial<Record<"name" | "phone" | "email" | "address" | "service", string | null>>;
  };

let rule: typeof LeadLog | undefined;

/** Loads the fold. Call this before {@link fold}. */
export async function loadFold(): Promise<void> {
  rule ??= await import("lead-log");
}

/** Returns why the server would not record an event; undefined if it would, or if the rule is not loaded. */
export const mistakeIn = (event: Event): string | undefined => rule?.mistake(event) ?? undefined;

export const isFoldLoaded = (): boolean => rule !== undefined;

/** Returns whether a person can undo an event: the desk itself could record it. */
export const isUndoable = (event: Event): boolean => isFoldLoaded() && !mistakeIn(event);

/**
 * Returns the state of a lead after its events, which may be in any order.
 *
 * @param state the state before the events; undefined if the events are all events of the lead
 * @param days the days from the first event to 22 days after the last event
 */
export function fold(
  lead: FoldedLead,
  state: LeadState | undefined,
  events: Event[],
  days: Day[],
): LeadState {
  if (!rule) throw new Error("The rule of the log is not loaded.");
  return rule.fold(lead, state, events, days);
}
