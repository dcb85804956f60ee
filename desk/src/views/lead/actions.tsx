import { type ComponentProps, useEffect, useRef, useState } from "react";
import type { Lead } from "../../api/server.ts";
import { act } from "../../data/act.ts";
import { endCall, useOpenCalls } from "../../data/calls.ts";
import { Button } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { CallLink } from "../../parts/links.tsx";
import { WhatNext } from "./what-next.tsx";
import { Write } from "./write.tsx";

const ActionBar = (props: ComponentProps<"section">) => (
  <section
    className="actions order-2 flex flex-none flex-wrap gap-2 bg-raised px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:justify-center print:hidden"
    {...props}
  />
);

/** The buttons below a lead. After a call, they ask whether the person was reached. */
export function Actions({ lead }: { lead: Lead }) {
  const isCalled = useOpenCalls().includes(lead.id);
  const [sheet, setSheet] = useState<"write" | "next">();
  const close = () => setSheet(undefined);
  return (
    <>
      {isCalled ? (
        <Reached askNext={() => setSheet("next")} lead={lead} />
      ) : (
        <ActionBar aria-label="What can be done">
          <CallLink className="button py-1" data-strong lead={lead}>
            <Icon name="call" />
            <span className="min-w-0">
              <span className="block text-lg leading-tight">Call</span>
              <span className="wrap-break-word narrow:sr-only block font-medium text-sm leading-tight [font-variant-numeric:tabular-nums]">
                {lead.phone}
              </span>
            </span>
          </CallLink>
          {!lead.call && (
            <p className="wrap-anywhere flex-1 basis-40 self-center">
              {lead.events < 0 ? "To be called once it is sent" : "No number to call"}: {lead.phone}
            </p>
          )}
          <Button disabled={!lead.call && !lead.email} onClick={() => setSheet("write")}>
            Text
          </Button>
          <Button onClick={() => setSheet("next")}>What next</Button>
        </ActionBar>
      )}
      {sheet === "write" && <Write close={close} lead={lead} />}
      {sheet === "next" && <WhatNext close={close} lead={lead} />}
    </>
  );
}

/** Asks for a call's outcome. It does not cover the lead, which the person may still be reading. */
function Reached({ lead, askNext }: { lead: Lead; askNext: () => void }) {
  const question = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const focus = () => document.visibilityState === "visible" && question.current?.focus();
    focus();
    document.addEventListener("visibilitychange", focus);
    return () => document.removeEventListener("visibilitychange", focus);
  }, []);
  return (
    <ActionBar aria-labelledby="reached">
      <h2 className="line-clamp-2 w-full text-lg" id="reached" ref={question} tabIndex={-1}>
        Reached {lead.name}?
      </h2>
      <Button
        data-strong
        onClick={() => {
          act(lead, { kind: "called", reached: true });
          askNext();
        }}
      >
        Yes
      </Button>
      <Button onClick={() => act(lead, { kind: "called", reached: false })}>No answer</Button>
      <Button onClick={() => endCall(lead.id)}>I didn’t call</Button>
    </ActionBar>
  );
}
