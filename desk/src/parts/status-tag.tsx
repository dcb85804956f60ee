import type { Lead } from "../api/server.ts";
import { STATUSES } from "../rules/status.ts";
import { amountInWords } from "../words/amount.ts";

/** A lead's status, with the amount if there is one. */
export function StatusTag({ lead }: { lead: Lead }) {
  const { status, quoted, won } = lead;
  const amount = status === "won" ? won : status === "quoted" ? quoted : null;
  const look = status === "won" ? "border-strong bg-strong text-on-strong" : "border-edge";
  return (
    <span
      className={`mr-2 inline-block whitespace-nowrap rounded-sm border-2 px-1.5 font-semibold text-sm [font-variant-numeric:tabular-nums] ${look}`}
    >
      {STATUSES[status]}
      {amount !== null && `, ${amountInWords(amount)}`}
    </span>
  );
}
