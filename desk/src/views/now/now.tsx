import { useState } from "react";
import { LIMITS } from "../../api/description.ts";
import type { Lead } from "../../api/server.ts";
import { person } from "../../api/session.ts";
import { useCounts, useList } from "../../data/use-leads.ts";
import { useNow } from "../../data/use-now.ts";
import { Button } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { LeadList } from "../../parts/lead-list.tsx";
import { LeadRows } from "../../parts/lead-rows.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { isOver, isToTell, stopsOf } from "../../rules/appointments.ts";
import { dayOf } from "../../rules/clock.ts";
import { groupBy, isNew, isOverdue, isUnreachedEmergency } from "../../rules/next.ts";
import { countedAtStart } from "../../words/lead.ts";
import { clockInWords, dayInWords } from "../../words/time.ts";

/** The leads that are due: emergencies first, then new ones, then the others. */
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
            title="Enter a caller (n)"
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
      <TodaysVisits />
      <LeadList empty="Nobody is waiting. The next lead shows here by itself." list="now">
        {(leads, hasMore) => <Sections hasMore={hasMore} leads={leads} />}
      </LeadList>
    </>
  );
}

function Sections({ leads, hasMore }: { leads: Lead[]; hasMore: boolean }) {
  const [isMine, setIsMine] = useState(false);
  const mine = leads.filter(({ takenBy }) => takenBy === person);
  const shown = isMine ? mine : leads;
  const now = useNow((time) => time);
  const sectionOf = (lead: Lead) => {
    if (isUnreachedEmergency(lead)) return "Emergencies";
    if (isNew(lead)) return "New";
    return isOverdue(lead, now) ? "Overdue" : "Due";
  };
  const sections = [...groupBy(shown, sectionOf)];
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

/** Links to what customers must be told, and to the visits that are ahead today, if there are any. */
function TodaysVisits() {
  const { leads } = useList("visits");
  const now = useNow((time) => time);
  const visits = stopsOf(leads).filter(
    ({ appointment }) => dayOf(appointment.from) === dayOf(now) && !isOver(appointment, now),
  );
  const next = visits
    .filter(({ appointment: { from } }) => Date.parse(from) > now)
    .map(({ appointment: { from }, lead }) => `next ${clockInWords(from)}, ${lead.name}`)[0];
  const told = stopsOf(leads).filter(({ appointment }) => isToTell(appointment, now)).length;
  return (
    <>
      {told > 0 && <ViewLink href="#tell" title={`${countedAtStart(told, "customer")} to tell`} />}
      {visits.length > 0 && (
        <ViewLink href="#visits" title={`${countedAtStart(visits.length, "visit")} today`}>
          {next}
        </ViewLink>
      )}
    </>
  );
}

/** A link to a view of the same tab. */
const ViewLink = ({
  href,
  title,
  children,
}: Record<"href" | "title", string> & { children?: string }) => (
  <a
    className="mx-4 low:mb-0 mb-3 flex low:min-h-9 min-h-12 items-center justify-between gap-3 rounded-md bg-sunk px-4 low:py-0.5 py-2"
    href={href}
  >
    <span className="min-w-0 leading-snug">
      <strong>{title}</strong>
      {children && (
        <span className="wrap-anywhere block low:hidden narrow:hidden text-sm">{children}</span>
      )}
    </span>
    <Icon className="size-5 text-press" name="forward" />
  </a>
);
