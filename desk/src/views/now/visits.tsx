import type { Lead } from "../../api/server.ts";
import { Days, LeadList } from "../../parts/lead-list.tsx";
import { LeadLink, Margin } from "../../parts/lead-rows.tsx";
import { MapLink } from "../../parts/links.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";
import type { LeadLine } from "../../rules/next.ts";
import { directionsHref } from "../../words/links.ts";
import { clockInWords } from "../../words/time.ts";

/** The visits from today on, with directions. */
export default function VisitsView() {
  return (
    <>
      <ViewHeading name="visits" />
      <LeadList empty="No visits are set." list="visits">
        {(lines) => (
          <Days lines={lines} timeOf={({ lead }) => lead.visitAt}>
            {(stops) => (
              <>
                <Directions stops={stops} />
                <ol className="border-line border-t">
                  {stops.map(({ lead }) => (
                    <Stop key={lead.id} lead={lead} />
                  ))}
                </ol>
              </>
            )}
          </Days>
        )}
      </LeadList>
    </>
  );
}

function Directions({ stops }: { stops: LeadLine[] }) {
  const addresses = stops.flatMap(({ lead }) => lead.address ?? []);
  if (addresses.length < 2) return null;
  return (
    <a
      className="button mx-4 mb-3 flex"
      href={directionsHref(addresses)}
      rel="noreferrer"
      target="_blank"
    >
      One route for all
    </a>
  );
}

function Stop({ lead }: { lead: Lead }) {
  const { address, town, visitAt, visitBy, service, status } = lead;
  return (
    <li className="row">
      <Margin time={visitAt ?? ""} words={clockInWords(visitAt ?? "")} />
      <div className="min-w-0 py-2.5 narrow:pl-2 leading-snug">
        <h3 className="text-lg">
          <LeadLink lead={lead} />
        </h3>
        <p className="wrap-anywhere">{address ?? town}</p>
        <p className="text-sm">
          {[status === "won" && "The work", service, visitBy].filter(Boolean).join(" · ")}
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
