import type { Lead } from "../api/server.ts";
import { takeStep } from "../data/step.ts";
import { Button } from "./form.tsx";

/** The reasons why a lead looks like spam. */
export function Signals({ lead: { signals } }: { lead: Lead }) {
  if (signals.length === 0) return null;
  return (
    <ul
      aria-label="Why it looks like spam"
      className="mt-2.5 grid list-[square] gap-1 pl-4.5 text-quiet"
    >
      {signals.map((signal) => (
        <li key={signal}>{signal}</li>
      ))}
    </ul>
  );
}

/** The two buttons that judge a lead. */
export const VerdictButtons = ({ lead }: { lead: Lead }) => (
  <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
    <Button data-strong onClick={() => takeStep(lead, { kind: "verdict", verdict: "customer" })}>
      Customer
    </Button>
    <Button
      disabled={lead.status === "spam"}
      onClick={() => takeStep(lead, { kind: "verdict", verdict: "spam" })}
    >
      Spam
    </Button>
  </div>
);
