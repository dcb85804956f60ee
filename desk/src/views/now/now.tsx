import { LIMITS } from "../../api/description.ts";
import { useCounts, useList } from "../../data/use-leads.ts";
import { useNow } from "../../data/use-now.ts";
import { Icon } from "../../parts/icon.tsx";
import { LeadList } from "../../parts/lead-list.tsx";
import { LeadRows } from "../../parts/lead-rows.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { dayOf } from "../../rules/clock.ts";
import { isOverdue, isUnreachedEmergency, type LeadLine } from "../../rules/next.ts";
import { countedAtStart } from "../../words/lead.ts";
import { clockInWords, dayInWords } from "../../words/time.ts";

/** The leads that are due: emergencies first, then the overdue ones. */
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
      <LeadList
        empty="Nobody is waiting. The next lead shows here by itself."
        list="now"
        unknown="The leads need a connection, once."
      >
        {(lines, hasMore) => <Sections hasMore={hasMore} lines={lines} />}
      </LeadList>
    </>
  );
}

/** The number of requests, as the heading and the tab count them. */
const requestsIn = (lines: LeadLine[]) =>
  lines.reduce((count, { others }) => count + 1 + others.length, 0);

function Sections({ lines, hasMore }: { lines: LeadLine[]; hasMore: boolean }) {
  const emergencies = lines.filter(({ lead }) => isUnreachedEmergency(lead)).length;
  const late = useNow(
    (now) => lines.filter(({ lead }) => !isUnreachedEmergency(lead) && isOverdue(lead, now)).length,
  );
  const sections: [string, LeadLine[]][] = [
    ["Emergencies", lines.slice(0, emergencies)],
    ["Overdue", lines.slice(emergencies, emergencies + late)],
    ["Due", lines.slice(emergencies + late)],
  ];
  const last = sections.findLast(([, section]) => section.length > 0);
  return sections.map(
    ([title, section]) =>
      section.length > 0 && (
        <section aria-label={title} key={title}>
          <h2 className="px-4 low:py-1 pt-3.5 pb-1.5 leading-[1.3]">
            {title}{" "}
            <span className="figures text-quiet">
              {requestsIn(section)}
              {hasMore && title === last?.[0] && "+"}
            </span>
          </h2>
          <LeadRows lines={section} />
        </section>
      ),
  );
}

function TodaysVisits() {
  const { lines } = useList("visits");
  const today = useNow(dayOf);
  const visits = lines.flatMap(({ lead }) =>
    lead.visitAt !== null && dayOf(lead.visitAt) === today ? [{ ...lead, at: lead.visitAt }] : [],
  );
  const next = useNow(
    (now) =>
      visits
        .filter(({ at }) => Date.parse(at) > now)
        .map(({ at, name }) => `next ${clockInWords(at)}, ${name}`)[0] ?? "",
  );
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
