import type { Lead } from "../../api/server.ts";
import { useList } from "../../data/use-leads.ts";
import { useNow } from "../../page/use-now.ts";
import { Days, LeadList } from "../../parts/lead-list.tsx";
import { LeadLink, Margin } from "../../parts/lead-rows.tsx";
import { MapLink } from "../../parts/links.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import { dayOf } from "../../rules/clock.ts";
import { groupBy, isVisitOver } from "../../rules/next.ts";
import { directionsHrefs } from "../../words/links.ts";
import { clockInWords, relativeDayInWords } from "../../words/time.ts";

/** The visits from today on, with directions. */
export default function VisitsView() {
  return (
    <>
      <ViewHeading name="visits" />
      <LeadList empty="No visits are set." list="visits">
        {(leads) => (
          <Days leads={leads} timeOf={({ visitAt }) => visitAt}>
            {(stops) => <Stops stops={stops} />}
          </Days>
        )}
      </LeadList>
    </>
  );
}

/** The visits of today, or of the next day that has visits ahead. */
export function VisitsOfDay() {
  const { leads } = useList("visits");
  const next = useNow((now) => leads.find((lead) => !isVisitOver(lead, now))?.visitAt ?? "");
  const day = next && dayOf(next);
  const title = useNow((now) => (day ? `Visits: ${relativeDayInWords(next, now)}` : "Visits"));
  return (
    <section aria-labelledby="visits-of-day">
      <h2 className="px-4 pt-5 pb-3 text-lg" id="visits-of-day">
        {title}
      </h2>
      {day ? (
        <Stops stops={leads.filter(({ visitAt }) => visitAt !== null && dayOf(visitAt) === day)} />
      ) : (
        <p className="hint">No visits are set.</p>
      )}
    </section>
  );
}

const Stops = ({ stops }: { stops: Lead[] }) => (
  <>
    <Routes stops={stops} />
    <ol className="border-line border-t">
      {stops.map((lead) => (
        <Stop key={lead.id} lead={lead} />
      ))}
    </ol>
  </>
);

/** The day's routes, one for each person who goes, without the visits that are over. */
function Routes({ stops }: { stops: Lead[] }) {
  const over = useNow((now) => stops.map((lead) => isVisitOver(lead, now) && lead.id).join());
  const ahead = stops.filter(({ id }) => !over.includes(id));
  const crews = groupBy(ahead, ({ visitBy }) => visitBy ?? "");
  return [...crews].map(([who, visits]) => {
    const addresses = visits.flatMap(({ address }) => address ?? []);
    if (addresses.length < 2) return null;
    const names = visits.filter(({ address }) => !address).map(({ name }) => name);
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

function Stop({ lead }: { lead: Lead }) {
  const { address, town, visitAt, visitBy, service, status } = lead;
  const isOver = useNow((now) => isVisitOver(lead, now));
  return (
    <li className={isOver ? "row text-quiet" : "row"}>
      <Margin time={visitAt ?? ""} words={clockInWords(visitAt ?? "")} />
      <div className="min-w-0 py-2.5 narrow:pl-2 leading-snug">
        <h3 className="text-lg">
          <LeadLink lead={lead} />
        </h3>
        <p className="wrap-anywhere">{address ?? town}</p>
        <p className="text-sm">
          {[isOver && "Over", status === "won" && "Work", service, visitBy]
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
