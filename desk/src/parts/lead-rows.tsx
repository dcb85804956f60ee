import {
  createContext,
  memo,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type CustomItemComponentProps, Virtualizer } from "virtua";
import type { Lead } from "../api/server.ts";
import { useDraft } from "../data/draft.ts";
import { useRefused } from "../data/use-leads.ts";
import { leadHref, useOpenLead } from "../page/route.ts";
import { useNow } from "../page/use-now.ts";
import { dayOf } from "../rules/clock.ts";
import { isMaybeSpam, isOverdue, isUnreachedEmergency, listOf } from "../rules/next.ts";
import {
  callsInWords,
  capitalized,
  counted,
  newestNote,
  orderedInWords,
  takenInWords,
  visitInWords,
} from "../words/lead.ts";
import { ageInWords, clockInWords, dateInWords, timeInWords } from "../words/time.ts";
import { Button } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { CallLink } from "./links.tsx";
import { Thumbnail } from "./photo.tsx";
import { StatusTag } from "./status-tag.tsx";

/** The estimated height of a row in px, used until the row is measured. */
const ROW_HEIGHT = 104;

interface LeadRowsProps {
  leads: Lead[];
  /** whether a heading names the day at which the leads are due */
  isOfDay?: boolean;
}

/** A row for each lead. The document contains only the rows near the screen, so that thousands scroll well. */
export function LeadRows({ leads, isOfDay = false }: LeadRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [scroller] = useState(() => ({
    get current() {
      return list.current?.closest<HTMLElement>(".list") ?? null;
    },
  }));
  const [top, setTop] = useState(0);
  // The list moves when the content above it changes.
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0));
  return (
    <Count value={leads.length}>
      <div className="border-line border-t" ref={list}>
        <Virtualizer
          as="ol"
          data={leads}
          item={Item}
          itemSize={ROW_HEIGHT}
          scrollRef={scroller}
          startMargin={top}
        >
          {(lead) => <LeadRow isOfDay={isOfDay} key={lead.id} lead={lead} />}
        </Virtualizer>
      </div>
    </Count>
  );
}

/** The number of rows in the list. */
const Count = createContext(0);

const Item = ({ index, ...props }: CustomItemComponentProps) => (
  <li aria-posinset={index + 1} aria-setsize={useContext(Count)} {...props} />
);

const LeadRow = memo(function LeadRow({ lead, isOfDay }: { lead: Lead; isOfDay: boolean }) {
  const { id, name, details, status, town, note, photos } = lead;
  const [photo] = photos;
  const draft = useDraft(id);
  const [refused] = useRefused(id);
  const unsaved = refused
    ? ["Not recorded:", refused.refusal]
    : draft && ["Note not saved:", draft];
  const isLate = useNow((now) => isOverdue(lead, now));
  const calls = useNow((now) => callsInWords(lead, now) ?? "");
  const isEmergency = isUnreachedEmergency(lead);
  const work = [lead.service, lead.urgency !== "routine" && lead.urgencyLabel];
  const state = [takenInWords(lead), visitInWords(lead), orderedInWords(lead)];
  const facts = [...state, ...(isEmergency ? [] : work), town, calls].filter(Boolean).join(" · ");
  const isPutOff = useNow((now) => listOf(lead, now) === "later");
  return (
    <div
      className="row"
      data-emergency={isEmergency || undefined}
      data-late={isLate || undefined}
      data-unsure={isMaybeSpam(lead) || undefined}
    >
      <div className="self-start">
        {lead.nextAt !== null && (isPutOff || (status !== "new" && !isEmergency)) ? (
          <Due isOfDay={isOfDay} time={lead.nextAt} />
        ) : (
          <Age time={lead.createdAt} />
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
        {isEmergency && <p className="font-semibold">{work.filter(Boolean).join(" · ")}</p>}
        <p className={isEmergency ? "line-clamp-3" : "truncate"}>
          {unsaved ? (
            <>
              <strong>{unsaved[0]}</strong> {unsaved[1]}
            </>
          ) : (
            (!isEmergency && newestNote(note)) || details
          )}
        </p>
        <p className="line-clamp-3 low:line-clamp-1 text-sm empty:hidden">
          {isMaybeSpam(lead) && (
            <span className="mr-2 inline-block whitespace-nowrap rounded-sm border-2 border-dashed px-1.5 font-semibold">
              Maybe spam
            </span>
          )}
          {status !== "new" && !isEmergency && <StatusTag lead={lead} />} {capitalized(facts)}
          {photo && (
            <span className="sr-only low:not-sr-only narrow:not-sr-only">
              {facts && " · "}
              {counted(photos.length, "photo")}
            </span>
          )}
        </p>
      </div>
      {status !== "spam" && (
        <CallLink
          className="button relative z-1 size-13 rounded-full in-data-emergency:bg-on-alarm p-0 in-data-emergency:text-alarm"
          lead={lead}
        >
          <Icon name="call" />
          <span className="sr-only">Call {name}</span>
        </CallLink>
      )}
    </div>
  );
});

/** A lead's name as a link that covers its row. */
export function LeadLink({ lead: { id, name } }: { lead: Lead }) {
  const isOpen = useOpenLead() === id;
  return (
    <a
      aria-current={isOpen || undefined}
      className="outline-none after:absolute after:inset-0"
      href={leadHref(id)}
    >
      {name}
    </a>
  );
}

/** The time since a lead arrived, in the margin of a row. */
export function Age({ time }: { time: string }) {
  const words = useNow((now) => ageInWords(time, now));
  return <Margin after={words === "now" ? "" : "ago"} time={time} words={words} />;
}

/** The time at which a lead is due, in the margin of a row. If nothing names its day, which is not today, the date. */
function Due({ time, isOfDay }: { time: string; isOfDay: boolean }) {
  const isToday = useNow((now) => dayOf(time) === dayOf(now));
  const [month, day, year = ""] = dateInWords(time).split(/,? /);
  // The number comes first: "22 Nov".
  const words = isToday || isOfDay ? clockInWords(time) : `${day} ${month} ${year}`;
  return <Margin time={time} words={words} />;
}

/** A time in the margin of a row: a number above its unit. */
export function Margin({ time, words, after }: { time: string; words: string; after?: string }) {
  const [figure, ...unit] = words.split(/\s/);
  return (
    <time
      className="flex narrow:flex-row flex-col items-center narrow:items-baseline narrow:gap-2 self-start low:pt-2 pt-3 narrow:pl-2 text-center leading-none"
      dateTime={time}
      title={timeInWords(time)}
    >
      <span className="figures text-[1.375rem] leading-none">{figure}</span>{" "}
      {unit[0] && (
        <span className="mt-0.5 font-semibold text-sm leading-none">{unit.join(" ")}</span>
      )}
      {after && <span className="sr-only"> {after}</span>}
    </time>
  );
}

/** Loads more of a list before its end is in view. */
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
