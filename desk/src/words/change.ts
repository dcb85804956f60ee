import type { Verdict } from "../api/server.ts";
import type { Change } from "../rules/change.ts";
import type { Decisions, Settings, Step } from "../rules/next.ts";
import { STATUSES } from "../rules/status.ts";
import { amountInWords } from "./lead.ts";
import { momentInWords } from "./time.ts";

const dollars = (amount: number | undefined) =>
  amount === undefined ? "" : `, ${amountInWords(amount)}`;

/** What a person just did to a lead: "Robin Alder: quoted, $1,850. To be asked Thu 2:00 PM." */
export function stepInWords(name: string, step: Step, nextAt: string | null | undefined): string {
  const next = nextAt ? momentInWords(nextAt) : "";
  switch (step.kind) {
    case "call":
      return `${name}: ${step.reached ? "reached" : "nobody reached"}. Again ${next}.`;
    case "quoted":
      return `${name}: quoted${dollars(step.amount)}. To be asked ${next}.`;
    case "visit":
      return step.at ? `${name}: visit ${next}.` : `${name}: visit called off.`;
    case "won":
      return `${name}: won${dollars(step.amount)}.`;
    case "done":
      return `${name}: done.`;
    case "lost":
      return `${name}: lost.`;
    case "later":
      return `${name}: ${next}.`;
    case "note":
      return `${name}: note saved.`;
    case "take":
      return step.mine ? `${name}: yours.` : `${name}: given back.`;
    case "verdict":
      return step.verdict === "customer" ? `${name} is a customer.` : `${name} is spam.`;
  }
}

/** What somebody else set in place of the withheld settings. */
export function theirsInWords(withheld: Settings, theirs: Decisions): string {
  if (withheld.status) {
    return `somebody else has set “${STATUSES[theirs.status]}” meanwhile. It stays.`;
  }
  if (withheld.takenBy !== undefined) {
    return theirs.takenBy ? `${theirs.takenBy} has it by now.` : "it was given back meanwhile.";
  }
  return "somebody else has changed what is next. It stays.";
}

function mineInWords({ status, takenBy, nextAt, visitAt }: Settings, verdict?: Verdict): string {
  if (verdict) return verdict === "spam" ? "spam" : "a customer";
  if (status) return STATUSES[status];
  if (takenBy !== undefined) return takenBy ? "you have it" : "nobody has it";
  if (visitAt) return `a visit, ${momentInWords(visitAt)}`;
  return nextAt ? `again ${momentInWords(nextAt)}` : "done";
}

/** What both people set, if a change is in conflict. */
export function conflictInWords({ set = {}, verdict, theirs }: Change): string {
  if (!theirs) return "";
  const other = theirsInWords(verdict ? { status: theirs.status } : set, theirs);
  return `You had set: ${mineInWords(set, verdict)}. But ${other}`;
}
