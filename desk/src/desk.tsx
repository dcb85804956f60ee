import { useEffect, useRef, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { isSignedIn, onSessionChange, person } from "./data/session.ts";
import { useCounts, usePolling, useUnsentChanges } from "./data/use-changes.ts";
import { Icon, type IconName } from "./parts/icon.tsx";
import { leadLink } from "./parts/links.ts";
import { Toasts } from "./parts/toast.tsx";
import { useView, type View } from "./view.ts";
import { AccountView } from "./views/account.tsx";
import { FiguresView } from "./views/figures.tsx";
import { LeadView } from "./views/lead.tsx";
import { LeadsView } from "./views/leads.tsx";
import { MailsView } from "./views/mails.tsx";
import { PersonView } from "./views/person.tsx";
import { SearchView } from "./views/search.tsx";
import { SpamView } from "./views/spam.tsx";

/** The desk, where somebody is signed in; else what sign-in.ts does not know. */
export function Desk() {
  const view = useView();
  const isDeskShown = useSyncExternalStore(onSessionChange, isSignedIn);
  if (!isDeskShown) return <Unsent />;
  return view.name === "sign-in" ? null : <SignedInDesk view={view} />;
}

/** What waits for the next sign-in. */
function Unsent() {
  const unsent = useUnsentChanges().length;
  const place = document.querySelector("#unsent");
  if (!place || unsent === 0) return null;
  const changes = unsent === 1 ? "One change is" : `${unsent} changes are`;
  return createPortal(
    `${changes} kept on this phone, and sent when ${person} signs in again.`,
    place,
  );
}

type ListView = Exclude<View, { name: "lead" | "person" | "sign-in" }>;

const leadOf = (view: View) =>
  view.name === "lead" || view.name === "person" ? view.id : undefined;

function SignedInDesk({ view }: { view: View }) {
  const main = useRef<HTMLElement>(null);
  const { isOffline } = usePolling();
  const counts = useCounts();
  const list = useListBehind(view);
  const openLead = leadOf(view);
  const waiting = counts?.open ?? 0;
  return (
    <div
      className="desk min-h-dvh pb-tabs lg:pb-0"
      data-lead-open={openLead !== undefined || undefined}
      data-wide={(list.name === "figures" && openLead === undefined) || undefined}
    >
      <title>{waiting > 0 ? `(${waiting}) Desk` : "Desk"}</title>
      <button
        className="fixed -top-16 left-4 z-40 bg-canopy-950 px-4 py-3 text-paper-0 focus:top-2"
        onClick={() => main.current?.focus()}
        type="button"
      >
        Skip to the content
      </button>
      <Navigation current={list.name} />
      <main ref={main} tabIndex={-1}>
        <div className="list">
          <Connection isOffline={isOffline} />
          <List openLead={openLead} view={list} />
        </div>
        <div className="lead-pane">
          {openLead === undefined && (
            <p className="hidden h-full place-items-center text-bark-500 text-lg leading-normal lg:grid">
              Choose a lead, and it opens here.
            </p>
          )}
          {view.name === "lead" && (
            <>
              <BackLink href={addressOf(list)}>{TITLES[list.name]}</BackLink>
              <LeadView id={view.id} key={view.id} />
            </>
          )}
          {view.name === "person" && (
            <>
              <BackLink href={leadLink(view.id)} isAlways>
                The lead
              </BackLink>
              <PersonView key={view.id} lead={view.id} />
            </>
          )}
        </div>
      </main>
      <Toasts />
    </div>
  );
}

const TITLES: Readonly<Record<ListView["name"], string>> = {
  leads: "Leads",
  spam: "Spam?",
  mails: "Mails",
  figures: "Figures",
  search: "Search",
  account: "You",
};

function addressOf(view: ListView): string {
  if (view.name === "search") return `#search/${encodeURIComponent(view.text)}`;
  return view.name === "figures" ? `#figures/${view.weeks}` : `#${view.name}`;
}

/** The list behind the lead that is open: the one that it was chosen from. Closed, it has the focus. */
function useListBehind(view: View): ListView {
  const list = useRef<ListView>({ name: "leads" });
  const lead = useRef<string>(undefined);
  if (view.name !== "lead" && view.name !== "person" && view.name !== "sign-in") {
    list.current = view;
  }
  const openLead = leadOf(view);
  useEffect(() => {
    if (openLead === undefined && lead.current !== undefined) {
      const chosen = leadLink(lead.current);
      const rows = document.querySelectorAll<HTMLAnchorElement>(".list a");
      [...rows].find(({ hash }) => hash === chosen)?.focus({ preventScroll: true });
    }
    lead.current = openLead;
  }, [openLead]);
  const { name } = list.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its beginning.
  useEffect(() => {
    scrollTo(0, 0);
  }, [name]);
  return list.current;
}

/** The way back; where the list stands beside the lead, none leads to the list. */
function BackLink({
  href,
  isAlways,
  children,
}: {
  href: string;
  isAlways?: boolean;
  children: string;
}) {
  return (
    <a className="back" data-always={isAlways} href={href}>
      <Icon className="size-5" name="back" />
      {children}
    </a>
  );
}

function List({ view, openLead }: { view: ListView; openLead: string | undefined }) {
  switch (view.name) {
    case "leads":
      return <LeadsView openLead={openLead} />;
    case "spam":
      return <SpamView openLead={openLead} />;
    case "mails":
      return <MailsView />;
    case "figures":
      return <FiguresView weeks={view.weeks} />;
    case "search":
      return <SearchView initialText={view.text} openLead={openLead} />;
    case "account":
      return <AccountView />;
  }
}

/** Within the thumb's reach on a phone; on top where there is room. */
function Navigation({ current }: { current: ListView["name"] }) {
  const counts = useCounts();
  const tab = (name: ListView["name"] & IconName, count = 0, isProblem = false) => (
    <li>
      <a aria-current={name === current ? "page" : undefined} className="tab" href={`#${name}`}>
        <Icon name={name} />
        {TITLES[name]}
        {count > 0 && (
          <span className="tab-count" data-problem={isProblem || undefined}>
            {count > 99 ? "99+" : count}
          </span>
        )}
      </a>
    </li>
  );
  return (
    <nav aria-label="Desk" className="tabs on-dark">
      <ul>
        {tab("leads", counts?.open)}
        {tab("search")}
        {tab("spam", counts?.spam)}
        {tab("mails", counts?.undelivered, true)}
        {tab("figures")}
        {tab("account")}
      </ul>
    </nav>
  );
}

/** Says when there is no connection, and what waits for one. */
function Connection({ isOffline }: { isOffline: boolean }) {
  const unsent = useUnsentChanges().length;
  const waiting = unsent === 1 ? "One change waits" : `${unsent} changes wait`;
  return (
    <p className="connection" role="status">
      {isOffline && "No connection: this is what the phone keeps. "}
      {isOffline && unsent > 0 && `${waiting} to be sent.`}
    </p>
  );
}
