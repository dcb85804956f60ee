import type { ReactNode } from "react";
import { currentTime } from "../api/clock.ts";
import type { Lead, List } from "../api/server.ts";
import { useList } from "../data/use-leads.ts";
import { useNow } from "../page/use-now.ts";
import { dayOf, timeOn } from "../rules/clock.ts";
import { groupBy } from "../rules/next.ts";
import { relativeDayInWords } from "../words/time.ts";
import { Icon } from "./icon.tsx";
import { ListEnd } from "./lead-rows.tsx";

/** The text of a list that was never read, without a connection. */
export const NEEDS_CONNECTION = "This list needs a connection, and is kept here from then on.";

interface LeadListProps {
  list: List;
  empty: string;
  children: (leads: Lead[], hasMore: boolean) => ReactNode;
}

/** The leads of a list, or the reason why there are none. */
export function LeadList({ list, empty, children }: LeadListProps) {
  const { leads, isLoading, isUnknown, hasMore, loadMore } = useList(list);
  const isEmpty = leads.length === 0;
  return (
    <>
      {isUnknown && <p className="hint">{NEEDS_CONNECTION}</p>}
      {isLoading && isEmpty && <p className="hint">Reading the list…</p>}
      {!isUnknown && !isLoading && isEmpty && <Nothing>{empty}</Nothing>}
      {children(leads, hasMore)}
      <ListEnd hasMore={hasMore} loadMore={loadMore} />
    </>
  );
}

interface DaysProps<Item> {
  items: Item[];
  /** returns the time that decides an item's day */
  timeOf: (item: Item) => string | null;
  children: (items: Item[]) => ReactNode;
}

export function Days<Item>({ items, timeOf, children }: DaysProps<Item>) {
  return [...groupBy(items, (item) => dayOf(timeOf(item) ?? currentTime()))].map(([day, group]) => (
    <section aria-labelledby={day} key={day}>
      <DayHeading day={day} />
      {children(group)}
    </section>
  ));
}

function DayHeading({ day }: { day: string }) {
  const words = useNow((now) => relativeDayInWords(timeOn(day, "12:00"), now));
  return (
    <h2 className="px-4 low:py-1 pt-3.5 pb-1.5 leading-[1.3]" id={day}>
      {words}
    </h2>
  );
}

/** The text of an empty list or pane. */
export const Nothing = ({ children }: { children: string }) => (
  <p className="m-auto grid justify-items-center gap-3 px-4 py-12 text-center text-quiet">
    <Icon className="size-16" name="now" />
    {children}
  </p>
);
