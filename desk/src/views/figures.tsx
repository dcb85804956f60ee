import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Figures, type Period, request } from "../data/server.ts";
import { STATUS_CHOICES, STATUSES } from "../data/status.ts";
import { KEYS } from "../data/store.ts";
import { ageAt, mondayInWords, timeInWords, useNow } from "../parts/age.ts";
import { ShareBar, WeekBars } from "../parts/charts.tsx";
import { CsvLink } from "../parts/csv-link.tsx";
import { ViewHeading } from "../parts/view-heading.tsx";

/** How often the figures are counted again while they are looked at. */
const REFETCH_INTERVAL_MS = 60_000;

const PERIODS: readonly [Period, string][] = [
  ["4", "4 weeks"],
  ["12", "12 weeks"],
  ["52", "12 months"],
];

/** Leads and call clicks of a period, counted. */
export function FiguresView({ weeks }: { weeks: Period }) {
  const { data, error, isPaused, isPlaceholderData } = useQuery({
    queryKey: KEYS.figures(weeks),
    queryFn: () => request("get", "/figures", { query: { weeks } }),
    // Another period takes the place of this one when it is there.
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  const isCounting = !data || isPlaceholderData;
  const isMissing = isCounting && (isPaused || error !== null);
  return (
    <>
      <ViewHeading
        csv={
          <CsvLink query={{ weeks }}>
            the leads of this time, with those that look like spam
          </CsvLink>
        }
        title="Figures"
      >
        {data && !isCounting && <Counted at={data.at} />}
        {isCounting && !isMissing && "Counting…"}
      </ViewHeading>
      <nav aria-label="Period" className="grid max-w-120 grid-cols-3 gap-2 px-4 pb-6">
        {PERIODS.map(([period, name]) => (
          <a
            aria-current={period === weeks ? "true" : undefined}
            className="button"
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
  const age = useNow((now) => Object.values(ageAt(at, now)).join(" ").trim());
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
        <Outcomes statuses={figures.statuses} />
        <Parts
          columns={["Leads"]}
          rows={services.map(({ name, leads }) => [name, leads])}
          title="By service"
        />
        <Parts
          columns={["Leads"]}
          rows={areas.map(({ name, leads }) => [name, leads])}
          title="By area"
        />
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

/** A figure with its heading. */
function Statistic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="statistic">
      <figcaption>
        <h2 className="text-lg leading-normal">{title}</h2>
      </figcaption>
      {children}
    </figure>
  );
}

function Weeks({ weeks }: { weeks: Figures["weeks"] }) {
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const leads = weeks.map((week) => week.leads);
  const clicks = weeks.map((week) => week.clicks);
  const from = mondayInWords(weeks[0]?.from ?? "");
  return (
    <section aria-label="By week" className="mb-8 grid gap-x-12 gap-y-4 md:grid-cols-2">
      <WeekChart counts={leads} from={from} title="Leads" total={number(sum(leads))} />
      <WeekChart
        counts={clicks}
        from={from}
        isSecond
        title="Call clicks"
        total={number(sum(clicks))}
      />
      <details className="md:col-span-full md:max-w-120">
        <summary className="min-h-12 cursor-pointer py-3 font-bold">Numbers by week</summary>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">Week of</th>
              <th scope="col">Leads</th>
              <th scope="col">Call clicks</th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map((week, ago) => (
              <tr key={week.from}>
                <th scope="row">
                  {mondayInWords(week.from)}
                  {ago === 0 && ", so far"}
                </th>
                <td>{number(week.leads)}</td>
                <td>{number(week.clicks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function WeekChart({
  title,
  total,
  counts,
  from,
  isSecond,
}: {
  title: string;
  total: string;
  counts: number[];
  /** the first Monday, in words */
  from: string;
  isSecond?: boolean;
}) {
  const description = `${title} by week since ${from}: ${counts.map(number).join(", ")} so far.`;
  return (
    <figure className="statistic" data-second={isSecond || undefined}>
      <figcaption>
        <h2 className="text-lg leading-normal">{title}</h2>
        <p className="figures text-3xl/[1.1]">{total}</p>
      </figcaption>
      <WeekBars counts={counts} description={description} />
      <p
        aria-hidden="true"
        className="flex justify-between border-paper-200 border-t-2 pt-1 text-sm leading-normal"
      >
        <span>{from}</span>
        <span>this week</span>
      </p>
    </figure>
  );
}

function Answers({ figures: { answers } }: { figures: Figures }) {
  const rows = [
    ["Emergencies", answers.emergency],
    ["All others", answers.other],
  ] as const;
  return (
    <Statistic title="Answered within the hour">
      <table className="parts">
        <thead className="sr-only">
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Answered</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, { leads, withinHour }]) => (
            <tr key={name}>
              <th scope="row">
                {name}
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

const OUTCOMES = STATUS_CHOICES.toSorted((a, b) => STATUSES[a].rank - STATUSES[b].rank);

function Outcomes({ statuses }: { statuses: Figures["statuses"] }) {
  const { won = 0, lost = 0 } = statuses;
  const decided = won + lost;
  return (
    <Parts
      columns={["Leads"]}
      note={
        decided === 0
          ? "None is decided yet."
          : `${percent(won, decided)} of ${number(decided)} decided were won.`
      }
      rows={OUTCOMES.map((status) => [STATUSES[status].label, statuses[status] ?? 0])}
      title="Won and lost"
    />
  );
}

/** Names with one or two counts each, drawn as bars to one scale. */
function Parts({
  title,
  note,
  columns,
  rows,
}: {
  title: string;
  note?: string;
  columns: string[];
  rows: [string, ...number[]][];
}) {
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
