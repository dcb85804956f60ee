import type { Lead } from "../api/server.ts";
import { act } from "../data/act.ts";
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

/** The two buttons that judge a lead. Neither is emphasized: a customer's request may look like spam. */
export const VerdictButtons = ({ lead }: { lead: Lead }) => (
  <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
    <Button onClick={() => act(lead, { kind: "released" })}>Customer</Button>
    <Button disabled={lead.status === "spam"} onClick={() => act(lead, { kind: "spam" })}>
      Spam
    </Button>
  </div>
);
