import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Lead } from "../api/server.ts";
import { useNow } from "../data/use-now.ts";
import { useOpenLead } from "../data/view.ts";
import { clockInWords, dateInWords, dayOf, timeInWords } from "../rules/clock.ts";
import { isBurning, isOverdue, isUnjudged, type LeadLine } from "../rules/next.ts";
import { ageInWords } from "../words/age.ts";
import { callsInWords, capitalized, counted, takenInWords } from "../words/lead.ts";
import { leadLink } from "../words/links.ts";
import { Button } from "./button.tsx";
import { CallLink } from "./call-link.tsx";
import { Icon } from "./icon.tsx";
import { Thumbnail } from "./photo.tsx";
import { StatusTag } from "./status-tag.tsx";

/** About the height of a line in px, until it is measured. */
const ROW_HEIGHT = 104;

/**
 * The lines of the logbook, a lead each. Only those near the screen are in the document: thousands
 * scroll as well as ten.
 */
export function LeadRows({ lines }: { lines: LeadLine[] }) {
  const list = useRef<HTMLOListElement>(null);
  const [top, setTop] = useState(0);
  // What stands above the list comes and goes.
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0));
  const rows = useVirtualizer({
    count: lines.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => lines[index]?.lead.id ?? index,
    // Not rounded: a line of a pixel lies between two.
    measureElement: (row) => row.getBoundingClientRect().height,
    getScrollElement: () => list.current?.closest(".list") ?? null,
    overscan: 6,
    scrollMargin: top,
  });
  return (
    <ol
      className="relative border-line border-t"
      ref={list}
      style={{ height: rows.getTotalSize() }}
    >
      {rows.getVirtualItems().map(({ index, key, start }) => {
        const line = lines[index];
        return (
          line && (
            <li
              aria-posinset={index + 1}
              aria-setsize={lines.length}
              className="absolute inset-x-0 top-0"
              data-index={index}
              key={key}
              ref={rows.measureElement}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <LeadRow {...line} />
            </li>
          )
        );
      })}
    </ol>
  );
}

/** A lead in a line: since when, or when it is due; who, what they said, where, and what was done. */
const LeadRow = memo(function LeadRow({ lead, others }: LeadLine) {
  const { id, name, details, service, status, town, note, photos } = lead;
  const [photo] = photos;
  const isLate = useNow((now) => isOverdue(lead, now));
  const calls = useNow((now) => callsInWords(lead, now) ?? "");
  const requests = others.length > 0 && `${others.length + 1} requests`;
  const facts = [town, requests, calls, takenInWords(lead)].filter(Boolean).join(" · ");
  const burning = isBurning(lead);
  return (
    <div
      className="row"
      data-burning={burning || undefined}
      data-late={isLate || undefined}
      data-unsure={isUnjudged(lead) || undefined}
    >
      <div className="self-start">
        {status === "new" || burning || lead.nextAt === null ? (
          <Age time={lead.createdAt} />
        ) : (
          <Due time={lead.nextAt} />
        )}
        {photo && (
          <Thumbnail
            alt=""
            className="mx-auto mt-1.5 mb-2.5 low:hidden narrow:hidden h-10 w-13 rounded-sm"
            id={photo}
            lead={id}
          />
        )}
      </div>
      <div className="min-w-0 low:py-1.5 py-2.5 narrow:pl-2 leading-snug">
        <h3 className="line-clamp-2 low:line-clamp-1 text-lg">
          <LeadLink lead={lead} />
        </h3>
        <p className="truncate">{note || details || service}</p>
        <p className="line-clamp-2 low:line-clamp-1 text-sm empty:hidden">
          {isUnjudged(lead) && (
            <span className="mr-2 whitespace-nowrap rounded-sm border-2 border-dashed px-1.5 font-semibold">
              Maybe spam
            </span>
          )}
          {status !== "new" && !burning && <StatusTag lead={lead} />}
          {capitalized(facts)}
          {photo && (
            <span className="sr-only low:not-sr-only narrow:not-sr-only">
              {facts && " · "}
              {counted(photos.length, "photograph")}
            </span>
          )}
        </p>
      </div>
      {status !== "spam" && (
        <CallLink
          className="button relative z-1 size-13 rounded-full in-data-burning:bg-on-alarm p-0 in-data-burning:text-alarm"
          lead={lead}
        >
          <Icon name="call" />
          <span className="sr-only">Call {name}</span>
        </CallLink>
      )}
    </div>
  );
});

/** The name of a lead, which opens it: all of what it stands in can be pressed. */
export function LeadLink({ lead: { id, name } }: { lead: Lead }) {
  const isOpen = useOpenLead() === id;
  return (
    <a
      aria-current={isOpen || undefined}
      className="after:absolute after:inset-0"
      href={leadLink(id)}
    >
      {name}
    </a>
  );
}

/** The margin of a line: how long ago. */
export function Age({ time }: { time: string }) {
  const words = useNow((now) => ageInWords(time, now));
  return <Margin after={words === "now" ? "" : "ago"} time={time} words={words} />;
}

/** The margin of a line: when it is due, and since which day if that is over. */
function Due({ time }: { time: string }) {
  const isOver = useNow((now) => dayOf(time) < dayOf(now));
  // "Nov 22" has its figure behind.
  const words = isOver ? dateInWords(time).split(" ").reverse().join(" ") : clockInWords(time);
  return <Margin time={time} words={words} />;
}

/** A time in the margin of a line: a figure, and under it its unit. */
export function Margin({ time, words, after }: { time: string; words: string; after?: string }) {
  const [figure, unit] = words.split(/\s/);
  return (
    <time
      className="flex narrow:flex-row flex-col items-center narrow:items-baseline narrow:gap-2 self-start low:pt-2 pt-3 narrow:pl-2 text-center leading-none"
      dateTime={time}
      title={timeInWords(time)}
    >
      <span className="figures text-[1.375rem] leading-none">{figure}</span>{" "}
      {unit && <span className="mt-0.5 font-semibold text-sm leading-none">{unit}</span>}
      {after && <span className="sr-only"> {after}</span>}
    </time>
  );
}

/** Asks for more of a list before its end comes into sight. */
export function ListEnd({ hasMore, loadMore }: { hasMore: boolean; loadMore: () => void }) {
  const end = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMore(), {
      root: end.current.closest(".list"),
      rootMargin: "1500px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  });
  if (!hasMore) return null;
  return (
    <Button className="button mx-4 my-6" onClick={loadMore} ref={end}>
      Show more
    </Button>
  );
}
