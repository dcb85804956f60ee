import { useEffect } from "react";
import type { Lead } from "../../api/server.ts";
import { person } from "../../api/session.ts";
import { useList } from "../../data/use-leads.ts";
import { useOpenLead, viewHref } from "../../page/route.ts";
import { useIsWide } from "../../page/use-is-wide.ts";
import { useNow } from "../../page/use-now.ts";
import { Days, LeadList } from "../../parts/lead-list.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { byTime, crewsOf, isOver, type Stop, stopsOf } from "../../rules/appointments.ts";
import { dayOf } from "../../rules/clock.ts";
import { groupBy } from "../../rules/next.ts";
import { counted, nameOf } from "../../words/lead.ts";
import { directionsHrefs } from "../../words/links.ts";
import { dayInWords, hoursInWords, relativeDayInWords } from "../../words/time.ts";
import { changeOf, useSeen } from "./seen.ts";
import { StopRow } from "./stop.tsx";

const dayOfStop = ({ appointment }: Stop) => dayOf(appointment.from);

/** Returns the open stops that another crew has now, as stops of the crew that had them. */
const handedOver = (stops: readonly Stop[]): Stop[] =>
  stops.flatMap(({ lead, appointment }) => {
    const { crew, wasCrew, ended } = appointment;
    const goes = crewInWords(crew ?? "");
    return wasCrew && !ended
      ? [{ lead, appointment: { ...appointment, crew: wasCrew }, goes }]
      : [];
  });

/** Returns the stops from today on. What was called off, or is another crew's now, stays until that was seen. */
function useStops(leads: Lead[]): Stop[] {
  const today = useNow(dayOf);
  const seen = useSeen();
  const stops = stopsOf(leads);
  const isGone = ({ appointment, goes }: Stop) => goes || appointment.ended === "called-off";
  return [...stops, ...handedOver(stops)]
    .filter((stop) => dayOfStop(stop) >= today && !(isGone(stop) && seen.includes(changeOf(stop))))
    .sort(byTime);
}

/** Returns the crews and their stops by name: the person's own first, and what has no crew last. */
function byCrew(stops: readonly Stop[]): [crew: string, Stop[]][] {
  const mine = nameOf(person ?? "");
  const rank = (crew: string) => (crew === mine ? 0 : crew === "" ? 2 : 1);
  return [...crewsOf(stops)].sort(
    ([one], [other]) => rank(one) - rank(other) || one.localeCompare(other),
  );
}

const crewInWords = (crew: string) => crew || "Nobody yet";

/** Returns the link to a crew's stops, from a day on. */
const crewHref = (crew: string, day = "") => viewHref("visits", `${day}/${crew}`);

/** The visits from today on. */
export default function VisitsView({ rest }: { rest: string }) {
  return (
    <>
      <ViewHeading name="visits" />
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
  const isAsked = (stop: Stop) => stop.appointment.ended === null && dayOfStop(stop) < today;
  const stops = stopsOf(leads).filter(isAsked);
  if (stops.length === 0) return null;
  return (
    <section aria-labelledby="been-there">
      <h2 className="px-4 pt-2 pb-1.5" id="been-there">
        Been there?
      </h2>
      <Stops isOfCrew={false} stops={stops} />
    </section>
  );
}

/** The days of one crew, the person's own if nobody chose another; at the office, of all crews. */
function Ahead({ leads, rest }: { leads: Lead[]; rest: string }) {
  const stops = useStops(leads);
  const isWide = useIsWide();
  const isOffice = useOpenLead() === undefined && isWide;
  const [, day = "", chosen] = /^(\d{4}-\d\d-\d\d)?\/(.*)$/.exec(rest) ?? [];
  const crews = byCrew(stops);
  const [crew, own] = crews.find(([name]) => name === chosen) ?? crews[0] ?? ["", []];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another crew's days have moved.
  useEffect(() => document.getElementById(day)?.scrollIntoView(), [day, crew]);
  if (stops.length === 0) return null;
  return (
    <div>
      <Week crews={crews} stops={stops} />
      {!isOffice && crews.length > 1 && (
        <nav aria-label="Crew" className="mx-4 mt-2 flex flex-wrap gap-2">
          {crews.map(([name, { length }]) => (
            <a aria-current={name === crew} className="button" href={crewHref(name)} key={name}>
              {crewInWords(name)} <span className="figures">{length}</span>
            </a>
          ))}
        </nav>
      )}
      <Days items={isOffice ? stops : own} timeOf={({ appointment }) => appointment.from}>
        {(ofDay) => (
          <>
            <Crews stops={ofDay} />
            <RainLink
              crew={isOffice ? undefined : crew}
              stops={ofDay.filter(({ goes }) => !goes)}
            />
          </>
        )}
      </Days>
    </div>
  );
}

/** A link to the view that moves the stops of a day. A crew's are chosen there; without a crew, all. */
const RainLink = ({ stops: [first], crew }: { stops: readonly Stop[]; crew?: string }) =>
  first && (
    <a
      className="link mx-4 inline-flex min-h-12 items-center"
      href={viewHref("rain", [dayOfStop(first), crew].filter((it) => it !== undefined).join("/"))}
    >
      Rain…<span className="sr-only"> on {dayInWords(first.appointment.from)}</span>
    </a>
  );

/** The days and the crews in a table, whose cells link to the stops. */
function Week({ stops, crews }: { stops: readonly Stop[]; crews: [crew: string, Stop[]][] }) {
  const now = useNow((time) => time);
  return (
    <details className="mx-4 mt-2">
      <summary className="button list-none">The days and crews</summary>
      <div className="overflow-x-auto">
        <table className="mt-2 w-full text-left">
          <thead>
            <tr>
              <th className="sr-only">Day</th>
              {crews.map(([crew]) => (
                <th className="p-2" key={crew} scope="col">
                  {crewInWords(crew)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...groupBy(stops, dayOfStop)].map(([day, [first]]) => (
              <tr className="border-line border-t" key={day}>
                <th scope="row">{first && relativeDayInWords(first.appointment.from, now)}</th>
                {crews.map(([crew, own]) => (
                  <td className="px-2" key={crew}>
                    <DayLink
                      href={crewHref(crew, day)}
                      stops={own.filter((stop) => dayOfStop(stop) === day && !stop.goes)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function DayLink({ stops, href }: { stops: Stop[]; href: string }) {
  const [first] = stops;
  const end = stops
    .map(({ appointment }) => appointment.to)
    .sort()
    .at(-1);
  if (!first || !end) return null;
  return (
    <a className="link grid min-h-12 content-center" href={href}>
      {counted(stops.length, "stop")}
      <span className="text-sm">{hoursInWords(first.appointment.from, end)}</span>
    </a>
  );
}

/** The visits of today, or of the next day that has visits ahead. */
export function VisitsOfDay() {
  const stops = useStops(useList("visits").leads);
  const next = useNow(
    (now) => stops.find(({ appointment }) => !isOver(appointment, now))?.appointment.from ?? "",
  );
  const day = next && dayOf(next);
  const title = useNow((now) => (day ? `Visits: ${relativeDayInWords(next, now)}` : "Visits"));
  return (
    <section aria-labelledby="visits-of-day">
      <h2 className="px-4 pt-5 pb-3 text-lg" id="visits-of-day">
        {title}
      </h2>
      {day ? (
        <Crews stops={stops.filter((stop) => dayOfStop(stop) === day)} />
      ) : (
        <p className="hint">No visits are set.</p>
      )}
    </section>
  );
}

/** The stops of a day by crew, side by side where there is room, in the order of their hours. */
const Crews = ({ stops }: { stops: readonly Stop[] }) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(18rem,100%),1fr))]">
    {byCrew(stops).map(([crew, own]) => (
      <section aria-label={crewInWords(crew)} key={crew}>
        <p className="px-4 pb-1 font-semibold text-quiet">{crewInWords(crew)}</p>
        <Route crew={crew} stops={own} />
        <Stops stops={own} />
      </section>
    ))}
  </div>
);

const Stops = ({ stops, isOfCrew }: { stops: readonly Stop[]; isOfCrew?: boolean }) => (
  <ol className="border-line border-t">
    {stops.map((stop) => (
      <StopRow isOfCrew={isOfCrew} key={stop.appointment.id} {...stop} />
    ))}
  </ol>
);

/** A crew's route of the day, without the stops that are over. */
function Route({ crew, stops }: { crew: string; stops: readonly Stop[] }) {
  const over = useNow((now) =>
    stops.map(({ appointment }) => isOver(appointment, now) && appointment.id).join(),
  );
  const ahead = stops.filter(({ appointment, goes }) => !goes && !over.includes(appointment.id));
  const addresses = ahead.flatMap(({ lead }) => lead.address ?? []);
  if (addresses.length < 2) return null;
  const names = ahead.filter(({ lead }) => !lead.address).map(({ lead }) => lead.name);
  const parts = directionsHrefs(addresses);
  return (
    <div className="mx-4 mb-3 grid gap-2">
      {parts.map((href, index) => (
        <a className="button" href={href} key={href} rel="noreferrer" target="_blank">
          {crew ? `Route for ${crew}` : "Route"}
          {parts.length > 1 && `, part ${index + 1} of ${parts.length}`}
        </a>
      ))}
      {names.length > 0 && <p>Not on the route, for lack of an address: {names.join(", ")}</p>}
    </div>
  );
}
