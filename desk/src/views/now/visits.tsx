import { useEffect } from "react";
import type { Lead } from "../../api/server.ts";
import { person } from "../../api/session.ts";
import { useList } from "../../data/use-leads.ts";
import { useOpenLead, viewHref } from "../../page/route.ts";
import { useIsWide } from "../../page/use-is-wide.ts";
import { useNow } from "../../page/use-now.ts";
import { Days, LeadList } from "../../parts/lead-list.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { crewsOf, isOver, type Stop, stopsOf } from "../../rules/appointments.ts";
import { addDays, dayOf, HOUR_MS, hourOn, timeOn, toField } from "../../rules/clock.ts";
import { groupBy } from "../../rules/next.ts";
import { counted, nameOf } from "../../words/lead.ts";
import { directionsHrefs } from "../../words/links.ts";
import {
  clockInWords,
  dayInWords,
  hoursInWords,
  nearDayInWords,
  relativeDayInWords,
} from "../../words/time.ts";
import { changeOf, useSeen } from "./seen.ts";
import { StopRow } from "./stop.tsx";

const dayOfStop = ({ appointment }: Stop) => dayOf(appointment.from);

/** Returns the stops from today on. What was called off stays until that was seen. */
function useStops(leads: Lead[]): Stop[] {
  const today = useNow(dayOf);
  const seen = useSeen();
  return stopsOf(leads).filter(
    (stop) =>
      dayOfStop(stop) >= today &&
      !(stop.appointment.ended === "called-off" && seen.includes(changeOf(stop.appointment))),
  );
}

/** Returns the names of the crews, the person's own first. Without a crew, the name is empty. */
function namesOf(stops: readonly Stop[]): string[] {
  const mine = nameOf(person ?? "");
  const rank = (name: string) => (name === mine ? 0 : name === "" ? 2 : 1);
  return [...crewsOf(stops).keys()].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

const crewInWords = (crew: string) => crew || "Nobody yet";

/** Returns the link to a crew's stops from a day on; without a day, from today on. */
const crewHref = (crew: string, day = "") => viewHref("visits", `${day}/${crew}`);

/** The visits from today on: one crew's days; at the office, the crews of a day, by hours; or a week. */
export default function VisitsView({ rest }: { rest: string }) {
  const isWeek = rest.startsWith("week");
  return (
    <>
      <ViewHeading
        beside={
          <a className="button" href={isWeek ? "#visits" : "#visits/week"}>
            {isWeek ? "Days" : "Week"}
          </a>
        }
        name="visits"
      />
      <BeenThere />
      <LeadList empty="No visits are set." list="visits">
        {(leads) => <Ahead leads={leads} rest={rest} />}
      </LeadList>
    </>
  );
}

/** The appointments from before today whose result nobody has recorded. */
function BeenThere() {
  const { leads } = useList("now");
  const today = useNow(dayOf);
  const stops = stopsOf(leads).filter(
    (stop) => stop.appointment.ended === null && dayOfStop(stop) < today,
  );
  if (stops.length === 0) return null;
  return (
    <section aria-labelledby="been-there">
      <h2 className="px-4 pt-2 pb-1.5" id="been-there">
        Been there?
      </h2>
      <Stops isOfDay={false} stops={stops} />
    </section>
  );
}

function Ahead({ leads, rest }: { leads: Lead[]; rest: string }) {
  const stops = useStops(leads);
  const isWide = useIsWide();
  const openLead = useOpenLead();
  const [, day = "", crew] = /^(\d{4}-\d\d-\d\d)?(?:\/(.*))?$/.exec(rest) ?? [];
  if (stops.length === 0) return null;
  const week = /^week\/?(.*)$/.exec(rest);
  return (
    <div className="pt-2">
      {week ? (
        <Week from={week[1] ?? ""} stops={stops} />
      ) : isWide && openLead === undefined ? (
        <OfficeDay day={day} stops={stops} />
      ) : (
        <Crew chosen={crew} day={day} stops={stops} />
      )}
    </div>
  );
}

interface CrewProps {
  stops: readonly Stop[];
  /** the day to scroll to; may be empty */
  day: string;
  chosen: string | undefined;
}

/** The days of one crew, the person's own if nobody chose another. */
function Crew({ stops, day, chosen }: CrewProps) {
  const names = namesOf(stops);
  const crew = chosen !== undefined && names.includes(chosen) ? chosen : (names[0] ?? "");
  const crews = crewsOf(stops);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another crew's days have moved.
  useEffect(() => {
    if (day) document.getElementById(day)?.scrollIntoView();
  }, [day, crew]);
  return (
    <>
      {names.length > 1 && (
        <nav aria-label="Crew" className="mx-4 mb-1 flex flex-wrap gap-2">
          {names.map((name) => (
            <a aria-current={name === crew} className="button" href={crewHref(name)} key={name}>
              {crewInWords(name)} <span className="figures">{crews.get(name)?.length}</span>
            </a>
          ))}
        </nav>
      )}
      <Days items={crews.get(crew) ?? []} timeOf={({ appointment }) => appointment.from}>
        {(ofDay) => (
          <>
            <Routes stops={ofDay} />
            <Stops stops={ofDay} />
          </>
        )}
      </Days>
    </>
  );
}

/** A day's crews side by side, and links to the other days. */
function OfficeDay({ stops, day }: { stops: readonly Stop[]; day: string }) {
  const days = groupBy(stops, dayOfStop);
  const shown = days.has(day) ? day : ([...days.keys()][0] ?? "");
  const now = useNow((time) => time);
  return (
    <>
      <nav aria-label="Day" className="mx-4 mb-3 flex flex-wrap gap-2">
        {[...days].map(([other, { length }]) => (
          <a
            aria-current={other === shown}
            className="button"
            href={viewHref("visits", other)}
            key={other}
          >
            {nearDayInWords(timeOn(other, "12:00"), now)} <span className="figures">{length}</span>
          </a>
        ))}
      </nav>
      <h2 className="px-4 pb-2 text-lg">{dayInWords(timeOn(shown, "12:00"))}</h2>
      <Crews stops={days.get(shown) ?? []} />
    </>
  );
}

const hourOf = (time: string | Date) => Number(toField(time).slice(11, 13));

/** The stops of a day in a table: a column for each crew, and a row for each hour. */
function Crews({ stops }: { stops: readonly Stop[] }) {
  const names = namesOf(stops);
  const hoursOf = ({ appointment: { from, to } }: Stop) => {
    const first = hourOf(from);
    const count = Math.ceil((Date.parse(to) - Date.parse(from)) / HOUR_MS);
    return Array.from({ length: Math.min(count, 24 - first) }, (_, index) => first + index);
  };
  const all = stops.flatMap(hoursOf);
  const first = Math.min(...all);
  const hours = Array.from({ length: Math.max(...all) - first + 1 }, (_, index) => first + index);
  const crews = crewsOf(stops);
  const day = stops[0] && dayOfStop(stops[0]);
  return (
    <>
      <Routes stops={stops} />
      <div className="overflow-x-auto">
        <table className="w-full table-fixed border-line border-t">
          <thead>
            <tr>
              <th className="w-16 text-quiet text-sm">
                <span className="sr-only">Hour</span>
              </th>
              {names.map((name) => (
                <th className="min-w-60 p-2 text-left text-lg" key={name} scope="col">
                  {crewInWords(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hours.map((hour) => (
              <tr className="border-line border-t align-top" key={hour}>
                <th className="px-2 py-2 text-quiet text-sm" scope="row">
                  {day && clockInWords(hourOn(day, hour))}
                </th>
                {names.map((name) => {
                  const during = crews.get(name)?.filter((stop) => hoursOf(stop).includes(hour));
                  const isBusy = during?.some(({ appointment }) => appointment.ended === null);
                  return (
                    <td
                      className="border-transparent border-l-8 data-busy:border-press"
                      data-busy={isBusy || undefined}
                      key={name}
                    >
                      <Stops
                        stops={during?.filter((it) => hourOf(it.appointment.from) === hour) ?? []}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const DAYS_OF_WEEK = 7;

/** Seven days and their crews: the number of stops, which links to them. */
function Week({ stops, from }: { stops: readonly Stop[]; from: string }) {
  const today = useNow(dayOf);
  const names = namesOf(stops);
  const begin = from > today ? from : today;
  const weekHref = (days: number) => viewHref("visits", `week/${addDays(begin, days)}`);
  return (
    <>
      <div className="overflow-x-auto px-4">
        <table className="w-full border-line border-t">
          <thead>
            <tr>
              <th className="sr-only">Day</th>
              {names.map((name) => (
                <th className="p-2 text-left" key={name} scope="col">
                  {crewInWords(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: DAYS_OF_WEEK }, (_, index) => addDays(begin, index)).map(
              (day) => (
                <tr className="border-line border-t align-top" key={day}>
                  <th className="py-3 pr-2 text-left" scope="row">
                    {nearDayInWords(timeOn(day, "12:00"), timeOn(today, "12:00"))}
                  </th>
                  {names.map((name) => (
                    <td className="p-1" key={name}>
                      <WeekCell
                        crew={name}
                        day={day}
                        stops={stops.filter(
                          (stop) =>
                            dayOfStop(stop) === day && (stop.appointment.crew ?? "") === name,
                        )}
                      />
                    </td>
                  ))}
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      <p className="m-4 flex gap-2">
        {begin > today && (
          <a className="button" href={weekHref(-DAYS_OF_WEEK)}>
            Week before
          </a>
        )}
        <a className="button" href={weekHref(DAYS_OF_WEEK)}>
          Next week
        </a>
      </p>
    </>
  );
}

function WeekCell({ stops, crew, day }: { stops: Stop[]; crew: string; day: string }) {
  const [first] = stops;
  if (!first) return null;
  const ends = stops.map(({ appointment }) => appointment.to).sort();
  return (
    <a className="link grid min-h-12 content-center" href={crewHref(crew, day)}>
      {counted(stops.length, "stop")}
      <span className="text-sm">
        {hoursInWords(first.appointment.from, ends.at(-1) ?? first.appointment.to)}
      </span>
    </a>
  );
}

/** The visits of today, or of the next day that has visits ahead. */
export function VisitsOfDay() {
  const stops = useStops(useList("visits").leads);
  const isAlone = useOpenLead() === undefined;
  const next = useNow(
    (now) => stops.find(({ appointment }) => !isOver(appointment, now))?.appointment.from ?? "",
  );
  const day = next && dayOf(next);
  const title = useNow((now) => (day ? `Visits: ${relativeDayInWords(next, now)}` : "Visits"));
  const ofDay = stops.filter((stop) => dayOfStop(stop) === day);
  return (
    <section aria-labelledby="visits-of-day">
      <h2 className="px-4 pt-5 pb-3 text-lg" id="visits-of-day">
        {title}
      </h2>
      {!day && <p className="hint">No visits are set.</p>}
      {day && isAlone && <Crews stops={ofDay} />}
      {day && !isAlone && (
        <>
          <Routes stops={ofDay} />
          <Stops stops={ofDay} />
        </>
      )}
    </section>
  );
}

const Stops = ({ stops, isOfDay }: { stops: readonly Stop[]; isOfDay?: boolean }) =>
  stops.length > 0 && (
    <ol className="border-line border-t">
      {stops.map((stop) => (
        <StopRow isOfDay={isOfDay} key={stop.appointment.id} {...stop} />
      ))}
    </ol>
  );

/** The day's routes, one for each person who goes, without the visits that are over. */
function Routes({ stops }: { stops: readonly Stop[] }) {
  const over = useNow((now) =>
    stops.map(({ appointment }) => isOver(appointment, now) && appointment.id).join(),
  );
  const crews = crewsOf(stops.filter(({ appointment }) => !over.includes(appointment.id)));
  return [...crews].map(([who, visits]) => {
    const addresses = visits.flatMap(({ lead }) => lead.address ?? []);
    if (addresses.length < 2) return null;
    const names = visits.filter(({ lead }) => !lead.address).map(({ lead }) => lead.name);
    const title = who
      ? `Route for ${who}`
      : crews.size > 1
        ? "Route for the others"
        : "Route for all";
    const parts = directionsHrefs(addresses);
    return (
      <div className="mx-4 mb-3 grid gap-2 md:justify-items-start" key={who}>
        {parts.map((href, index) => (
          <a className="button" href={href} key={href} rel="noreferrer" target="_blank">
            {title}
            {parts.length > 1 && `, part ${index + 1} of ${parts.length}`}
          </a>
        ))}
        {names.length > 0 && <p>Not on the route, for lack of an address: {names.join(", ")}</p>}
      </div>
    );
  });
}
