import { useState } from "react";
import { LIMITS } from "../../api/description.ts";
import type { Lead } from "../../api/server.ts";
import { person } from "../../api/session.ts";
import { useCounts, useList } from "../../data/use-leads.ts";
import { useNow } from "../../page/use-now.ts";
import { Button } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { LeadList } from "../../parts/lead-list.tsx";
import { LeadRows } from "../../parts/lead-rows.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { isOver, isToTell, stopsOf } from "../../rules/appointments.ts";
import { dayOf } from "../../rules/clock.ts";
import { groupBy, groupOf } from "../../rules/next.ts";
import { countedAtStart } from "../../words/lead.ts";
import { clockInWords, dayInWords } from "../../words/time.ts";

/** The leads that are due, in the sections of their order. */
export function NowView() {
  const count = useCounts()?.now ?? 0;
  const today = useNow(dayInWords);
  const counted = count >= LIMITS.counted ? `${LIMITS.counted - 1}+` : count;
  return (
    <>
      <ViewHeading
        beside={
          <a
            className="button size-12 shrink-0 rounded-full p-0"
            href="#enter"
            title="Enter a caller"
          >
            <Icon name="add" />
            <span className="sr-only">Enter a caller</span>
          </a>
        }
        name="now"
      >
        <span className="low:hidden narrow:hidden">
          {today}
          {count > 0 && " · "}
        </span>
        {count > 0 && `${counted} to do`}
      </ViewHeading>
      <ToTell />
      <TodaysVisits />
      <LeadList empty="Nobody is waiting. The next lead shows here by itself." list="now">
        {(leads, hasMore) => <Sections hasMore={hasMore} leads={leads} />}
      </LeadList>
    </>
  );
}

/** The sections of the groups of due leads. */
const SECTIONS = ["Emergencies", "They answered", "New", "New", "Due", "Due for over a week"];

function Sections({ leads, hasMore }: { leads: Lead[]; hasMore: boolean }) {
  const [isMine, setIsMine] = useState(false);
  const mine = leads.filter(({ takenBy }) => takenBy === person);
  const shown = isMine ? mine : leads;
  const now = useNow((time) => time);
  const sections = [...groupBy(shown, (lead) => SECTIONS[groupOf(lead, now)] ?? "")];
  return (
    <>
      {(isMine || (mine.length > 0 && mine.length < leads.length)) && (
        <p className="mx-4 mb-2 flex gap-2">
          <Button aria-pressed={!isMine} onClick={() => setIsMine(false)}>
            All
          </Button>
          <Button aria-pressed={isMine} onClick={() => setIsMine(true)}>
            Mine
          </Button>
        </p>
      )}
      {sections.map(([title, section], index) => (
        <section aria-label={title} key={title}>
          <h2 className="px-4 low:py-1 pt-3.5 pb-1.5 leading-[1.3]">
            {title}{" "}
            <span className="figures text-quiet">
              {section.length}
              {hasMore && index === sections.length - 1 && "+"}
            </span>
          </h2>
          <LeadRows leads={section} />
        </section>
      ))}
    </>
  );
}

/** A link to what customers must be told, if there is anything. */
function ToTell() {
  const { leads } = useList("visits");
  const count = useNow(
    (now) => stopsOf(leads).filter(({ appointment }) => isToTell(appointment, now)).length,
  );
  return (
    count > 0 && (
      <a className="button mx-4 mb-3 flex" href="#tell">
        {countedAtStart(count, "appointment")} to tell
      </a>
    )
  );
}

function TodaysVisits() {
  const { leads } = useList("visits");
  const now = useNow((time) => time);
  const visits = stopsOf(leads).filter(
    ({ appointment }) => dayOf(appointment.from) === dayOf(now) && !isOver(appointment, now),
  );
  const next = visits
    .filter(({ appointment: { from } }) => Date.parse(from) > now)
    .map(({ appointment: { from }, lead }) => `next ${clockInWords(from)}, ${lead.name}`)[0];
  if (visits.length === 0) return null;
  return (
    <a
      className="mx-4 low:mb-0 mb-3 flex low:min-h-9 min-h-12 items-center justify-between gap-3 rounded-md bg-sunk px-4 low:py-0.5 py-2"
      href="#visits"
    >
      <span className="min-w-0 leading-snug">
        <strong>{countedAtStart(visits.length, "visit")} today</strong>
        {next && (
          <span className="wrap-anywhere block low:hidden narrow:hidden text-sm">{next}</span>
        )}
      </span>
      <Icon className="size-5 text-press" name="forward" />
    </a>
  );
}
