import { useList } from "../../data/use-leads.ts";
import { useNow } from "../../page/use-now.ts";
import { Days, LeadList } from "../../parts/lead-list.tsx";
import { LeadLink, Margin } from "../../parts/lead-rows.tsx";
import { MapLink } from "../../parts/links.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { crewsOf, isOver, type Stop as StopOfDay, stopsOf } from "../../rules/appointments.ts";
import { dayOf } from "../../rules/clock.ts";
import { directionsHrefs } from "../../words/links.ts";
import { clockInWords, relativeDayInWords } from "../../words/time.ts";

/** The visits from today on, with directions. */
export default function VisitsView() {
  const today = useNow(dayOf);
  return (
    <>
      <ViewHeading name="visits" />
      <LeadList empty="No visits are set." list="visits">
        {(leads) => {
          const ahead = stopsOf(leads).filter(
            ({ appointment }) => dayOf(appointment.from) >= today,
          );
          return (
            <Days items={ahead} timeOf={({ appointment }) => appointment.from}>
              {(stops) => <Stops stops={stops} />}
            </Days>
          );
        }}
      </LeadList>
    </>
  );
}

/** The visits of today, or of the next day that has visits ahead. */
export function VisitsOfDay() {
  const { leads } = useList("visits");
  const all = stopsOf(leads);
  const next = useNow(
    (now) => all.find(({ appointment }) => !isOver(appointment, now))?.appointment.from ?? "",
  );
  const day = next && dayOf(next);
  const title = useNow((now) => (day ? `Visits: ${relativeDayInWords(next, now)}` : "Visits"));
  return (
    <section aria-labelledby="visits-of-day">
      <h2 className="px-4 pt-5 pb-3 text-lg" id="visits-of-day">
        {title}
      </h2>
      {day ? (
        <Stops stops={all.filter(({ appointment }) => dayOf(appointment.from) === day)} />
      ) : (
        <p className="hint">No visits are set.</p>
      )}
    </section>
  );
}

const Stops = ({ stops }: { stops: readonly StopOfDay[] }) => (
  <>
    <Routes stops={stops} />
    <ol className="border-line border-t">
      {stops.map((stop) => (
        <Stop key={stop.appointment.id} {...stop} />
      ))}
    </ol>
  </>
);

/** The day's routes, one for each person who goes, without the visits that are over. */
function Routes({ stops }: { stops: readonly StopOfDay[] }) {
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
      <div className="mx-4 mb-3 grid gap-2" key={who}>
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

function Stop({ lead, appointment }: StopOfDay) {
  const { address, town, service } = lead;
  const { from, crew, purpose } = appointment;
  const isPast = useNow((now) => isOver(appointment, now));
  return (
    <li className={isPast ? "row text-quiet" : "row"}>
      <Margin time={from} words={clockInWords(from)} />
      <div className="min-w-0 py-2.5 narrow:pl-2 leading-snug">
        <h3 className="text-lg">
          <LeadLink lead={lead} />
        </h3>
        <p className="wrap-anywhere">{address ?? town}</p>
        <p className="text-sm">
          {[isPast && "Over", purpose === "work" && "Work", service, crew]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {address && (
        <MapLink address={address} className="button relative z-1 size-13 rounded-full p-0">
          <span className="sr-only">Map of {address}</span>
        </MapLink>
      )}
    </li>
  );
}
