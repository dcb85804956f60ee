import { type ComponentType, lazy, Suspense, useEffect, useRef } from "react";
import { useIsOffline } from "./data/answers.ts";
import { useKnown } from "./data/store.ts";
import { useCounts, useUnsentChanges } from "./data/use-changes.ts";
import { loadNewVersion, useIsOutdated } from "./data/version.ts";
import { useKeyboard } from "./keyboard.ts";
import { followCalls } from "./parts/calling.ts";
import { dayInWords } from "./parts/clock.ts";
import { Icon, type IconName } from "./parts/icon.tsx";
import { leadLink, viewLink } from "./parts/links.ts";
import { Nothing } from "./parts/nothing.tsx";
import { Toasts } from "./parts/toast.tsx";
import { useNow } from "./parts/use-now.ts";
import {
  isListView,
  type ListName,
  type ListView,
  useOpenLead,
  useView,
  type View,
} from "./view.ts";
import { DoneView, LaterView } from "./views/later.tsx";
import { NowView } from "./views/now.tsx";
import { SearchView } from "./views/search.tsx";
import { Unanswered } from "./views/unanswered.tsx";

// What the first list does not need is loaded when somebody goes there; by then the service worker has it,
// also without a network.
const AccountView = lazy(() => import("./views/account.tsx"));
const EnterView = lazy(() => import("./views/enter.tsx"));
const FiguresView = lazy(() => import("./views/figures.tsx"));
const LeadView = lazy(() => import("./views/lead.tsx"));
const MailsView = lazy(() => import("./views/mails.tsx"));
const MoreView = lazy(() => import("./views/more.tsx"));
const PersonView = lazy(() => import("./views/person.tsx"));
const SpamView = lazy(() => import("./views/spam.tsx"));
const VisitsView = lazy(() => import("./views/visits.tsx"));

followCalls();

type Place = ListName & IconName;

interface List {
  title: string;
  /** the place that it belongs to */
  place: Place;
  Shown: ComponentType<{ rest: string }>;
}

const LISTS: Readonly<Record<ListName, List>> = {
  now: { title: "Now", place: "now", Shown: NowView },
  visits: { title: "Visits", place: "now", Shown: VisitsView },
  enter: { title: "Enter a caller", place: "now", Shown: EnterView },
  later: { title: "Later", place: "later", Shown: LaterView },
  done: { title: "Done", place: "later", Shown: DoneView },
  search: { title: "Search", place: "search", Shown: SearchView },
  more: { title: "More", place: "more", Shown: MoreView },
  spam: { title: "Spam?", place: "more", Shown: SpamView },
  mails: { title: "Mails", place: "more", Shown: MailsView },
  figures: { title: "Figures", place: "more", Shown: FiguresView },
  account: { title: "You", place: "more", Shown: AccountView },
};

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
  return (
    <div
      className="desk"
      data-lead-open={openLead !== undefined || undefined}
      data-wide={(name === "figures" && openLead === undefined) || undefined}
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
        <div className="list" key={name}>
          <Unanswered />
          <Suspense>
            <Shown rest={rest} />
          </Suspense>
        </div>
        <div className={openLead === undefined ? "lead-pane max-md:hidden" : "lead-pane"}>
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

/** Within the thumb's reach on a phone; at the side where there is room. */
function Navigation({ current }: { current: Place }) {
  const counts = useCounts();
  const tab = (name: Place, count = 0, isEmergency = false) => (
    <li>
      <a aria-current={name === current ? "page" : undefined} className="tab" href={`#${name}`}>
        <Icon name={name} />
        {LISTS[name].title}
        {count > 0 && (
          <span className="tab-count" data-emergency={isEmergency || undefined}>
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
    <nav aria-label="Desk" className="tabs on-dark">
      <ul>
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
    <div className="connection" role="status">
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
