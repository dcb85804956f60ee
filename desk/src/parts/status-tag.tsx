import type { Lead } from "../api/server.ts";
import { STATUSES } from "../rules/status.ts";
import { amountInWords } from "../words/amount.ts";
import { answerInWords } from "../words/lead.ts";

/** A lead's status, with the amount if there is one; instead, what the customer answered if nobody has acted on it. */
export function StatusTag({ lead }: { lead: Lead }) {
  const { status, quoted, won } = lead;
  const amount = status === "won" ? won : status === "quoted" ? quoted : null;
  const answer = answerInWords(lead);
  const ofStatus = status === "won" ? "border-strong bg-strong text-on-strong" : "border-edge";
  const look = answer
    ? "border-orange-600 bg-alarm text-on-alarm"
    : `whitespace-nowrap ${ofStatus}`;
  return (
    <span
      className={`mr-2 inline-block rounded-sm border-2 px-1.5 font-semibold text-sm [font-variant-numeric:tabular-nums] ${look}`}
    >
      {answer ?? STATUSES[status]}
      {!answer && amount !== null && `, ${amountInWords(amount)}`}
    </span>
  );
}
