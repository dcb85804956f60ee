import { type Lead, request, ServerError } from "../api/server.ts";
import { type Change, isApplied, rebase } from "../rules/change.ts";
import type { Settings } from "../rules/next.ts";

/** The lead after a change was sent, and what was not set, because somebody else set it otherwise. */
export type Outcome = { lead: Lead; withheld: Settings };

/**
 * Sends a change. If the lead has changed since, applies the change to the current lead.
 *
 * @param newest the newest version of the lead on this phone, if any
 * @throws ServerError if the server refuses it
 */
export async function sendChange(change: Change, newest: Lead | undefined): Promise<Outcome> {
  const { enter, leadId, verdict, who } = change;
  const path = { id: leadId };
  if (enter) return { lead: await request("post", "/leads", { body: enter }), withheld: {} };
  const current = newest ?? (await request("get", "/leads/{id}", { path })).lead;
  const { set, withheld } = rebase(change, current);
  if (isApplied(set, current)) return { lead: current, withheld };
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
