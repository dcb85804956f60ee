import type { LeadStatus } from "../api/server.ts";

/** The statuses with their names, in the order of the figures. */
export const STATUSES: Readonly<Record<LeadStatus, string>> = {
  won: "Won",
  lost: "Lost",
  quoted: "Quoted",
  called: "Called",
  "no-answer": "Not reached",
  new: "New",
  spam: "Spam",
};
