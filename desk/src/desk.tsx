import { type ComponentType, lazy, Suspense, useEffect, useRef } from "react";
import { isStorageRefused } from "./api/storage.ts";
import { useIsOffline } from "./data/queries.ts";
import { useStore } from "./data/store.ts";
import { useCounts, useUnsent } from "./data/use-leads.ts";
import {
  isListRoute,
  LISTS,
  type ListName,
  leadHref,
  type Route,
  type Tab,
  useOpenLead,
  useRoute,
  viewHref,
} from "./page/route.ts";
import { useIsWide } from "./page/use-is-wide.ts";
import { useNow } from "./page/use-now.ts";
import { useEscape } from "./parts/escape.ts";
import { Button } from "./parts/form.tsx";
import { Icon } from "./parts/icon.tsx";
import { Nothing } from "./parts/lead-list.tsx";
import { Toasts } from "./parts/toast.tsx";
import { DAY_MS } from "./rules/clock.ts";
import { loadNewVersion, loadView, useIsOutdated } from "./version.ts";
import { DoneView, LaterView } from "./views/later/later.tsx";
import { Unanswered } from "./views/lead/unanswered.tsx";
import { NowView } from "./views/now/now.tsx";
import { SearchView } from "./views/search/search.tsx";
import { badge, countedAtStart } from "./words/lead.ts";
import { dayInWords } from "./words/time.ts";

const view: typeof lazy = (load) => lazy(() => loadView(load));

// The first list does not need the lazy views. The service worker caches them before anybody opens one.
const VIEWS: Readonly<Record<ListName, ComponentType<{ rest: string }>>> = {
  now: NowView,
  visits: view(() => import("./views/now/visits.tsx")),
  rain: view(() => import("./views/now/rain.tsx")),
  tell: view(() => import("./views/now/to-tell.tsx")),
  enter: view(() => import("./views/now/enter.tsx")),
  later: LaterView,
  done: DoneView,
  search: SearchView,
  more: view(() => import("./views/more/more.tsx")),
  spam: view(() => import("./views/more/spam.tsx")),
  mails: view(() => import("./views/more/mails.tsx")),
  figures: view(() => import("./views/more/figures.tsx")),
  account: view(() => import("./views/more/account.tsx")),
};

const VisitsOfDay = view(async () => ({
  default: (await import("./views/now/visits.tsx")).VisitsOfDay,
}));
const LeadView = view(() => import("./views/lead/lead.tsx"));
const PersonView = view(() => import("./views/lead/person.tsx"));

/** The desk of the signed-in person. */
export function Desk() {
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  const counts = useCounts();
  const openLead = useOpenLead();
  const { name, rest } = useListRoute(route, openLead);
  const { title, tab } = LISTS[name];
  const View = VIEWS[name];
  const back = { href: viewHref(name, rest), title };
  useEscape(openLead === undefined ? `#${tab}` : back.href);
  const shown = isListRoute(route) ? title : route.name === "lead" ? "Lead" : "Privacy request";
  const waiting = counts?.now ?? 0;
  const isWide = (name === "figures" || name === "visits") && openLead === undefined;
  const hasVisits = useIsWide() && !isWide && name !== "visits";
  const isDayAlone = hasVisits && openLead === undefined;
  const paneLook = isWide || isDayAlone ? "hidden" : openLead === undefined ? "max-md:hidden" : "";
  const dayLook = isDayAlone ? "[grid-area:lead/lead/visits/visits]" : "[grid-area:visits]";
  return (
    <div
      className="desk"
      data-lead-open={openLead !== undefined || undefined}
      data-visits={hasVisits || undefined}
      data-wide={isWide || undefined}
    >
      <title>{`${waiting > 0 ? `(${waiting}) ` : ""}${shown} · Desk`}</title>
      <Button
        className="fixed top-2 left-4 z-40 -translate-y-[200%] bg-strong px-4 py-3 text-on-strong focus:translate-y-0 print:hidden"
        onClick={() => main.current?.focus()}
      >
        Skip to the content
      </Button>
      <Connection />
      <Navigation current={tab} />
      <main className="contents" ref={main} tabIndex={-1}>
        <div
          className="list max-md:in-data-lead-open:invisible md:border-line md:border-r print:hidden"
          key={name}
        >
          <Unanswered />
          <Suspense>
            <View rest={rest} />
          </Suspense>
        </div>
        <div
          className={`lead-pane col-1 row-[list/tabs] flex min-h-0 flex-col bg-raised print:block md:[grid-area:lead] ${paneLook}`}
        >
          <Suspense>
            {openLead === undefined && <Nothing>Choose a lead, and it opens here.</Nothing>}
            {route.name === "lead" && <LeadView back={back} id={route.rest} key={route.rest} />}
            {route.name === "person" && <PersonView key={route.rest} lead={route.rest} />}
          </Suspense>
          {openLead !== undefined && <Toasts />}
        </div>
        {hasVisits && (
          <div
            className={`overflow-hidden overflow-y-auto border-line border-l print:hidden ${dayLook}`}
          >
            <Suspense>
              <VisitsOfDay />
            </Suspense>
          </div>
        )}
      </main>
      {openLead === undefined && <Toasts />}
    </div>
  );
}

/** Returns the route of the list beside the open lead. Focuses the lead's row when the lead is closed. */
function useListRoute(route: Route, openLead: string | undefined): Route<ListName> {
  const list = useRef<Route<ListName>>({ name: "now", rest: "" });
  const lead = useRef<string>(undefined);
  if (isListRoute(route)) list.current = route;
  useEffect(() => {
    if (openLead === undefined && lead.current !== undefined) {
      const chosen = leadHref(lead.current);
      const rows = document.querySelectorAll<HTMLAnchorElement>(".list :is(h2, h3) a");
      [...rows].find(({ hash }) => hash === chosen)?.focus({ preventScroll: true });
    }
    lead.current = openLead;
  }, [openLead]);
  return list.current;
}

const CURRENT_TAB = "text-lime-400 [box-shadow:inset_0_3px] md:[box-shadow:inset_3px_0]";

/** The tabs: at the bottom of a phone, at the side of a wide screen. */
function Navigation({ current }: { current: Tab }) {
  const counts = useCounts();
  const tab = (name: Tab, count = 0, isEmergency = false) => (
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
            {badge(count)}
            {isEmergency && <span className="sr-only">, with an emergency</span>}
          </span>
        )}
      </a>
    </li>
  );
  return (
    <nav
      aria-label="Desk"
      className="on-dark bg-canopy-900 pb-[env(safe-area-inset-bottom)] text-paper-50 [grid-area:tabs] max-md:in-data-lead-open:invisible md:overflow-y-auto md:overflow-x-hidden md:py-2 print:hidden"
    >
      <ul className="mx-auto grid max-w-160 grid-cols-4 md:grid-cols-none">
        {tab("now", counts?.now, (counts?.emergencies ?? 0) > 0)}
        {tab("later")}
        {tab("search")}
        {tab("more", counts && counts.undelivered + counts.spam)}
      </ul>
    </nav>
  );
}

const SESSION_NOTICE_MS = 7 * DAY_MS;

/** A banner that reports what the browser lacks, a new version, or the end of the session. */
function Connection() {
  const isOffline = useIsOffline();
  const isOutdated = useIsOutdated() && !isOffline;
  const isRefused = useNow(isStorageRefused);
  const unsent = useUnsent().filter(({ refusal }) => !refusal).length;
  const ends = useStore(({ lastPoll }) => lastPoll?.sessionEndsAt);
  const isEnding = useNow(
    (now) => ends !== undefined && Date.parse(ends) - now < SESSION_NOTICE_MS,
  );
  return (
    <div
      className="connection border-edge border-b-2 bg-sunk px-4 py-2 font-semibold [grid-area:banner] empty:border-0 empty:p-0 print:hidden"
      role="status"
    >
      {isOffline && "No connection: you see what this phone has. "}
      {isOffline &&
        unsent > 0 &&
        `${countedAtStart(unsent, "change")} ${unsent === 1 ? "waits" : "wait"} to be sent. `}
      {isRefused && "This browser stores nothing: keep the desk open until all is sent. "}
      {!isSecureContext && "Without HTTPS, the desk opens only with a connection. "}
      {isOutdated && (
        <>
          The desk has a new version.{" "}
          <Button className="link" onClick={() => void loadNewVersion()}>
            Reload
          </Button>
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
