import { LIMITS } from "../../api/limits.ts";
import { useCounts } from "../../data/use-changes.ts";
import { useList } from "../../data/use-leads.ts";
import { useNow } from "../../data/use-now.ts";
import { Icon } from "../../parts/icon.tsx";
import { LeadList } from "../../parts/lead-list.tsx";
import { LeadRows } from "../../parts/lead-rows.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { clockInWords, dayInWords, dayOf } from "../../rules/clock.ts";
import { isBurning, isOverdue, type LeadLine } from "../../rules/next.ts";

/** Who needs somebody now: emergencies, what is overdue, what is due. */
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
        title="Now"
      >
        <span className="low:hidden narrow:hidden">
          {today}
          {count > 0 && " · "}
        </span>
        {count > 0 && `${counted} to do`}
      </ViewHeading>
      <TodayStrip />
      <LeadList
        empty="Nobody is waiting. The next lead shows here by itself."
        list="now"
        unknown="The leads need a connection, once."
      >
        {(lines) => <Sections lines={lines} />}
      </LeadList>
    </>
  );
}

/** The list's order has emergencies first, and then what is overdue. */
function Sections({ lines }: { lines: LeadLine[] }) {
  const burning = lines.filter(({ lead }) => isBurning(lead)).length;
  const late = useNow(
    (now) => lines.filter(({ lead }) => !isBurning(lead) && isOverdue(lead, now)).length,
  );
  const sections: [string, LeadLine[]][] = [
    ["Emergencies", lines.slice(0, burning)],
    ["Overdue", lines.slice(burning, burning + late)],
    ["Due", lines.slice(burning + late)],
  ];
  return sections.map(
    ([title, section]) =>
      section.length > 0 && (
        <section aria-label={title} key={title}>
          <h2 className="px-4 low:py-1 pt-3.5 pb-1.5 leading-[1.3]">
            {title} <span className="figures text-quiet">{section.length}</span>
          </h2>
          <LeadRows lines={section} />
        </section>
      ),
  );
}

/** Where somebody goes today. */
function TodayStrip() {
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
        <strong>{visits.length === 1 ? "One visit today" : `${visits.length} visits today`}</strong>
        {next && (
          <span className="wrap-anywhere block low:hidden narrow:hidden text-sm">{next}</span>
        )}
      </span>
      <Icon className="size-5 text-press" name="forward" />
    </a>
  );
}
