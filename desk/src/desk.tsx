import { type ComponentType, lazy, Suspense, useEffect, useRef } from "react";
import { useIsOffline } from "./data/answers.ts";
import { followCalls } from "./data/calls.ts";
import { useKnown } from "./data/store.ts";
import { useCounts, useUnsentChanges } from "./data/use-changes.ts";
import { useNow } from "./data/use-now.ts";
import { loadNewVersion, useIsOutdated } from "./data/version.ts";
import {
  isListView,
  type ListName,
  type ListView,
  useOpenLead,
  useView,
  type View,
} from "./data/view.ts";
import { useKeyboard } from "./keyboard.ts";
import { Icon, type IconName } from "./parts/icon.tsx";
import { Nothing } from "./parts/nothing.tsx";
import { Toasts } from "./parts/toast.tsx";
import { dayInWords } from "./rules/clock.ts";
import { DoneView, LaterView } from "./views/later/later.tsx";
import { Unanswered } from "./views/lead/unanswered.tsx";
import { NowView } from "./views/now/now.tsx";
import { SearchView } from "./views/search/search.tsx";
import { leadLink, viewLink } from "./words/links.ts";

followCalls();

type Place = ListName & IconName;

interface List {
  title: string;
  /** the place that it belongs to */
  place: Place;
  Shown: ComponentType<{ rest: string }>;
}

// What the first list does not need is loaded when somebody goes there; by then the service worker has it,
// also without a network.
const LISTS: Readonly<Record<ListName, List>> = {
  now: { title: "Now", place: "now", Shown: NowView },
  visits: { title: "Visits", place: "now", Shown: lazy(() => import("./views/now/visits.tsx")) },
  enter: {
    title: "Enter a caller",
    place: "now",
    Shown: lazy(() => import("./views/now/enter.tsx")),
  },
  later: { title: "Later", place: "later", Shown: LaterView },
  done: { title: "Done", place: "later", Shown: DoneView },
  search: { title: "Search", place: "search", Shown: SearchView },
  more: { title: "More", place: "more", Shown: lazy(() => import("./views/more/more.tsx")) },
  spam: { title: "Spam?", place: "more", Shown: lazy(() => import("./views/more/spam.tsx")) },
  mails: { title: "Mails", place: "more", Shown: lazy(() => import("./views/more/mails.tsx")) },
  figures: {
    title: "Figures",
    place: "more",
    Shown: lazy(() => import("./views/more/figures.tsx")),
  },
  account: { title: "You", place: "more", Shown: lazy(() => import("./views/more/account.tsx")) },
};

const LeadView = lazy(() => import("./views/lead/lead.tsx"));
const PersonView = lazy(() => import("./views/lead/person.tsx"));

/** The desk of somebody who is signed in. */
export function Desk() {
  const view = useView();
  // The sign-in page, which this address opens, is above it.
  return view.name === "sign-in" ? null : <Places view={view} />;
}

function Places({ view }: { view: View }) {
  const main = useRef<HTMLElement>(null);
  const counts = useCounts();
  const openLead = useOpenLead();
  const { name, rest } = useListBehind(view, openLead);
  const { title, Shown } = LISTS[name];
  const back = { href: viewLink(name, rest), title };
  useKeyboard(openLead, back.href);
  const waiting = counts?.now ?? 0;
  const isWide = name === "figures" && openLead === undefined;
  const paneLook = isWide ? "hidden" : openLead === undefined ? "max-md:hidden" : "";
  return (
    <div
      className="desk"
      data-lead-open={openLead !== undefined || undefined}
      data-wide={isWide || undefined}
    >
      <title>{waiting > 0 ? `(${waiting}) Desk` : "Desk"}</title>
      <button
        className="skip fixed -top-16 left-4 z-40 bg-strong px-4 py-3 text-on-strong focus:top-2"
        onClick={() => main.current?.focus()}
        type="button"
      >
        Skip to the content
      </button>
      <Connection />
      <Navigation current={LISTS[name].place} />
      <main className="contents" ref={main} tabIndex={-1}>
        <div
          className="list max-md:in-data-lead-open:invisible md:border-line md:border-r"
          key={name}
        >
          <Unanswered />
          <Suspense>
            <Shown rest={rest} />
          </Suspense>
        </div>
        <div
          className={`lead-pane col-1 row-[list/tabs] flex min-h-0 flex-col bg-raised md:[grid-area:lead] ${paneLook}`}
        >
          <Suspense>
            {openLead === undefined && <Nothing>Choose a lead, and it opens here.</Nothing>}
            {view.name === "lead" && <LeadView back={back} id={view.rest} key={view.rest} />}
            {view.name === "person" && <PersonView key={view.rest} lead={view.rest} />}
          </Suspense>
        </div>
      </main>
      <Toasts />
    </div>
  );
}

/** The list behind the lead that is open: the one that it was chosen from. Closed, it has the focus. */
function useListBehind(view: View, openLead: string | undefined): ListView {
  const list = useRef<ListView>({ name: "now", rest: "" });
  const lead = useRef<string>(undefined);
  if (isListView(view)) list.current = view;
  useEffect(() => {
    if (openLead === undefined && lead.current !== undefined) {
      const chosen = leadLink(lead.current);
      const rows = document.querySelectorAll<HTMLAnchorElement>(".list a");
      [...rows].find(({ hash }) => hash === chosen)?.focus({ preventScroll: true });
    }
    lead.current = openLead;
  }, [openLead]);
  return list.current;
}

const CURRENT_TAB = "text-lime-400 [box-shadow:inset_0_3px] md:[box-shadow:inset_3px_0]";

/** Within the thumb's reach on a phone; at the side where there is room. */
function Navigation({ current }: { current: Place }) {
  const counts = useCounts();
  const tab = (name: Place, count = 0, isEmergency = false) => (
    <li>
      <a
        aria-current={name === current ? "page" : undefined}
        className={`tab relative flex min-h-15 flex-col items-center justify-center font-semibold text-[min(0.875rem,5vw)] leading-tight ${name === current ? CURRENT_TAB : "text-canopy-200"}`}
        href={`#${name}`}
      >
        <Icon name={name} />
        {LISTS[name].title}
        {count > 0 && (
          <span
            className="absolute top-1 left-[calc(50%+min(0.375rem,1vw))] min-w-[1.7em] rounded-lg bg-canopy-200 px-[0.35em] text-center font-bold text-[min(0.8125rem,4vw)] text-canopy-950 leading-[1.7] data-emergency:bg-orange-600 data-emergency:text-paper-0 forced-colors:border"
            data-emergency={isEmergency || undefined}
          >
            {count > 99 ? "99+" : count}
            {isEmergency && (
              <span className="sr-only"> {count === 1 ? "emergency" : "emergencies"}</span>
            )}
          </span>
        )}
      </a>
    </li>
  );
  return (
    <nav
      aria-label="Desk"
      className="tabs on-dark bg-canopy-900 pb-[env(safe-area-inset-bottom)] text-paper-50 [grid-area:tabs] max-md:in-data-lead-open:invisible md:overflow-y-auto md:overflow-x-hidden md:py-2"
    >
      <ul className="mx-auto grid max-w-160 grid-cols-4 md:grid-cols-none">
        {tab("now", counts?.emergencies || counts?.now, (counts?.emergencies ?? 0) > 0)}
        {tab("later")}
        {tab("search")}
        {tab("more", counts && counts.undelivered + counts.spam)}
      </ul>
    </nav>
  );
}

/** How long before its end a session says so. */
const NOTICE_MS = 7 * 24 * 3_600_000;

/** Says when there is no connection, what waits for one, and what else stands between desk and server. */
function Connection() {
  const isOffline = useIsOffline();
  const isOutdated = useIsOutdated();
  const unsent = useUnsentChanges().length;
  const ends = useKnown(({ news }) => news?.sessionEndsAt);
  const isEnding = useNow((now) => ends !== undefined && Date.parse(ends) - now < NOTICE_MS);
  const waiting = unsent === 1 ? "One change waits" : `${unsent} changes wait`;
  return (
    <div
      className="connection border-edge border-b-2 bg-sunk px-4 py-2 font-semibold [grid-area:banner] empty:border-0 empty:p-0"
      role="status"
    >
      {isOffline && "No connection: this is what the phone keeps. "}
      {isOffline && unsent > 0 && `${waiting} to be sent.`}
      {isOutdated && !isOffline && (
        <>
          The desk has a new version.{" "}
          <button className="link" onClick={() => void loadNewVersion()} type="button">
            Reload
          </button>
        </>
      )}
      {ends &&
        isEnding &&
        !isOffline &&
        !isOutdated &&
        `You are signed in until ${dayInWords(ends)}.`}
    </div>
  );
}
