import { useLayoutEffect, useRef } from "react";
import { act } from "../../data/act.ts";
import { useNow } from "../../page/use-now.ts";
import { Button } from "../../parts/form.tsx";
import { LeadList, Nothing } from "../../parts/lead-list.tsx";
import { LeadLink } from "../../parts/lead-rows.tsx";
import { isSecondTap } from "../../parts/links.tsx";
import { SendLinks } from "../../parts/send-links.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { isToTell, type Stop, stopsOf } from "../../rules/appointments.ts";
import { callHref } from "../../words/links.ts";
import { tellingText } from "../../words/texts.ts";

/** What customers must be told: that an appointment was set, moved, or called off. */
export default function ToTellView() {
  const now = useNow((time) => time);
  return (
    <>
      <ViewHeading name="tell">Set, moved, or called off</ViewHeading>
      <LeadList empty="Everybody knows." list="visits">
        {(leads) =>
          leads.length > 0 && (
            <Texts stops={stopsOf(leads).filter((stop) => isToTell(stop.appointment, now))} />
          )
        }
      </LeadList>
    </>
  );
}

/** When the customer expects somebody. */
const expectedAt = ({ appointment: { was, from } }: Stop) => Date.parse(was ?? from);

/** The texts, the most pressing first. After each one that is sent, the next one has the focus. */
function Texts({ stops }: { stops: Stop[] }) {
  const list = useRef<HTMLOListElement>(null);
  const sent = useRef(-1);
  useLayoutEffect(() => {
    const next = list.current?.children[Math.min(sent.current, stops.length - 1)];
    next?.querySelector<HTMLElement>(".button")?.focus();
    sent.current = -1;
  }, [stops.length]);
  if (stops.length === 0) return <Nothing>Everybody knows.</Nothing>;
  return (
    <ol className="grid grid-cols-1 gap-3 px-4 pb-6" ref={list}>
      {stops
        .sort((one, other) => expectedAt(one) - expectedAt(other))
        .map(({ lead, appointment }, index) => {
          const message = tellingText(lead, appointment);
          const close = () => {
            sent.current = index;
          };
          return (
            <li
              className="relative rounded-md border border-line bg-raised p-4"
              key={appointment.id}
            >
              <h2 className="text-lg">
                <LeadLink lead={lead} />
              </h2>
              <p className="wrap-anywhere">{message.text}</p>
              <SendLinks close={close} lead={lead} message={message}>
                {lead.call && (
                  <a className="button" href={callHref(lead.call.number)}>
                    Call <span className="sr-only">{lead.name}</span>
                  </a>
                )}
                <Button
                  onClick={(event) => {
                    if (isSecondTap(event)) return;
                    act(lead, { kind: "told", appointment: appointment.id, told: "call" });
                    close();
                  }}
                >
                  Told<span className="sr-only"> by phone: {lead.name}</span>
                </Button>
              </SendLinks>
            </li>
          );
        })}
    </ol>
  );
}
