import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Lead } from "../data/server.ts";
import { folderOf } from "../data/status.ts";
import { ageAt, timeInWords, urgencyAt, useNow } from "./age.ts";
import { CallLink } from "./call-link.tsx";
import { Icon } from "./icon.tsx";
import { leadLink } from "./links.ts";
import { StatusTag } from "./status-tag.tsx";

/** About the height of a line in px, until it is measured. */
const ROW_HEIGHT = 110;

/**
 * The lines of the logbook, a lead each. Only those near the screen are in the document: thousands
 * scroll as well as ten.
 */
export function LeadRows({ leads, openLead }: { leads: Lead[]; openLead: string | undefined }) {
  const list = useRef<HTMLOListElement>(null);
  const [top, setTop] = useState(0);
  // What stands above the list comes and goes.
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + scrollY);
  });
  const rows = useWindowVirtualizer({
    count: leads.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => leads[index]?.id ?? index,
    overscan: 8,
    scrollMargin: top,
  });
  return (
    <ol
      className="relative border-paper-200 border-t"
      ref={list}
      style={{ height: rows.getTotalSize() }}
    >
      {rows.getVirtualItems().map(({ index, key, start }) => {
        const lead = leads[index];
        return (
          lead && (
            <li
              aria-posinset={index + 1}
              aria-setsize={leads.length}
              className="absolute inset-x-0 top-0"
              data-index={index}
              key={key}
              ref={rows.measureElement}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <LeadRow isOpen={lead.id === openLead} lead={lead} />
            </li>
          )
        );
      })}
    </ol>
  );
}

const LeadRow = memo(function LeadRow({ lead, isOpen }: { lead: Lead; isOpen: boolean }) {
  const { name, service, emergency, status } = lead;
  const isWaiting = folderOf(lead) === "open";
  const urgency = useNow((now) => (isWaiting ? urgencyAt(lead.createdAt, now) : "calm"));
  const place = lead.address ?? [lead.city, lead.state].filter(Boolean).join(", ");
  return (
    <div
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
        <p className="mt-0.5 line-clamp-2 font-semibold">
          {service ?? lead.message}
          {!emergency && lead.urgency === "urgent" && " · Urgent"}
        </p>
        {place && <p className="line-clamp-2 leading-[1.35]">{place}</p>}
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
    </div>
  );
});

/** The margin of the line: how long ago. */
export function Age({ time }: { time: string }) {
  const words = useNow((now) => Object.values(ageAt(time, now)).join(" "));
  const [figure, unit] = words.split(" ");
  return (
    <time
      className="row-age flex flex-col items-center pt-3.5 text-center leading-none"
      dateTime={time}
      title={timeInWords(time)}
    >
      <span className="figures row-age-figure" data-word={unit ? undefined : true}>
        {figure}
      </span>{" "}
      {unit && <span className="mt-0.5 font-semibold text-sm leading-none">{unit}</span>}
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
