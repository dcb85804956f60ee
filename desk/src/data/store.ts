import { type InfiniteData, onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import type { Persister } from "@tanstack/react-query-persist-client";
import { del, get, set } from "idb-keyval";
import { type LeadChange, sendChange } from "./change.ts";
import { readDraft, removeDraft } from "./draft.ts";
import { byAge } from "./lead.ts";
import {
  endRequests,
  type Folder,
  type HistoryEntry,
  isSignedOut,
  isTemporary,
  type Lead,
  type LeadPage,
  type Period,
  type PersonKey,
  ServerError,
} from "./server.ts";
import {
  endSession,
  forgetPerson,
  isSignedIn,
  onSessionChange,
  STORAGE_PREFIX,
} from "./session.ts";
import { folderOf } from "./status.ts";
import { showToast } from "./toasts.ts";

// What the phone knows: the server's answers as they were, and the changes that the server does not
// have yet. Both are kept in IndexedDB, under the person's address.

/** The keys of what is asked of the server. */
export const KEYS = {
  changes: ["changes"],
  lists: ["leads"],
  list: (folder: Folder) => ["leads", folder],
  search: (text: string) => ["search", text],
  lead: (id: string) => ["lead", id],
  figures: (weeks: Period) => ["figures", weeks],
  person: (lead: string, by: PersonKey) => ["person", lead, by],
  mails: ["mails"],
  webhooks: ["webhooks"],
  push: ["push"],
  /** the mutations that are a LeadChange */
  change: ["change"],
};

type Leads = InfiniteData<LeadPage>;
export interface LeadAndHistory {
  lead: Lead;
  history?: HistoryEntry[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many pages of a list are kept on the phone, and read again when the lists are. */
const KEPT_PAGES = 2;

// TanStack Query pauses queries and changes while "offline". Signed out is as good as that: what is
// unsent waits for the next sign-in, in its order.
onlineManager.setEventListener((setOnline) => {
  const update = () => setOnline(navigator.onLine && isSignedIn());
  update();
  addEventListener("online", update);
  addEventListener("offline", update);
  const stop = onSessionChange(update);
  return () => {
    removeEventListener("online", update);
    removeEventListener("offline", update);
    stop();
  };
});

addEventListener("offline", endRequests);

export const client = new QueryClient({
  // The poll is a query: it hears of the session's end first.
  queryCache: new QueryCache({ onError: (error) => isSignedOut(error) && endSession() }),
  defaultOptions: {
    queries: {
      // What has changed comes by the poll of `/changes`: nothing is asked for twice.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: DAY_MS,
      retry: (failures, error) => isTemporary(error) && failures < 3,
    },
  },
});

client.setMutationDefaults<Lead, Error, LeadChange>(KEYS.change, {
  mutationFn: (change) => sendChange(change, knownLead(change.lead.id) ?? change.lead),
  // One after the other, in the order in which they were made.
  scope: { id: "changes" },
  retry: (_failures, error) => {
    // The poll may not have heard of it yet.
    if (isSignedOut(error)) endSession();
    return isTemporary(error) || isSignedOut(error);
  },
  onSuccess: (lead, change) => {
    receiveLeads([lead]);
    if (readDraft(lead.id)?.text === change.note) removeDraft(lead.id);
    if (change.note && lead.note !== change.note) {
      showToast({
        text: `Somebody else wrote in the note on ${lead.name} too: both texts are kept.`,
      });
    }
  },
  onError: (error, { lead }) => {
    if (error instanceof ServerError && error.status === 404) forgetLead(lead.id);
    showToast({ text: `${lead.name}: not changed. ${error.message}`, isProblem: true });
  },
  onSettled: (_lead, _error, change) =>
    void client.invalidateQueries({ queryKey: KEYS.lead(change.lead.id) }),
});

/** The leads that the phone knows, some in several versions. */
function knownVersions(): Lead[] {
  const opened = client.getQueriesData<LeadAndHistory>({ queryKey: ["lead"] });
  const lists = [KEYS.lists, ["search"]].flatMap((queryKey) =>
    client.getQueriesData<Leads>({ queryKey }).flatMap(([, list]) => list?.pages ?? []),
  );
  return [
    ...opened.flatMap(([, known]) => known?.lead ?? []),
    ...lists.flatMap(({ leads }) => leads),
  ];
}

/** The newest version of a lead among what the phone knows. */
export function knownLead(id: string): Lead | undefined {
  return knownVersions()
    .filter((lead) => lead.id === id)
    .sort((one, other) => other.version - one.version)[0];
}

/** The newest version of each lead that the phone knows, the newest lead first. */
export function knownLeads(): Lead[] {
  const newestLast = knownVersions().sort((one, other) => one.version - other.version);
  return [...new Map(newestLast.map((lead) => [lead.id, lead])).values()].sort(byAge);
}

/** Puts leads that the server has sent where they belong; older versions than those known are left out. */
export function receiveLeads(received: Lead[]) {
  const news = received.filter((lead) => {
    const known = knownLead(lead.id);
    return !known || (lead.version >= known.version && !isSame(lead, known));
  });
  if (news.length === 0) return;
  for (const folder of ["open", "answered", "spam"] as const) {
    client.setQueryData<Leads>(KEYS.list(folder), (list) => list && merge(list, news, folder));
  }
  const byId = new Map(news.map((lead) => [lead.id, lead]));
  client.setQueriesData<Leads>(
    { queryKey: ["search"] },
    (list) => list && mapPages(list, (leads) => leads.map((lead) => byId.get(lead.id) ?? lead)),
  );
  for (const lead of news) {
    const isOpen = client.getQueryData(KEYS.lead(lead.id)) !== undefined;
    client.setQueryData<LeadAndHistory>(KEYS.lead(lead.id), (known) => known && { ...known, lead });
    if (isOpen) void client.invalidateQueries({ queryKey: KEYS.lead(lead.id) });
  }
}

/** The server names a change several times, so that none is missed. */
const isSame = (one: Lead, other: Lead) => JSON.stringify(one) === JSON.stringify(other);

function mapPages(list: Leads, change: (leads: Lead[], page: number) => Lead[]): Leads {
  return {
    ...list,
    pages: list.pages.map((page, index) => ({ ...page, leads: change(page.leads, index) })),
  };
}

/** A list with the changed leads in it that belong there. What lies beyond its last page is left out. */
function merge(list: Leads, news: Lead[], folder: Folder): Leads {
  const changed = new Set(news.map(({ id }) => id));
  const arriving = news.filter((lead) => folderOf(lead) === folder);
  const last = list.pages.length - 1;
  return mapPages(list, (leads, index) => {
    const kept = leads.filter(({ id }) => !changed.has(id));
    const end = leads.at(-1);
    const isEnd = index === last && list.pages[last]?.next === null;
    const here = arriving.filter((lead) => isEnd || (end && byAge(lead, end) <= 0));
    for (const lead of here) arriving.splice(arriving.indexOf(lead), 1);
    return here.length === 0 && kept.length === leads.length
      ? leads
      : [...kept, ...here].sort(byAge);
  });
}

/** Removes what the phone keeps of a lead that the server no longer has. */
export function forgetLead(id: string) {
  removeDraft(id);
  client.removeQueries({ queryKey: KEYS.lead(id) });
  // They name it.
  for (const queryKey of [KEYS.mails, KEYS.webhooks]) void client.resetQueries({ queryKey });
  for (const queryKey of [KEYS.lists, ["search"]]) {
    client.setQueriesData<Leads>(
      { queryKey },
      (list) => list && mapPages(list, (leads) => leads.filter((lead) => lead.id !== id)),
    );
  }
}

const firstPages = (list: Leads): Leads => ({
  pages: list.pages.slice(0, KEPT_PAGES),
  pageParams: list.pageParams.slice(0, KEPT_PAGES),
});

/** Reads the lists again from their beginning. */
export function reloadLists() {
  client.setQueriesData<Leads>({ queryKey: KEYS.lists }, (list) => list && firstPages(list));
  // They may have been erased. Those in the lists are known from there.
  client.removeQueries({ queryKey: ["lead"], type: "inactive" });
  for (const queryKey of [KEYS.lists, ["lead"], KEYS.mails, KEYS.webhooks]) {
    void client.invalidateQueries({ queryKey });
  }
}

/** Begins the keys of what is good for the moment alone. */
const UNKEPT = new Set<unknown>(["changes", "search", "person", "push"]);

const STORAGE_KEY = `${STORAGE_PREFIX}store`;
let written = "";

/** Keeps the store in IndexedDB. */
const persister: Persister = {
  async persistClient(state) {
    const { queries, mutations } = state.clientState;
    // A change that is being sent, or waits to be sent again, is sent again after a reload.
    const unsent = mutations.map((it) => ({ ...it, state: { ...it.state, isPaused: true } }));
    const text = JSON.stringify({ queries, mutations: unsent });
    if (text === written) return;
    written = text;
    await set(STORAGE_KEY, { ...state, clientState: JSON.parse(text) });
  },
  restoreClient: () => get(STORAGE_KEY),
  removeClient: () => del(STORAGE_KEY),
};

export const persistOptions = {
  persister,
  maxAge: Number.POSITIVE_INFINITY,
  /** one higher when the shape of a lead changes */
  buster: "1",
  dehydrateOptions: {
    shouldDehydrateMutation: ({ state }: { state: { status: string } }) =>
      state.status === "pending",
    shouldDehydrateQuery: ({
      queryKey,
      state,
    }: {
      queryKey: readonly unknown[];
      state: { data?: unknown };
    }) => state.data !== undefined && !UNKEPT.has(queryKey[0]),
    serializeData: (data: unknown) =>
      typeof data === "object" && data && "pageParams" in data ? firstPages(data as Leads) : data,
  },
};

/** Removes from this phone whatever the desk keeps on it, for the person who is signed in. */
export async function forgetEverything() {
  written = "";
  client.clear();
  await persister.removeClient();
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(STORAGE_PREFIX)) localStorage.removeItem(key);
  }
  forgetPerson();
}
