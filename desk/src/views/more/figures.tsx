import { Children, type ReactNode } from "react";
import { type Figures, type LeadStatus, type Period, request } from "../../api/server.ts";
import { useQuery } from "../../data/queries.ts";
import { useNow } from "../../page/use-now.ts";
import { LeadRows } from "../../parts/lead-rows.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { isLead } from "../../rules/lead.ts";
import { STATUSES } from "../../rules/status.ts";
import { amountInWords } from "../../words/amount.ts";
import { counted, LOST_REASONS } from "../../words/lead.ts";
import { ageInWords, mondayInWords, timeInWords } from "../../words/time.ts";
import { ShareBar, WeekBars } from "./charts.tsx";

const REFETCH_INTERVAL_MS = 60_000;

const PERIODS: readonly [Period, string][] = [
  ["4", "4 weeks"],
  ["12", "12 weeks"],
  ["52", "12 months"],
];

/** The figures of a period: its leads, the amounts quoted and won, and the time until the first call. */
export default function FiguresView({ rest }: { rest: string }) {
  const weeks = PERIODS.find(([period]) => period === rest)?.[0] ?? "12";
  // Under "figures/", the phone may have those of an earlier version, without the estimates.
  const { data, error, isPaused, isPrevious } = useQuery(
    `figures-2/${weeks}`,
    () => request("get", "/figures", { query: { weeks } }),
    { every: REFETCH_INTERVAL_MS },
  );
  const age = useNow((now) => (data ? ageInWords(data.at, now) : ""));
  // The previous period stays visible until this one is loaded.
  const isCounting = !data || isPrevious;
  const isMissing = isCounting && (isPaused || error !== null);
  return (
    <>
      <ViewHeading name="figures">
        {data && !isCounting && (
          <time dateTime={data.at} title={timeInWords(data.at)}>
            {age === "now" ? "Counted just now" : `Counted ${age} ago`}
          </time>
        )}
        {isCounting && !isMissing && "Counting…"}
      </ViewHeading>
      <nav aria-label="Period" className="flex flex-wrap gap-2 px-4 pb-6">
        {PERIODS.map(([period, name]) => (
          <a
            aria-current={period === weeks ? "true" : undefined}
            className="button flex-auto md:flex-none"
            href={`#figures/${period}`}
            key={period}
          >
            {name}
          </a>
        ))}
      </nav>
      {isMissing && (
        <p className="hint" role="alert">
          {error?.message ?? "These figures need a connection, and are kept here from then on."}
        </p>
      )}
      {data && !isMissing && (
        <div aria-busy={isCounting} className="px-4 pb-12 aria-busy:opacity-50">
          <Statistics figures={data} />
        </div>
      )}
    </>
  );
}

function Statistics({ figures }: { figures: Figures }) {
  const { weeks, clicks, pages, services, spam, statuses, decided, lost, estimates } = figures;
  const cold = figures.cold.filter(isLead);
  const all = decided.won + decided.lost;
  return (
    <>
      <Weeks weeks={weeks} />
      <div className="gap-x-12 *:mb-9 *:break-inside-avoid md:columns-2">
        <QuotesOut out={figures.out} />
        <Breakdown
          rows={[
            ["Offered", estimates.offered],
            ["Looked at", estimates.looked],
            ["Accepted", estimates.accepted],
            ["Declined", estimates.declined],
          ]}
          title="Estimates sent by link"
        />
        <FirstCalls figures={figures} />
        <Breakdown
          note={
            all === 0
              ? "Nothing was decided in this time."
              : `${percent(decided.won, all)} of ${number(all)} that were decided in this time were won.`
          }
          rows={[
            ["Won", decided.won],
            ...lost.map(({ reason, leads }): [string, number] => [
              reason ? `Lost: ${LOST_REASONS[reason].toLowerCase()}` : "Lost: nobody said why",
              leads,
            ]),
          ]}
          title="Won and lost"
        />
        <Breakdown
          rows={OUTCOMES.map((status) => [STATUSES[status], statuses[status] ?? 0])}
          title="What became of these leads"
        />
        <Breakdown rows={services.map(({ name, leads }) => [name, leads])} title="By service" />
        <Breakdown
          note="The page or site before the one where the form was sent."
          rows={pages.map(({ name, leads }) => [name === "/" ? "/ (home page)" : name, leads])}
          title="Where they came from"
        />
        <Statistic title="Call buttons pressed" total={number(clicks)} />
      </div>
      {cold.length > 0 && (
        <section aria-labelledby="cold" className="mt-4 max-w-176">
          <h2 className="mb-2 text-lg leading-normal" id="cold">
            Going cold, the largest first
          </h2>
          <LeadRows leads={cold} />
        </section>
      )}
      <p className="mt-4">
        {spam === 0
          ? "Nothing looked like spam in this time."
          : `${number(spam)} more looked like spam, and are in none of these figures.`}
      </p>
    </>
  );
}

const OUTCOMES = (Object.keys(STATUSES) as LeadStatus[]).filter((status) => status !== "spam");

const number = (count: number) => count.toLocaleString("en-US");

const percent = (part: number, whole: number) =>
  whole === 0 ? "–" : `${Math.round((100 * part) / whole)}%`;

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

interface StatisticProps {
  title: string;
  total?: string;
  isSecond?: boolean;
  children?: ReactNode;
}

const Statistic = ({ title, total, isSecond, children }: StatisticProps) => (
  <figure className="statistic" data-second={isSecond || undefined}>
    <figcaption>
      <h2 className="text-lg leading-normal">{title}</h2>
      {total && <p className="figures text-2xl">{total}</p>}
    </figcaption>
    {children}
  </figure>
);

interface TableProps {
  className: string;
  columns: ReactNode[];
  isHeadHidden?: boolean;
  rows: [key: string, heading: ReactNode, ...cells: ReactNode[]][];
}

const NUMBER = "w-[1%] narrow:w-auto whitespace-nowrap pl-5 text-right align-bottom font-bold";
/** Large text leaves no room for the numbers beside the name. */
const ROW = "narrow:flex narrow:flex-wrap narrow:*:first:w-full";
const NAME = "py-1.5 text-left font-medium";

const Table = ({ className, columns, isHeadHidden, rows }: TableProps) => (
  <table className={`w-full [font-variant-numeric:tabular-nums_lining-nums] ${className}`}>
    <thead className={isHeadHidden ? "sr-only" : undefined}>
      <tr>
        {Children.map(columns, (column, index) => (
          <th className={index === 0 ? NAME : `py-1.5 ${NUMBER}`} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([key, heading, ...cells]) => (
        <tr className={isHeadHidden ? ROW : undefined} key={key}>
          <th className={NAME} scope="row">
            {heading}
          </th>
          {Children.map(cells, (cell) => (
            <td className={NUMBER}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

type Week = Figures["weeks"][number];
type Chart = [key: keyof Omit<Week, "from">, title: string, inWords?: (count: number) => string];

const CHARTS: readonly Chart[] = [
  ["leads", "Leads"],
  ["won", "Won", amountInWords],
  ["quoted", "Quoted", amountInWords],
];

const Weeks = ({ weeks }: { weeks: Week[] }) => (
  <section aria-label="By week" className="mb-8 grid grid-cols-1 gap-x-12 gap-y-6 md:grid-cols-2">
    {CHARTS.map((chart) => (
      <WeekChart chart={chart} key={chart[0]} weeks={weeks} />
    ))}
    <p className="text-quiet text-sm md:col-span-full">
      Amounts count in the week in which something was won or quoted, whenever the lead came.
    </p>
    <details className="md:col-span-full">
      <summary className="min-h-12 py-3 font-bold">Numbers by week</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <div className="overflow-x-auto" tabIndex={0}>
        <Table
          className="whitespace-nowrap [&_tr]:border-line [&_tr]:border-b"
          columns={["Week of", ...CHARTS.map(([, title]) => title), "Lost", "Callers"]}
          rows={weeks
            .toReversed()
            .map((week, ago) => [
              week.from,
              `${mondayInWords(week.from)}${ago === 0 ? ", so far" : ""}`,
              ...CHARTS.map(([key, , inWords = number]) => inWords(week[key])),
              number(week.lost),
              number(week.entered),
            ])}
        />
      </div>
    </details>
  </section>
);

function WeekChart({ chart, weeks }: { chart: Chart; weeks: Week[] }) {
  const [key, title, inWords] = chart;
  const counts = weeks.map((week) => week[key]);
  const from = weeks[0] ? mondayInWords(weeks[0].from) : "";
  const format = inWords ?? number;
  const description = `${title} by week since ${from}: ${counts.map(format).join(", ")} so far.`;
  return (
    <Statistic isSecond={key === "quoted"} title={title} total={format(sum(counts))}>
      <WeekBars counts={counts} description={description} inWords={inWords} />
      <p
        aria-hidden="true"
        className="flex justify-between border-line border-t-2 pt-1 text-sm leading-normal"
      >
        <span>{from}</span>
        <span>this week</span>
      </p>
    </Statistic>
  );
}

/** "14 min", "2 h", "3 days". */
function minutesInWords(minutes: number): string {
  if (minutes < 60) return `${Math.round(minutes)} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

function FirstCalls({ figures: { answers, firstCall } }: { figures: Figures }) {
  const kinds = [
    ["Emergencies", answers.emergency, firstCall.emergency],
    ["All others", answers.other, firstCall.other],
  ] as const;
  return (
    <Statistic title="Reached within the hour">
      <Table
        className="wrap-anywhere mt-2"
        columns={["Kind", "Reached", "Share"]}
        isHeadHidden
        rows={kinds.map(([name, { leads, withinHour }, minutes]) => [
          name,
          <>
            {name}
            <span className="block text-quiet text-sm">
              {minutes === null
                ? "Nobody was called"
                : `Typical first call: ${minutesInWords(minutes)}`}
            </span>
            <ShareBar part={withinHour} whole={leads} />
          </>,
          leads === 0 ? "none came" : `${number(withinHour)} of ${number(leads)}`,
          <span className="figures block text-xl leading-normal" key="share">
            {percent(withinHour, leads)}
          </span>,
        ])}
      />
    </Statistic>
  );
}

/** The estimates without a decision of the customer, from any period. */
function QuotesOut({ out: { leads, amount, coldLeads, coldAmount } }: { out: Figures["out"] }) {
  const stages: [name: string, count: number, cents: number][] = [
    ["Recent", leads - coldLeads, amount - coldAmount],
    ["Going cold, two weeks or more", coldLeads, coldAmount],
  ];
  return (
    <Statistic title="Still out in quotes" total={amountInWords(amount)}>
      <Table
        className="wrap-anywhere mt-2"
        columns={["Age", "Quotes", "Amount"]}
        isHeadHidden
        rows={stages.map(([name, count, cents]) => [
          name,
          <>
            {name}
            <ShareBar part={cents} whole={amount} />
          </>,
          counted(count, "quote"),
          amountInWords(cents),
        ])}
      />
    </Statistic>
  );
}

interface BreakdownProps {
  title: string;
  note?: string;
  rows: [name: string, count: number][];
}

/** A table with a count in each row, drawn as a bar. All bars have one scale. */
function Breakdown({ title, note, rows }: BreakdownProps) {
  const largest = Math.max(0, ...rows.map(([, count]) => count));
  return (
    <Statistic title={title}>
      {note && <p className="mt-1">{note}</p>}
      {rows.length === 0 ? (
        <p>Nothing came in this time.</p>
      ) : (
        <Table
          className="wrap-anywhere mt-2"
          columns={["Name", "Leads"]}
          isHeadHidden
          rows={rows.map(([name, count]) => [
            name,
            <>
              {name}
              <ShareBar part={count} whole={largest} />
            </>,
            number(count),
          ])}
        />
      )}
    </Statistic>
  );
}
