import type { ReactNode } from "react";
import { useAnswer } from "../data/answers.ts";
import { csvAddress, type Figures, type LeadStatus, type Period, request } from "../data/server.ts";
import { STATUSES } from "../data/status.ts";
import { ageInWords, mondayInWords } from "../parts/age.ts";
import { ShareBar, WeekBars } from "../parts/charts.tsx";
import { timeInWords } from "../parts/clock.ts";
import { Download } from "../parts/download.tsx";
import { amountInWords } from "../parts/lead-words.ts";
import { useNow } from "../parts/use-now.ts";
import { ViewHeading } from "../parts/view-heading.tsx";

/** How often the figures are counted again while they are looked at. */
const REFETCH_INTERVAL_MS = 60_000;

const PERIODS: readonly [Period, string][] = [
  ["4", "4 weeks"],
  ["12", "12 weeks"],
  ["52", "12 months"],
];

type Week = Figures["weeks"][number];

/** Leads of a period, what was quoted and won, and how soon somebody called. */
export default function FiguresView({ rest }: { rest: string }) {
  const weeks = PERIODS.find(([period]) => period === rest)?.[0] ?? "12";
  // Another period takes the place of this one when it is there.
  const { data, error, isPaused, isPrevious } = useAnswer(
    `figures/${weeks}`,
    () => request("get", "/figures", { query: { weeks } }),
    { every: REFETCH_INTERVAL_MS },
  );
  const isCounting = !data || isPrevious;
  const isMissing = isCounting && (isPaused || error !== null);
  return (
    <>
      <ViewHeading
        back="More"
        beside={
          <Download href={csvAddress({ weeks })} what="A spreadsheet">
            Spreadsheet
          </Download>
        }
        title="Figures"
      >
        {data && !isCounting && <Counted at={data.at} />}
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

function Counted({ at }: { at: string }) {
  const age = useNow((now) => ageInWords(at, now));
  return (
    <time dateTime={at} title={timeInWords(at)}>
      {age === "now" ? "Counted just now" : `Counted ${age} ago`}
    </time>
  );
}

function Statistics({ figures }: { figures: Figures }) {
  const { weeks, pages, services, areas, spam } = figures;
  return (
    <>
      <Weeks weeks={weeks} />
      <div className="gap-x-12 *:mb-9 *:break-inside-avoid md:columns-2">
        <Answers figures={figures} />
        <Outcomes figures={figures} />
        <Parts rows={services.map(({ name, leads }) => [name, leads])} title="By service" />
        <Parts rows={areas.map(({ name, leads }) => [name, leads])} title="By area" />
        <Parts
          columns={["Leads", "Calls"]}
          note="The page or site before the one where the form was sent, or the call button pressed."
          rows={pages.map(({ name, leads, clicks }) => [
            name === "/" ? "/ (home page)" : name,
            leads,
            clicks,
          ])}
          title="Where they came from"
        />
      </div>
      <p className="mt-4">
        {spam === 0
          ? "Nothing looked like spam in this time."
          : `${number(spam)} more looked like spam, and are in none of these figures.`}
      </p>
    </>
  );
}

const number = (count: number) => count.toLocaleString("en-US");

/** A share in words: a dash where there is nothing to have a share of. */
const percent = (part: number, whole: number) =>
  whole === 0 ? "–" : `${Math.round((100 * part) / whole)}%`;

interface StatisticProps {
  title: string;
  total?: string;
  isSecond?: boolean;
  children: ReactNode;
}

/** A figure with its heading. */
function Statistic({ title, total, isSecond, children }: StatisticProps) {
  return (
    <figure className="statistic" data-second={isSecond || undefined}>
      <figcaption>
        <h2 className="text-lg leading-normal">{title}</h2>
        {total && <p className="figures text-2xl">{total}</p>}
      </figcaption>
      {children}
    </figure>
  );
}

type Chart = [key: keyof Omit<Week, "from">, title: string, isMoney?: boolean];

/** What the weeks are counted by, in the order of the charts. */
const CHARTS: readonly Chart[] = [
  ["leads", "Leads"],
  ["won", "Won", true],
  ["quoted", "Quoted", true],
  ["clicks", "Call clicks"],
];

function Weeks({ weeks }: { weeks: Week[] }) {
  return (
    <section aria-label="By week" className="mb-8 grid gap-x-12 gap-y-6 md:grid-cols-2">
      {CHARTS.map((chart) => (
        <WeekChart chart={chart} key={chart[0]} weeks={weeks} />
      ))}
      <details className="md:col-span-full">
        <summary className="min-h-12 py-3 font-bold">Numbers by week</summary>
        <div className="overflow-x-auto">
          <table className="numbers">
            <thead>
              <tr>
                <th scope="col">Week of</th>
                {CHARTS.map(([key, title]) => (
                  <th key={key} scope="col">
                    {title}
                  </th>
                ))}
                <th scope="col">Callers</th>
              </tr>
            </thead>
            <tbody>
              {weeks.toReversed().map((week, ago) => (
                <tr key={week.from}>
                  <th scope="row">
                    {mondayInWords(week.from)}
                    {ago === 0 && ", so far"}
                  </th>
                  {CHARTS.map(([key, , isMoney]) => (
                    <td key={key}>{isMoney ? amountInWords(week[key]) : number(week[key])}</td>
                  ))}
                  <td>{number(week.entered)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

function WeekChart({ chart, weeks }: { chart: Chart; weeks: Week[] }) {
  const [key, title, isMoney] = chart;
  const counts = weeks.map((week) => week[key]);
  const from = mondayInWords(weeks[0]?.from ?? "");
  const written = isMoney ? amountInWords : number;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const description = `${title} by week since ${from}: ${counts.map(written).join(", ")} so far.`;
  return (
    <Statistic isSecond={key === "clicks" || key === "quoted"} title={title} total={written(total)}>
      <WeekBars
        counts={counts}
        description={description}
        inWords={isMoney ? amountInWords : undefined}
      />
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

/** Minutes as people say them: "14 min", "1 h 36 min", "3 days". */
function minutesInWords(minutes: number | null): string {
  if (minutes === null) return "–";
  if (minutes < 60) return `${Math.round(minutes)} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

function Answers({ figures: { answers, firstCall } }: { figures: Figures }) {
  const rows = [
    ["Emergencies", answers.emergency, firstCall.emergency],
    ["All others", answers.other, firstCall.other],
  ] as const;
  return (
    <Statistic title="Reached within the hour">
      <table className="parts">
        <thead className="sr-only">
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Reached</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, { leads, withinHour }, minutes]) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <span className="block text-quiet text-sm">
                  First call after {minutesInWords(minutes)}, half of them sooner
                </span>
                <ShareBar parts={[withinHour]} whole={leads} />
              </th>
              <td>{leads === 0 ? "none came" : `${number(withinHour)} of ${number(leads)}`}</td>
              <td className="figures text-xl leading-normal">{percent(withinHour, leads)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Statistic>
  );
}

const OUTCOMES = (Object.keys(STATUSES) as LeadStatus[]).filter((status) => status !== "spam");

function Outcomes({ figures: { statuses, decided } }: { figures: Figures }) {
  const all = decided.won + decided.lost;
  return (
    <Parts
      note={
        all === 0
          ? "None is decided yet."
          : `${percent(decided.won, all)} of ${number(all)} decided were won.`
      }
      rows={OUTCOMES.map((status) => [STATUSES[status], statuses[status] ?? 0])}
      title="Won and lost"
    />
  );
}

interface PartsProps {
  title: string;
  note?: string;
  columns?: string[];
  rows: [string, ...number[]][];
}

/** Names with one or two counts each, drawn as bars to one scale. */
function Parts({ title, note, columns = ["Leads"], rows }: PartsProps) {
  const sum = ([, ...counts]: (typeof rows)[number]) =>
    counts.reduce((total, count) => total + count, 0);
  const largest = Math.max(0, ...rows.map(sum));
  return (
    <Statistic title={title}>
      {note && <p className="mt-1">{note}</p>}
      {rows.length === 0 ? (
        <p>Nothing came in this time.</p>
      ) : (
        <table className="parts">
          <thead className={columns.length === 1 ? "sr-only" : undefined}>
            <tr>
              <th scope="col">
                <span className="sr-only">Name</span>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...counts]) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  <ShareBar parts={counts} whole={largest} />
                </th>
                {counts.map((count, index) => (
                  <td key={columns[index]}>{number(count)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Statistic>
  );
}
