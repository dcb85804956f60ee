import { type ComponentProps, useEffect, useRef, useState } from "react";
import type { Lead } from "../../api/server.ts";
import { act } from "../../data/act.ts";
import { endCall, useCalls } from "../../data/calls.ts";
import { Button } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { isShortcut } from "../../parts/keyboard.ts";
import { CallLink } from "../../parts/links.tsx";
import { KEYS, WhatNext } from "./what-next.tsx";
import { WhenAgain } from "./when.tsx";
import { Write } from "./write.tsx";

const ActionBar = (props: ComponentProps<"section">) => (
  <section
    className="actions flex flex-none flex-wrap gap-2 bg-raised px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:justify-center"
    {...props}
  />
);

/** The buttons below a lead. After a call, they ask whether the person was reached. */
export function Actions({ lead }: { lead: Lead }) {
  const isCalled = useCalls().includes(lead.id);
  const [sheet, setSheet] = useState<string>();
  const close = () => setSheet(undefined);
  useLeadKeys((key) => setSheet(key));
  return (
    <>
      {isCalled ? (
        <Reached lead={lead} onReached={() => setSheet("next")} />
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
      {sheet !== undefined && sheet !== "write" && (
        <WhatNext begin={sheet} close={close} key={sheet} lead={lead} />
      )}
    </>
  );
}

/** Handles the keys of a lead that is open: c calls, e writes a note, and {@link KEYS}. */
function useLeadKeys(begin: (key: string) => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const { key } = event;
      if (Object.hasOwn(KEYS, key)) begin(key);
      else if (key === "c") document.querySelector<HTMLElement>(".actions a")?.click();
      else if (key === "e") document.querySelector<HTMLElement>("#note")?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [begin]);
}

/** Asks for a call's outcome. It does not cover the lead, which the caller may still be reading. */
function Reached({ lead, onReached }: { lead: Lead; onReached: () => void }) {
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
      <h2 className="line-clamp-2 w-full text-lg" id="reached" ref={question} tabIndex={-1}>
        Reached {name}?
      </h2>
      <Button
        data-strong
        onClick={() => {
          endCall(id);
          void act(lead, { kind: "called", reached: true });
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
            void act(lead, { kind: "called", reached: false, next: next.toISOString() });
          }}
          close={() => setIsAgain(false)}
          lead={lead}
          title="Nobody reached. Call again"
        />
      )}
    </ActionBar>
  );
}
