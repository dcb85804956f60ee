import { memo, useEffect, useRef } from "react";
import { folderOf, type Lead } from "../data/lead.ts";
import { ageAt, inWords, urgencyAt, useNow } from "./age.ts";
import { CallLink } from "./call-link.tsx";
import { Icon } from "./icon.tsx";
import { leadLink } from "./links.ts";
import { StatusTag } from "./status-tag.tsx";

/** The lines of the logbook, a lead each. */
export function LeadRows({ leads, openLead }: { leads: Lead[]; openLead: string | undefined }) {
  return (
    <ol className="rows">
      {leads.map((lead) => (
        <LeadRow isOpen={lead.id === openLead} key={lead.id} lead={lead} />
      ))}
    </ol>
  );
}

const LeadRow = memo(function LeadRow({ lead, isOpen }: { lead: Lead; isOpen: boolean }) {
  const { name, service, emergency, status } = lead;
  const isWaiting = folderOf(lead) === "open";
  const urgency = useNow((now) => (isWaiting ? urgencyAt(lead.createdAt, now) : "calm"));
  const place = lead.address ?? [lead.city, lead.state].filter(Boolean).join(", ");
  return (
    <li
      className="row"
      data-burning={(emergency && isWaiting) || undefined}
      data-urgency={urgency}
      data-waiting={isWaiting || undefined}
    >
      <Age time={lead.createdAt} />
      <div className="min-w-0 py-3.5">
        {emergency && <p className="row-emergency">Emergency</p>}
        <h3 className="row-name">
          <a
            aria-current={isOpen || undefined}
            className="after:absolute after:inset-0"
            href={leadLink(lead.id)}
          >
            {name}
          </a>
        </h3>
        <p className="row-service">
          {service ?? lead.message}
          {!emergency && lead.urgency === "urgent" && " · Urgent"}
        </p>
        {place && <p className="row-place">{place}</p>}
        {(!isWaiting || lead.note) && (
          <p className="mt-1 flex min-w-0 items-center gap-2">
            {!isWaiting && <StatusTag status={lead.suspect ? "spam" : status} />}
            {lead.note && <span className="truncate text-sm">{lead.note}</span>}
          </p>
        )}
      </div>
      {folderOf(lead) !== "spam" && (
        <CallLink className="row-call" lead={lead}>
          <Icon name="call" />
          <span className="sr-only">Call {name}</span>
        </CallLink>
      )}
    </li>
  );
});

/** The margin of the line: how long ago. */
function Age({ time }: { time: string }) {
  const words = useNow((now) => Object.values(ageAt(time, now)).join(" "));
  const [figure, unit] = words.split(" ");
  return (
    <time className="row-age" dateTime={time} title={inWords(time)}>
      <span className="row-age-figure" data-word={unit ? undefined : true}>
        {figure}
      </span>{" "}
      {unit && <span className="row-age-unit">{unit}</span>}
      <span className="sr-only"> ago</span>
    </time>
  );
}

/** Asks for more of a list before its end comes into sight. */
export function ListEnd({ hasMore, loadMore }: { hasMore: boolean; loadMore: () => void }) {
  const end = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMore(), {
      rootMargin: "1500px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  });
  if (!hasMore) return null;
  return (
    <button className="button mx-4 my-6" onClick={loadMore} ref={end} type="button">
      Show older ones
    </button>
  );
}
