import { useLayoutEffect, useRef, useState } from "react";
import type { Means } from "../../api/server.ts";
import { act } from "../../data/act.ts";
import { useNow } from "../../data/use-now.ts";
import { Button, takeFocus } from "../../parts/form.tsx";
import { LeadList, Nothing } from "../../parts/lead-list.tsx";
import { LeadLink } from "../../parts/lead-rows.tsx";
import { isSecondTap } from "../../parts/links.tsx";
import { MessageLinks } from "../../parts/message-links.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { isToTell, type Stop, stopsOf } from "../../rules/appointments.ts";
import { callHref } from "../../words/links.ts";
import { tellingText } from "../../words/texts.ts";

/** What customers have not been told yet: appointments that were set, moved, or called off. */
export default function ToTellView() {
  const now = useNow((time) => time);
  return (
    <>
      <ViewHeading name="tell">Set, moved, or called off</ViewHeading>
      <LeadList empty="Everybody knows." list="visits">
        {(leads) =>
          leads.length > 0 && (
            <Telling
              stops={stopsOf(leads).filter(({ appointment }) => isToTell(appointment, now))}
            />
          )
        }
      </LeadList>
    </>
  );
}

/** When the customer expects somebody: first at the earlier time, if the appointment was moved. */
const expectedAt = ({ appointment: { was, from } }: Stop) =>
  Math.min(Date.parse(was ?? from), Date.parse(from));

/** The texts, the most pressing first. After each one that is sent, the next one has the focus. */
function Telling({ stops }: { stops: Stop[] }) {
  const list = useRef<HTMLOListElement>(null);
  const place = useRef(-1);
  useLayoutEffect(() => {
    const { children } = list.current ?? {};
    const next = children?.[Math.min(place.current, stops.length - 1)];
    next?.querySelector<HTMLElement>(".button")?.focus();
    place.current = -1;
  }, [stops.length]);
  if (stops.length === 0) return <Nothing>Everybody knows.</Nothing>;
  const ordered = [...stops].sort((one, other) => expectedAt(one) - expectedAt(other));
  return (
    <ol className="grid grid-cols-1 gap-3 px-4 pb-6" ref={list}>
      {ordered.map((stop, index) => (
        <ToTell
          key={stop.appointment.id}
          onTold={() => {
            place.current = index;
          }}
          stop={stop}
        />
      ))}
    </ol>
  );
}

function ToTell({ stop: { lead, appointment }, onTold }: { stop: Stop; onTold: () => void }) {
  const [isCalled, setIsCalled] = useState(false);
  const { call, email, name } = lead;
  const message = tellingText(lead, appointment);
  const tell = (means: Means) => {
    act(lead, { kind: "told", appointment: appointment.id, told: means });
    onTold();
  };
  return (
    <li className="card relative rounded-md border border-line bg-raised p-4">
      <h2 className="text-lg">
        <LeadLink lead={lead} />
      </h2>
      <p className="wrap-anywhere mt-1">{message.text}</p>
      <div className="relative z-1 mt-3 flex flex-wrap gap-2 *:flex-1">
        <MessageLinks lead={lead} message={{ ...message, name }} onSend={tell} />
        {call && !isCalled && (
          <a
            className="button"
            href={callHref(call.number)}
            onClick={(event) => {
              if (isSecondTap(event)) return event.preventDefault();
              setIsCalled(true);
            }}
          >
            Call <span className="sr-only">{name}</span>
          </a>
        )}
      </div>
      {(isCalled || !(call || email)) && (
        <p className="relative z-1 mt-3 flex flex-wrap items-center gap-2">
          <span ref={isCalled ? takeFocus : undefined} tabIndex={-1}>
            Told {name} by phone?
          </span>
          <Button data-strong onClick={() => tell("call")}>
            Yes
          </Button>
          {isCalled && (
            <Button
              onClick={() => {
                setIsCalled(false);
                act(lead, { kind: "called", reached: false });
              }}
            >
              No answer
            </Button>
          )}
        </p>
      )}
    </li>
  );
}
