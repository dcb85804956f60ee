import type { Lead } from "../api/server.ts";
import { STATUSES } from "../rules/status.ts";
import { amountInWords } from "../words/amount.ts";
import { answerInWords } from "../words/lead.ts";

const TAG =
  "mr-2 inline-block rounded-sm border-2 px-1.5 font-semibold text-sm [font-variant-numeric:tabular-nums]";

/** A lead's status, with the amount if there is one, after what the customer answered to an estimate. */
export function StatusTag({ lead }: { lead: Lead }) {
  const { status, quoted, won } = lead;
  const amount = status === "won" ? won : status === "quoted" ? quoted : null;
  const look = status === "won" ? "border-strong bg-strong text-on-strong" : "border-edge";
  const answer = answerInWords(lead);
  return (
    <>
      {answer && (
        <span className={`${TAG} border-orange-600 bg-alarm text-on-alarm`}>{answer}</span>
      )}
      {!(answer && status === "won") && (
        <span className={`${TAG} whitespace-nowrap ${look}`}>
          {STATUSES[status]}
          {amount !== null && `, ${amountInWords(amount)}`}
        </span>
      )}
    </>
  );
}
