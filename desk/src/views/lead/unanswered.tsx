import { endCall, startCall, useOpenCalls } from "../../data/calls.ts";
import { useLead } from "../../data/use-leads.ts";
import { leadHref, useOpenLead } from "../../page/route.ts";
import { Button } from "../../parts/form.tsx";

/** Asks for the outcome of the latest call whose lead is not open. */
export function Unanswered() {
  const openLead = useOpenLead();
  const last = useOpenCalls()
    .filter((id) => id !== openLead)
    .at(-1);
  return last === undefined ? null : <Question id={last} key={last} />;
}

function Question({ id }: { id: string }) {
  const { lead } = useLead(id);
  return (
    lead && (
      <p className="flex flex-wrap items-center gap-x-4 border-line border-b bg-sunk px-4 py-2">
        <a
          className="link min-h-12 content-center"
          href={leadHref(id)}
          onClick={() => startCall(id)}
        >
          Reached {lead.name}?
        </a>
        <Button className="link min-h-12" onClick={() => endCall(id)}>
          I didn’t call
        </Button>
      </p>
    )
  );
}
