import { type Lead, type LeadStatus, request, ServerError, type Verdict } from "./server.ts";

/** What a person did to a lead. It may wait on the phone for days before the server has it. */
export interface LeadChange {
  /** the lead as the person saw it */
  lead: Lead;
  status?: LeadStatus;
  note?: string;
  verdict?: Verdict;
}

/**
 * The note after a change. Where somebody else wrote in it since `seen`, both texts are kept: theirs,
 * then this one.
 */
export function mergeNotes(theirs: string, seen: string, mine: string): string {
  const isSaved = theirs === mine || theirs.endsWith(`\n\n${mine}`);
  if (theirs === seen || theirs === "") return mine;
  return isSaved || mine === "" ? theirs : `${theirs}\n\n${mine}`;
}

/** The lead as it will be when the server has the change. */
export function withChange(lead: Lead, { lead: seen, status, note, verdict }: LeadChange): Lead {
  return {
    ...lead,
    ...(status && { status }),
    ...(note !== undefined && { note: mergeNotes(lead.note, seen.note, note) }),
    ...(verdict === "customer" && { status: "new", suspect: false }),
    ...(verdict === "spam" && { status: "spam" }),
  };
}

/**
 * Sends a change. Where the lead has changed since, the change is made to the lead as it is now.
 *
 * @param newest the newest version of the lead that is known here
 * @returns the lead after the change
 */
export async function sendChange(change: LeadChange, newest: Lead): Promise<Lead> {
  try {
    return await send(change, newest);
  } catch (error) {
    if (error instanceof ServerError && error.lead && error.lead.version !== newest.version) {
      return sendChange(change, error.lead);
    }
    throw error;
  }
}

async function send(change: LeadChange, current: Lead): Promise<Lead> {
  const { id, version } = current;
  const { verdict } = change;
  const path = { id };
  if (verdict) {
    return request("post", "/leads/{id}/verdict", { path, body: { version, verdict } });
  }
  const { status, note } = withChange(current, change);
  const body = {
    version,
    ...(change.status && { status }),
    ...(change.note !== undefined && { note }),
  };
  return request("patch", "/leads/{id}", { path, body });
}

/** The change that sets what was before. */
export function undoing(change: LeadChange): LeadChange {
  const { lead: before } = change;
  const lead = withChange(before, change);
  if (change.verdict === "customer") return { lead, verdict: "spam" };
  return {
    lead,
    ...((change.status || change.verdict) && { status: before.status }),
    ...(change.note !== undefined && { note: before.note }),
  };
}
