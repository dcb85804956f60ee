import { useEffect, useRef, useState } from "react";
import type { Lead } from "../../api/server.ts";
import { endCall } from "../../data/calls.ts";
import { takeStep } from "../../data/step.ts";
import { Button } from "../../parts/button.tsx";
import { ActionBar } from "./action-bar.tsx";
import { WhenAgain } from "./when.tsx";

/**
 * What the dialler cannot tell: whether somebody was reached. It is asked beside the lead, not over it:
 * who is still on the phone wants to read.
 */
export function Reached({ lead, onReached }: { lead: Lead; onReached: () => void }) {
  const [isAgain, setIsAgain] = useState(false);
  const question = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const ask = () => document.visibilityState === "visible" && question.current?.focus();
    ask();
    document.addEventListener("visibilitychange", ask);
    return () => document.removeEventListener("visibilitychange", ask);
  }, []);
  const { id, name } = lead;
  return (
    <ActionBar aria-labelledby="reached">
      <h2 className="col-span-full line-clamp-2 text-lg" id="reached" ref={question} tabIndex={-1}>
        Reached {name}?
      </h2>
      <Button
        data-strong
        onClick={() => {
          endCall(id);
          takeStep(lead, { kind: "call", reached: true });
          onReached();
        }}
      >
        Yes
      </Button>
      <Button onClick={() => setIsAgain(true)}>No answer</Button>
      <Button onClick={() => endCall(id)}>I didn’t call</Button>
      {isAgain && (
        <WhenAgain
          choose={(next) => {
            endCall(id);
            takeStep(lead, { kind: "call", reached: false, next });
          }}
          close={() => setIsAgain(false)}
          title="Nobody reached. Call again"
        />
      )}
    </ActionBar>
  );
}
