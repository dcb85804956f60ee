import { uuidOfTime } from "browser/uuid-of-time.ts";
import { useState } from "react";
import { name as company, phone as companyPhone } from "../../../../company.json";
import { currentTime } from "../../api/clock.ts";
import { type ActOf, type Lead, urlOf } from "../../api/server.ts";
import { act } from "../../data/act.ts";
import { useNow } from "../../page/use-now.ts";
import { Download } from "../../parts/download.tsx";
import { Button } from "../../parts/form.tsx";
import type { Appointment } from "../../rules/appointments.ts";
import { addDays, dayOf, openDay, timeOn, toField } from "../../rules/clock.ts";
import { amountInWords } from "../../words/amount.ts";
import { appointmentInWords, changeInWords, toldInWords } from "../../words/appointment.ts";
import { dayInWords } from "../../words/time.ts";
import { moveOf, toldNow } from "./appoint.tsx";
import type { Choice } from "./choice.ts";
import { Facts, Section } from "./section.tsx";
import { WhatNext } from "./what-next.tsx";
import { useClashes } from "./when.tsx";

/** A lead's open appointments, and those of today or later that were called off, with its calendar file. */
export function VisitFacts({ lead }: { lead: Lead }) {
  const [move, setMove] = useState<Choice>();
  const today = useNow(dayOf);
  const shown = lead.appointments.filter(
    ({ ended, from }) => ended === null || (ended === "called-off" && dayOf(from) >= today),
  );
  if (shown.length === 0) return null;
  return (
    <Section id="appointments" title="Appointments">
      <ul className="mt-1 border-line border-t">
        {shown.map((appointment) => (
          <AppointmentFacts
            appointment={appointment}
            key={appointment.id}
            lead={lead}
            move={() => setMove(moveOf(appointment))}
          />
        ))}
      </ul>
      <p className="mt-2 flex flex-wrap gap-2">
        <FurtherDay lead={lead} />
        <Download
          className="button"
          href={urlOf("/leads/{id}/visit.ics", { path: { id: lead.id } })}
          what="The calendar’s file"
        >
          To the calendar
        </Download>
        <Button onClick={() => print()}>Print the work order</Button>
      </p>
      {move && <WhatNext begin={move} close={() => setMove(undefined)} lead={lead} />}
    </Section>
  );
}

interface AppointmentProps {
  lead: Lead;
  appointment: Appointment;
  move: () => void;
}

function AppointmentFacts({ lead, appointment, move }: AppointmentProps) {
  const { id, from, ended } = appointment;
  const words = appointmentInWords(appointment);
  const hasBegun = useNow((now) => Date.parse(from) <= now);
  const end = (how: ActOf<"ended">["how"]) => {
    const told = how === "called-off" ? toldNow(lead) : undefined;
    act(lead, { kind: "ended", appointment: id, how, told });
  };
  const button = (label: string, onClick: () => void) => (
    <Button className="link min-h-12" onClick={onClick}>
      {label}
      <span className="sr-only">: {words}</span>
    </Button>
  );
  const facts = [changeInWords(appointment), !hasBegun && toldInWords(appointment)];
  return (
    <li className="border-line border-b pt-2">
      <p className="figures text-lg data-off:line-through" data-off={ended !== null || undefined}>
        {words}
      </p>
      <p>{facts.filter(Boolean).join(" · ")}</p>
      <p className="flex flex-wrap gap-x-5">
        {ended === null && hasBegun && button("Done", () => end("done"))}
        {ended === null && hasBegun && button("Nobody there", () => end("nobody-there"))}
        {button(ended === null ? "Move…" : "Set it again…", move)}
        {ended === null && !hasBegun && button("Call it off", () => end("called-off"))}
      </p>
    </li>
  );
}

/** Sets one more day of the work in one press: the next open day, with the crew and the hours of the last one. */
function FurtherDay({ lead }: { lead: Lead }) {
  const last = lead.appointments.findLast(({ purpose, ended }) => purpose === "work" && !ended);
  const clashesAt = useClashes(lead, last?.crew ?? "");
  if (!last) return null;
  const day = openDay(addDays(dayOf(last.from), 1));
  const from = timeOn(day, toField(last.from).slice(11));
  const to = new Date(from.getTime() + Date.parse(last.to) - Date.parse(last.from));
  const clashes = clashesAt(from, to);
  const set = () =>
    act(lead, {
      kind: "appointed",
      appointment: uuidOfTime(currentTime()),
      purpose: "work",
      from: from.toISOString(),
      to: to.toISOString(),
      crew: last.crew ?? undefined,
      told: toldNow(lead),
    });
  return (
    <>
      {clashes && <span className="w-full">{clashes}</span>}
      <Button onClick={set}>One more day: {dayInWords(from)}</Button>
    </>
  );
}

/** The printed page of a lead. */
export function WorkOrder({ lead }: { lead: Lead }) {
  const { quoted, won } = lead;
  const amount = won ?? quoted;
  const open = lead.appointments.filter(({ ended }) => ended === null);
  return (
    <section aria-label="Work order" className="work-order hidden print:block">
      <p>
        {company} · {companyPhone}
      </p>
      <h1 className="my-4 text-2xl">Work order: {lead.name}</h1>
      <Facts
        facts={[
          ["When, and who", open.map(appointmentInWords).join("\n")],
          ["Where", lead.address ?? lead.town],
          ["Call", lead.phone],
          ["Email", lead.email],
          ["What", lead.service],
          ...Object.entries(lead.otherFields),
          ["In their words", lead.details],
          ["Note", lead.note],
          ["Amount", amount === null ? null : amountInWords(amount)],
        ]}
      />
      <p className="mt-12 border-ink border-t pt-1">Done, date and signature</p>
    </section>
  );
}
